// The Rspack configuration of a remote: builds the same as webpack-config.mjs, but faster.
/** @import { Configuration } from '@rspack/core' */
import { basename } from 'node:path';
import { rspack } from '@rspack/core';
import { buildBase, fileNames, missingNames, optimizationBase, remoteFiles } from './lib/build-base.mjs';
import { remotePlugin } from './lib/remote-plugin.mjs';

/** @typedef {Configuration & Required<Pick<Configuration, 'plugins' | 'optimization'>>} BuildConfiguration */

const compileScripts = {
  test: /\.tsx?$/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
  },
};

/**
 * @param {string} packageDir
 * @returns {Promise<BuildConfiguration>}
 */
export async function rspackConfig(packageDir) {
  const plugin = await remotePlugin(packageDir);
  const extract = rspack.CssExtractRspackPlugin;
  return {
    ...buildBase(packageDir, { name: plugin.containerName, publicPath: 'auto', hasHashes: true }),
    mode: 'production',
    devtool: 'hidden-source-map',
    target: ['web', 'es2022'],
    entry: {},
    module: { rules: [missingNames, compileScripts, ...remoteFiles(basename(packageDir), extract.loader)] },
    plugins: [new extract({ filename: `${fileNames(true)}.css` }), plugin],
    optimization: {
      ...optimizationBase,
      minimizer: [new rspack.SwcJsMinimizerRspackPlugin(), new rspack.LightningCssMinimizerRspackPlugin()],
    },
  };
}
