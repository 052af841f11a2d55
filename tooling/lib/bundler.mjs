// What plugins use of the two bundlers that build remotes, webpack and Rspack, and how they tell which one runs.

/**
 * A source text of a build.
 * @typedef {import('webpack').sources.Source} BundleSource
 *
 * A file of a build.
 * @typedef {{ name: string, source: BundleSource, info: { sourceFilename?: string | undefined } }} BundleAsset
 *
 * What a module asks for; which of the fields there are depends on its kind and on the bundler.
 * @typedef {{
 *   type: string,
 *   request?: string,
 *   ids?: readonly string[],
 *   getIds?(graph: ModuleGraph): readonly string[],
 * }} BundleDependency
 *
 * What has dependencies, or blocks of them behind an `import()`.
 * @typedef {{ dependencies: readonly BundleDependency[], blocks: readonly DependencyBlock[] }} DependencyBlock
 *
 * A module of a build; which of the fields there are depends on its kind and on the bundler.
 * @typedef {DependencyBlock & {
 *   type: string,
 *   identifier(): string,
 *   resource?: string,
 *   error?: unknown,
 *   options?: { shareKey?: string },
 * }} BundleModule
 *
 * @typedef {{ name?: string | null | undefined }} BundleChunk
 *
 * @typedef {{ getModule(dependency: BundleDependency): BundleModule | null }} ModuleGraph
 *
 * @typedef {{
 *   getChunkModulesIterable(chunk: BundleChunk): Iterable<BundleModule>,
 *   getModuleChunksIterable(module: BundleModule): Iterable<BundleChunk>,
 * }} ChunkGraph
 *
 * Chunks that are loaded together, and the requests that lead to them.
 * @typedef {{
 *   chunks: readonly BundleChunk[],
 *   origins: readonly { request?: string | undefined }[],
 *   getFiles(): readonly string[],
 * }} ChunkGroup
 *
 * A fault of a build, of a module where one is to blame.
 * @typedef {{
 *   name?: string,
 *   message: string,
 *   module?: Pick<BundleModule, 'identifier' | 'resource'> | null,
 * }} BundleFault
 *
 * @typedef {{ tap(options: { name: string, stage: number }, work: () => void): void }} StagedHook
 * @typedef {{ tap(name: string, work: (compilation: BundlerCompilation) => void): void }} CompilationHook
 * @typedef {{ tapPromise(name: string, work: () => Promise<void>): void }} WaitingHook
 *
 * @typedef {{
 *   errors: BundleFault[],
 *   modules: Iterable<BundleModule>,
 *   chunkGroups: readonly ChunkGroup[],
 *   entrypoints: ReadonlyMap<string, ChunkGroup>,
 *   moduleGraph: ModuleGraph,
 *   chunkGraph: ChunkGraph,
 *   hooks: { processAssets: StagedHook, optimizeModules: { tap(name: string, work: () => void): void } },
 *   getAssets(): readonly BundleAsset[],
 *   getAsset(name: string): BundleAsset | undefined | void,
 *   emitAsset(name: string, source: BundleSource, info?: object): void,
 *   updateAsset(name: string, source: BundleSource): void,
 * }} BundlerCompilation
 *
 * @typedef {`PROCESS_ASSETS_STAGE_${'ADDITIONAL' | 'OPTIMIZE_SIZE' | 'SUMMARIZE' | 'REPORT'}`} Stage
 *
 * What a bundler gives its plugins.
 * @typedef {{
 *   Compilation: Record<Stage, number>,
 *   WebpackError: new (message: string) => Error,
 *   sources: {
 *     RawSource: new (text: string | Buffer) => BundleSource,
 *     ReplaceSource: new (source: BundleSource) => BundleSource & {
 *       replace(start: number, end: number, text: string): void,
 *     },
 *   },
 * }} BundlerParts
 *
 * @typedef {{
 *   webpack: BundlerParts,
 *   hooks: {
 *     thisCompilation: CompilationHook,
 *     compilation: CompilationHook,
 *     beforeCompile: WaitingHook,
 *     watchRun: WaitingHook,
 *   },
 * }} BundlerCompiler
 */

/**
 * A compiler of either bundler, as their packages type it.
 * @typedef {import('webpack').Compiler} WebpackCompiler
 * @typedef {import('@rspack/core').Compiler} RspackCompiler
 * @typedef {WebpackCompiler | RspackCompiler} AnyCompiler
 */

/**
 * True for a compiler of Rspack, false for one of webpack.
 * @param {AnyCompiler} compiler
 * @returns {compiler is RspackCompiler}
 */
export const isRspack = (compiler) => 'rspackVersion' in compiler.webpack;

/**
 * What both have alike: Rspack keeps to webpack's interface, by types of its own for sources, hooks and modules.
 * @type {(compiler: AnyCompiler) => BundlerCompiler}
 */
export const commonOf = (compiler) =>
  isRspack(compiler) ? /** @type {BundlerCompiler} */ (/** @type {unknown} */ (compiler)) : compiler;

/**
 * The dependencies of a module, those behind an `import()` included.
 * @type {(block: DependencyBlock) => BundleDependency[]}
 */
export const dependenciesOf = ({ dependencies, blocks }) => [...dependencies, ...blocks.flatMap(dependenciesOf)];

/**
 * A file of a build; throws where there is none of that name.
 * @type {(compilation: BundlerCompilation, name: string) => BundleAsset}
 */
export function fileOf(compilation, name) {
  const asset = compilation.getAsset(name);
  if (!asset) throw new Error(`The build has no file ${name}.`);
  return asset;
}
