// The one webpack configuration of host and remotes.
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { readJson } from './lib/paths.mjs';
import { developmentEntry, developmentRemote, refreshRule } from './development/development-build.mjs';
import { bundleBootScript } from './lib/boot-script.mjs';
import { BUILD_PLACEHOLDER, BuildIdPlugin, IntegrityRuntimePlugin } from './lib/integrity-runtime.mjs';
import { evaluateRemote, RemoteDeclarationPlugin } from './lib/remote-declaration.mjs';
import { providedModules, sharedModules } from './shared-modules.mjs';

const require = createRequire(import.meta.url);

/**
 * The webpack configuration of the package in `packageDir`: the host when it is the shell, else a remote. `development` keeps the names
 * of files the same from build to build and lets a remote's edited components replace the shown ones.
 */
export async function webpackConfig(packageDir, { apiVersion, cacheDir, development = false }) {
  const name = development ? '[name]' : '[name].[contenthash:12]';
  const { version } = readJson(join(packageDir, 'package.json'));
  const special = basename(packageDir) === 'shell' ? await hostParts(packageDir, { apiVersion, development }) : await remoteParts(packageDir, { version, apiVersion, development });
  return {
    mode: development ? 'development' : 'production',
    context: packageDir,
    devtool: development ? 'cheap-module-source-map' : 'hidden-source-map',
    entry: special.entry,
    ...(special.externals && { externals: special.externals }),
    output: {
      path: join(packageDir, 'dist'),
      clean: true,
      uniqueName: special.name,
      publicPath: special.publicPath,
      filename: `${name}.js`,
      chunkFilename: `${name}.js`,
      crossOriginLoading: 'anonymous',
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    module: { rules: rules(basename(packageDir), special.scripts) },
    plugins: [new MiniCssExtractPlugin({ filename: `${name}.css` }), ...special.plugins],
    optimization: { minimizer: ['...', new CssMinimizerPlugin()], chunkIds: 'named' },
    cache: { type: 'filesystem', cacheDirectory: cacheDir },
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

const compileScripts = {
  test: /\.tsx?$/,
  loader: require.resolve('ts-loader'),
  options: { transpileOnly: true, compilerOptions: { noEmit: false, allowImportingTsExtensions: false, rewriteRelativeImportExtensions: false } },
};

function rules(packageName, scripts = compileScripts) {
  const css = (modules) => [MiniCssExtractPlugin.loader, { loader: require.resolve('css-loader'), options: { modules } }];
  return [
    scripts,
    {
      test: /\.module\.css$/,
      use: css({ localIdentName: `${packageName}-[name]-[local]-[hash:base64:4]`, namedExport: false, exportLocalsConvention: 'as-is' }),
    },
    { test: /\.css$/, exclude: /\.module\.css$/, use: css(false) },
  ];
}

const federation = (options) =>
  new ModuleFederationPlugin({ dts: false, dev: false, experiments: { optimization: { target: 'web', disableSnapshot: true } }, ...options });

async function hostParts(packageDir, { apiVersion, development }) {
  const boot = await bundleBootScript(packageDir, { versions: providedModules(), apiVersion });
  return {
    name: 'shell',
    entry: { main: development ? developmentEntry : './src/main.tsx' },
    publicPath: '/',
    plugins: [
      federation({ name: 'shell', shareStrategy: 'loaded-first', shared: sharedModules('host') }),
      new HtmlWebpackPlugin({ template: './src/index.html', templateParameters: { boot: boot.file }, scriptLoading: 'defer' }),
      boot.plugin,
    ],
  };
}

async function remoteParts(packageDir, { version, apiVersion, development }) {
  // A dev server's hot updates have no hash that could have been signed.
  const { externals, plugins } = development ? developmentRemote() : { plugins: [new IntegrityRuntimePlugin(), new BuildIdPlugin()] };
  const remote = await evaluateRemote(packageDir);
  const containerName = remote.id.replaceAll('-', '_');
  return {
    // Part of the names by which a build's chunks find each other on the page.
    name: `${containerName}_${BUILD_PLACEHOLDER}`,
    entry: {},
    publicPath: 'auto',
    ...(development && { scripts: refreshRule, externals }),
    plugins: [
      ...plugins,
      federation({
        name: containerName,
        filename: development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:12].js',
        exposes: { './remote': './src/remote.ts' },
        manifest: true,
        shareStrategy: 'loaded-first',
        shared: sharedModules('remote'),
      }),
      new RemoteDeclarationPlugin({ remote, version, containerName, apiVersion }),
    ],
  };
}
