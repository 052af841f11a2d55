// The settings that builds by webpack and by Rspack share.
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** css-loader's mode for class names. In `pure`, every selector must contain a class of its file. */
type ClassMode = 'pure' | 'local';

const require = createRequire(import.meta.url);

/**
 * The base of every configuration. `name` is unique among all builds on a page. With `hasHashes`, file names contain a
 * hash of the content. `publicPath` is where files are loaded from.
 */
export function buildBase(
  packageDir: string,
  { name, publicPath, hasHashes }: { name: string; publicPath: string; hasHashes: boolean },
) {
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
      crossOriginLoading: 'anonymous' as const,
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    performance: { hints: false as const },
    stats: 'errors-warnings' as const,
    infrastructureLogging: { level: 'error' as const },
  };
}

export const fileNames = (hasHashes: boolean): string => (hasHashes ? '[name].[contenthash:12]' : '[name]');

/**
 * The base of every `optimization`. With `emitOnErrors`, a dev server's page would run a faulty module and reload.
 */
export const optimizationBase = { emitOnErrors: false, chunkIds: 'named' as const };

/** Importing a missing name is an error in our sources, and a warning in packages. */
export const missingNames = { test: /\.[cm]?[jt]sx?$/, exclude: /node_modules/, parser: { exportsPresence: 'error' } };

export const plainStyles = { loader: require.resolve('css-loader'), options: { modules: false } };

export const classNames = (packageName: string, mode: ClassMode) => ({
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
 * Rules for a remote's files except scripts. `extract` is the loader that writes separate style sheets. Every selector
 * must contain a class. Images are inlined, so that hashes cover them. Plain style sheets are read only to report them
 * as refused.
 */
export const remoteFiles = (packageName: string, extract: string) => [
  { test: /\.module\.css$/, use: [extract, classNames(packageName, 'pure')], type: 'javascript/auto' },
  { test: /\.css$/, exclude: /\.module\.css$/, use: [extract, plainStyles], type: 'javascript/auto' },
  { test: /\.(svg|png|jpe?g|gif|webp|avif)$/, type: 'asset/inline' },
];
