// The webpack configuration of host and remotes.
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { bundleBootScript, bundleBrowserCheck } from './lib/boot-script.ts';
import { browserQueries } from './lib/browsers.ts';
import {
  buildBase,
  classNames,
  fileNames,
  missingNames,
  optimizationBase,
  plainStyles,
  remoteFiles,
} from './lib/build-base.ts';
import { HostIntegrityPlugin } from './lib/integrity-runtime.ts';
import { API_VERSION, specifiedAccess } from './lib/publishing/rules.ts';
import { remotePlugin } from './lib/remote-plugin.ts';
import { lazySubpaths, providedModules } from './lib/shared-modules.ts';
import { maySplit, WholeWorkersPlugin } from './lib/whole-workers.ts';

/**
 * The differences of a development build: React's build, the host's entry, a remote's rule for TypeScript, and a
 * remote's plugins and externals.
 */
export type DevelopmentParts = {
  mode: 'development' | 'production';
  hostEntry?: string[];
  remoteRule?: webpack.RuleSetRule;
  remote?: { externals: webpack.Configuration['externals']; plugins: webpack.WebpackPluginInstance[] };
};

export type BuildConfiguration = webpack.Configuration &
  Required<Pick<webpack.Configuration, 'plugins' | 'optimization' | 'output'>>;

const require = createRequire(import.meta.url);

/**
 * The host's configuration if the package is the shell, else a remote's. With `development`, file names have no hashes,
 * and it lists the other differences. `cacheDir` is for development: with cached modules, webpack orders chunks by the
 * builds before, so the same sources would give other files.
 */
export async function webpackConfig(
  packageDir: string,
  { cacheDir, development = null }: { cacheDir?: string; development?: DevelopmentParts | null } = {},
): Promise<BuildConfiguration> {
  const special =
    basename(packageDir) === 'shell'
      ? await hostParts(packageDir, development)
      : await remoteParts(packageDir, development);
  const hasHashes = development === null;
  return {
    ...buildBase(packageDir, { name: special.name, publicPath: special.publicPath, hasHashes }),
    mode: development?.mode ?? 'production',
    target: ['web', `browserslist:${browserQueries.join(', ')}`],
    devtool: development ? 'cheap-module-source-map' : 'hidden-source-map',
    ...special.others,
    module: { rules: [missingNames, ...special.rules] },
    plugins: [new MiniCssExtractPlugin({ filename: `${fileNames(hasHashes)}.css` }), ...special.plugins],
    optimization: {
      ...optimizationBase,
      // SWC already uses every core; the plugin's own processes would run again the program that started this build.
      minimizer: [
        new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, parallel: false }),
        new CssMinimizerPlugin({ minimizerOptions: { preset: ['default', { overrideBrowserslist: browserQueries }] } }),
      ],
      ...special.optimization,
      ...(development && { minimize: false, realContentHash: false }),
    },
    cache: cacheDir !== undefined && { type: 'filesystem', cacheDirectory: cacheDir },
  };
}

const compileScripts = {
  test: /\.tsx?$/,
  loader: require.resolve('ts-loader'),
  options: {
    transpileOnly: true,
    compilerOptions: { noEmit: false, allowImportingTsExtensions: false, rewriteRelativeImportExtensions: false },
  },
};

const extract = MiniCssExtractPlugin.loader;

const rulesOfHost = [
  compileScripts,
  { test: /[\\/]react-router[\\/]dist[\\/].*\.mjs$/, loader: require.resolve('./lib/pure-router-loader.cjs') },
  { test: /\.module\.css$/, use: [extract, classNames('shell', 'local')] },
  { test: /\.css$/, exclude: /\.module\.css$/, use: [extract, plainStyles] },
  { test: /\.woff2$/, type: 'asset/resource', generator: { filename: '[name].[contenthash:12][ext]' } },
];

/**
 * The host's files by purpose: `behind-login`, everything that needs a session; `remotes`, the code that handles
 * remotes; each part of shared-lib that is fetched on demand; and the typeface.
 */
function filesOfParts(compilation: webpack.Compilation): Record<string, string[]> {
  const { namedChunkGroups } = compilation;
  const typeface = compilation.getAssets().filter(({ name }) => name.endsWith('.woff2'));
  const scripts = [...lazySubpaths, 'behind-login', 'remotes'].map((part) => {
    const name = lazySubpaths.includes(part) ? `part-${part.replaceAll('/', '-')}` : part;
    const group = namedChunkGroups.get(name);
    if (!group)
      throw new Error(
        `The host's build has no chunk "${name}"; shell/src/common/lazy-parts.ts names those of the parts.`,
      );
    const files = group.getFiles().filter((file) => /\.(js|css)$/.test(file));
    return [part, files.map((file) => `/${file}`)] as const;
  });
  return { ...Object.fromEntries(scripts), font: typeface.map(({ name }) => `/${name}`) };
}

/** The parts in which host and remote differ. */
async function hostParts(packageDir: string, development: DevelopmentParts | null) {
  const provides = { versions: providedModules(), apiVersion: API_VERSION };
  const check = await bundleBrowserCheck(packageDir);
  const boot = await bundleBootScript(packageDir, provides, specifiedAccess());
  return {
    name: 'shell',
    others: { entry: { main: development?.hostEntry ?? './src/main.ts' } },
    publicPath: '/',
    rules: rulesOfHost,
    plugins: [
      new HtmlWebpackPlugin({
        template: './src/index.html',
        templateParameters: (compilation) => ({ check: check.file, boot: boot.file, files: filesOfParts(compilation) }),
        scriptLoading: 'defer',
      }),
      check.plugin,
      boot.plugin,
      new HostIntegrityPlugin(),
      new WholeWorkersPlugin(),
      new webpack.DefinePlugin(runtimeOfHost),
      new webpack.NormalModuleReplacementPlugin(notOfHost, require.resolve('./lib/not-of-host.js')),
    ],
    optimization: {
      // Short ids for chunks without a name, because the page lists the files that are fetched later.
      chunkIds: 'deterministic' as const,
      // Exports get names of one letter where they can: 1.2 kB less on the login page.
      mangleExports: 'size' as const,
      splitChunks: {
        // Every screen needs all of their code, so these chunks are not cut up, save for what Home shares.
        chunks: (chunk: webpack.Chunk) =>
          maySplit(chunk) && !chunk.canBeInitial() && !['behind-login', 'remotes'].includes(chunk.name ?? ''),
        cacheGroups: { stylesBehindLogin, sharedWithHome },
      },
    },
  };
}

/** These two chunks are always loaded together, so their styles are one file. */
const stylesBehindLogin = {
  name: 'behind-login',
  type: 'css/mini-extract',
  chunks: (chunk: webpack.Chunk) => chunk.name === 'remotes',
  enforce: true,
};

/**
 * Home is fetched beside the code behind the login. What both use is a file of its own: webpack knows of no order, and
 * Home would have all of it once more.
 */
const sharedWithHome = {
  name: 'with-home',
  test: ({ type }: webpack.Module) => type.startsWith('javascript/'),
  chunks: (chunk: webpack.Chunk) => ['behind-login', 'home'].includes(chunk.name ?? ''),
  minChunks: 2,
  enforce: true,
};

/** The imports in the federation runtime that `lib/not-of-host.js` replaces. */
export const notOfHost = /[\\/](snapshot[\\/]SnapshotHandler|utils[\\/]preload)\.js$/;

/** Leaves out parts of the host's federation runtime: it reads no manifest, and runs only in browsers. */
const runtimeOfHost = {
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
  FEDERATION_OPTIMIZE_NO_SHARED: 'false',
  ENV_TARGET: '"web"',
};

async function remoteParts(packageDir: string, development: DevelopmentParts | null) {
  const { externals, plugins = [] } = development?.remote ?? {};
  const plugin = await remotePlugin(packageDir, { isDeveloped: development !== null });
  return {
    name: plugin.containerName,
    others: { entry: {}, ...(externals && { externals }) },
    publicPath: 'auto',
    rules: [development?.remoteRule ?? compileScripts, ...remoteFiles(basename(packageDir), extract)],
    plugins: [...plugins, plugin],
    optimization: {},
  };
}
