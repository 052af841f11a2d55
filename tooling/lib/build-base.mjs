// What the builds of webpack and Rspack have in common.
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * How css-loader names classes: in `pure` every selector has a class of its file.
 * @typedef {'pure' | 'local'} ClassMode
 */

const require = createRequire(import.meta.url);

/**
 * Of every configuration. `name` is the build's own among all on a page; with `hasHashes` the names of files follow
 * their content; `publicPath` is where they are loaded from.
 * @param {string} packageDir
 * @param {{ name: string, publicPath: string, hasHashes: boolean }} options
 */
export function buildBase(packageDir, { name, publicPath, hasHashes }) {
  const file = fileNames(hasHashes);
  return {
    context: packageDir,
    output: {
      path: join(packageDir, 'dist'),
      clean: true,
      uniqueName: name,
      publicPath,
      filename: `${file}.js`,
      chunkFilename: `${file}.js`,
      crossOriginLoading: /** @type {const} */ ('anonymous'),
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    performance: { hints: /** @type {const} */ (false) },
    stats: /** @type {const} */ ('errors-warnings'),
    infrastructureLogging: { level: /** @type {const} */ ('error') },
  };
}

/**
 * How files are named, without their ending.
 * @type {(hasHashes: boolean) => string}
 */
export const fileNames = (hasHashes) => (hasHashes ? '[name].[contenthash:12]' : '[name]');

/** For every `optimization`. Otherwise a dev server's page would run a faulty module and be reloaded. */
export const optimizationBase = { emitOnErrors: false, chunkIds: /** @type {const} */ ('named') };

/** Importing a missing name is an error in our sources, and a warning in those of others. */
export const missingNames = { test: /\.[cm]?[jt]sx?$/, exclude: /node_modules/, parser: { exportsPresence: 'error' } };

/** css-loader for plain style sheets. */
export const plainStyles = { loader: require.resolve('css-loader'), options: { modules: false } };

/**
 * css-loader for `*.module.css`; in `mode` 'pure' every selector has a class of its file.
 * @param {string} packageName
 * @param {ClassMode} mode
 */
export const classNames = (packageName, mode) => ({
  loader: require.resolve('css-loader'),
  options: {
    modules: {
      mode,
      localIdentName: `${packageName}-[name]-[local]-[hash:base64:4]`,
      namedExport: false,
      exportLocalsConvention: 'as-is',
    },
  },
});

/**
 * A remote's files but for its scripts; `extract` is the loader that makes style sheets of their own. Every selector
 * has a class, and images are part of what the hashes cover. Plain style sheets are refused, and read to say so.
 * @param {string} packageName
 * @param {string} extract
 */
export const remoteFiles = (packageName, extract) => [
  { test: /\.module\.css$/, use: [extract, classNames(packageName, 'pure')], type: 'javascript/auto' },
  { test: /\.css$/, exclude: /\.module\.css$/, use: [extract, plainStyles], type: 'javascript/auto' },
  { test: /\.(svg|png|jpe?g|gif|webp|avif)$/, type: 'asset/inline' },
];
