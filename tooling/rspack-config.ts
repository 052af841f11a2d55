// The Rspack configuration of a remote: builds the same as webpack-config.ts, but faster.
import { basename } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { browserQueries } from './lib/browsers.ts';
import { buildBase, fileNames, missingNames, optimizationBase, remoteFiles } from './lib/build-base.ts';
import { remotePlugin } from './lib/remote-plugin.ts';

type BuildConfiguration = Configuration & Required<Pick<Configuration, 'plugins' | 'optimization'>>;

const compileScripts = {
  test: /\.tsx?$/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    env: { targets: browserQueries },
  },
};

export async function rspackConfig(packageDir: string): Promise<BuildConfiguration> {
  const plugin = await remotePlugin(packageDir);
  const extract = rspack.CssExtractRspackPlugin;
  return {
    ...buildBase(packageDir, { name: plugin.containerName, publicPath: 'auto', hasHashes: true }),
    mode: 'production',
    devtool: 'hidden-source-map',
    target: ['web', `browserslist:${browserQueries.join(', ')}`],
    entry: {},
    module: { rules: [missingNames, compileScripts, ...remoteFiles(basename(packageDir), extract.loader)] },
    plugins: [new extract({ filename: `${fileNames(true)}.css` }), plugin],
    optimization: {
      ...optimizationBase,
      minimizer: [new rspack.SwcJsMinimizerRspackPlugin(), new rspack.LightningCssMinimizerRspackPlugin()],
    },
  };
}
