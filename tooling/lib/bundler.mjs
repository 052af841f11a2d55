// The interface of the two bundlers, webpack and Rspack, that plugins use, and how to tell which one runs.

/**
 * Both bundlers have this interface; Rspack has its own names for the types.
 * @typedef {import('webpack').Compilation} BundlerCompilation
 * @typedef {import('webpack').Chunk} BundleChunk
 * @typedef {import('webpack').ModuleGraph} ModuleGraph
 * @typedef {BundlerCompilation['chunkGroups'][number]} ChunkGroup
 * @typedef {Pick<typeof import('webpack'), 'Compilation' | 'WebpackError' | 'sources'>} BundlerParts
 *
 * A module of a build. Its kind and the bundler decide which of the added fields exist.
 * @typedef {import('webpack').Module & {
 *   resource?: string,
 *   error?: unknown,
 *   options?: { shareKey?: string },
 * }} BundleModule
 *
 * A dependency of a module. Its kind and the bundler decide which of the added fields exist.
 * @typedef {import('webpack').Dependency & {
 *   request?: string,
 *   ids?: readonly string[],
 *   getIds?(graph: ModuleGraph): readonly string[],
 * }} BundleDependency
 *
 * A module, or a block of dependencies behind an `import()`.
 * @typedef {{ dependencies: readonly BundleDependency[], blocks: readonly DependencyBlock[] }} DependencyBlock
 */

/**
 * @typedef {import('webpack').Compiler} WebpackCompiler
 * @typedef {import('@rspack/core').Compiler} RspackCompiler
 * @typedef {WebpackCompiler | RspackCompiler} AnyCompiler
 */

/**
 * @param {AnyCompiler} compiler
 * @returns {compiler is RspackCompiler}
 */
export const isRspack = (compiler) => 'rspackVersion' in compiler.webpack;

/**
 * The compiler with webpack's type, whose interface Rspack has too.
 * @type {(compiler: AnyCompiler) => WebpackCompiler}
 */
export const commonOf = (compiler) => /** @type {WebpackCompiler} */ (compiler);

/**
 * Includes dependencies behind an `import()`.
 * @type {(block: DependencyBlock) => BundleDependency[]}
 */
export const dependenciesOf = ({ dependencies, blocks }) => [...dependencies, ...blocks.flatMap(dependenciesOf)];

/**
 * Throws if there is no file of that name.
 * @type {(compilation: BundlerCompilation, name: string) => import('webpack').Asset}
 */
export function fileOf(compilation, name) {
  const asset = compilation.getAsset(name);
  if (!asset) throw new Error(`The build has no file ${name}.`);
  return asset;
}
