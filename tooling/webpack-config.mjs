// The one webpack configuration of host and remotes.
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { readJson } from './lib/paths.mjs';
import { developmentEntry, developmentRemote, refreshRule } from './development/development-build.mjs';
import { bundleBootScript } from './lib/boot-script.mjs';
import { BUILD_PLACEHOLDER, BuildIdPlugin, IntegrityRuntimePlugin } from './lib/integrity-runtime.mjs';
import { evaluateRemote, RemoteDeclarationPlugin } from './lib/remote-declaration.mjs';
import { lazySubpaths, providedModules, sharedModules } from './shared-modules.mjs';

const require = createRequire(import.meta.url);

/**
 * The webpack configuration of the package in `packageDir`: the host when it is the shell, else a remote. For development the names of
 * files are the same from build to build: `development` is 'refresh' where edited components are to replace the shown ones, under a host
 * built for it, and 'reload' for a remote that runs under a deployed host, hence with React's production build.
 */
export async function webpackConfig(packageDir, { apiVersion, cacheDir, development = null }) {
  const name = development ? '[name]' : '[name].[contenthash:12]';
  const { version } = readJson(join(packageDir, 'package.json'));
  const special = basename(packageDir) === 'shell' ? await hostParts(packageDir, { apiVersion, development }) : await remoteParts(packageDir, { version, apiVersion, development });
  return {
    mode: development === 'refresh' ? 'development' : 'production',
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
    optimization: { minimizer: ['...', new CssMinimizerPlugin()], chunkIds: 'named', ...(development && { minimize: false, realContentHash: false }) },
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

/** The host's files by what they are for: `remotes`, the code that deals with remotes, and each part of shared-lib that is fetched on demand. */
function filesOfParts({ namedChunkGroups }) {
  const parts = [...lazySubpaths.map((subpath) => [subpath, `part-${subpath.replaceAll('/', '-')}`]), ['remotes', 'remotes']];
  return Object.fromEntries(parts.map(([part, name]) => {
    const group = namedChunkGroups.get(name);
    if (!group) throw new Error(`The host's build has no chunk "${name}"; shell/src/runtime/lazy-parts.ts names those of the parts.`);
    return [part, group.getFiles().filter((file) => /\.(js|css)$/.test(file)).map((file) => `/${file}`)];
  }));
}

async function hostParts(packageDir, { apiVersion, development }) {
  const boot = await bundleBootScript(packageDir, { versions: providedModules(), apiVersion });
  return {
    name: 'shell',
    entry: { main: development ? developmentEntry : './src/main.tsx' },
    publicPath: '/',
    plugins: [
      new HtmlWebpackPlugin({ template: './src/index.html', templateParameters: (compilation) => ({ boot: boot.file, files: filesOfParts(compilation) }), scriptLoading: 'defer' }),
      boot.plugin,
    ],
  };
}

async function remoteParts(packageDir, { version, apiVersion, development }) {
  // What a dev server builds has no hash that could have been signed.
  const { externals, plugins } = development === 'refresh' ? developmentRemote() : { plugins: development ? [] : [new IntegrityRuntimePlugin(), new BuildIdPlugin()] };
  const remote = await evaluateRemote(packageDir);
  const containerName = remote.id.replaceAll('-', '_');
  return {
    // Part of the names by which a build's chunks find each other on the page.
    name: `${containerName}_${BUILD_PLACEHOLDER}`,
    entry: {},
    publicPath: 'auto',
    ...(development === 'refresh' && { scripts: refreshRule, externals }),
    plugins: [
      ...plugins,
      new webpack.container.ModuleFederationPlugin({
        name: containerName,
        filename: development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:12].js',
        exposes: { './remote': { import: './src/remote.ts', name: '__federation_expose_remote' } },
        shared: sharedModules(),
      }),
      new RemoteDeclarationPlugin({ remote, version, containerName, apiVersion }),
    ],
  };
}
