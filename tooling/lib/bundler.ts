// The interface of the two bundlers, webpack and Rspack, that plugins use, and how to tell which one runs.
import { promisify } from 'node:util';
import type { Compiler as RspackCompiler } from '@rspack/core';
import type * as webpack from 'webpack';

/** Both bundlers have this interface; Rspack has its own names for the types. */
export type BundlerCompilation = webpack.Compilation;

export type BundleChunk = webpack.Chunk;

export type ModuleGraph = webpack.ModuleGraph;

export type ChunkGroup = BundlerCompilation['chunkGroups'][number];

export type BundlerParts = Pick<typeof webpack, 'Compilation' | 'WebpackError' | 'sources'>;

/** A module of a build. Its kind and the bundler decide which of the added fields exist. */
export type BundleModule = webpack.Module & {
  resource?: string;
  error?: unknown;
  options?: { shareKey?: string };
};

/** A dependency of a module. Its kind and the bundler decide which of the added fields exist. */
type BundleDependency = webpack.Dependency & {
  request?: string;
  ids?: readonly string[];
  getIds?(graph: ModuleGraph): readonly string[];
};

/** A module, or a block of dependencies behind an `import()`. */
type DependencyBlock = { dependencies: readonly BundleDependency[]; blocks: readonly DependencyBlock[] };

export type AnyCompiler = webpack.Compiler | RspackCompiler;

export const isRspack = (compiler: AnyCompiler): compiler is RspackCompiler => 'rspackVersion' in compiler.webpack;

/** The compiler with webpack's type, whose interface Rspack has too. */
export const commonOf = (compiler: AnyCompiler): webpack.Compiler => compiler as webpack.Compiler;

/** Includes dependencies behind an `import()`. */
export const dependenciesOf = ({ dependencies, blocks }: DependencyBlock): BundleDependency[] => [
  ...dependencies,
  ...blocks.flatMap(dependenciesOf),
];

/** Throws if there is no file of that name. */
export function fileOf(compilation: BundlerCompilation, name: string): webpack.Asset {
  const asset = compilation.getAsset(name);
  if (!asset) throw new Error(`The build has no file ${name}.`);
  return asset;
}

type RunnableCompiler<Stats> = {
  run(done: (error: Error | null, stats?: Stats) => void): void;
  close(done: (error?: Error | null) => void): void;
};

/**
 * Builds once, closes the compiler, which writes its cache to disk, and returns the stats. They include errors in the
 * sources.
 */
export async function runBundler<Stats>(compiler: RunnableCompiler<Stats>): Promise<Stats> {
  const stats = await promisify(compiler.run.bind(compiler))();
  if (!stats) throw new Error('The bundler ended without a result.');
  await promisify(compiler.close.bind(compiler))();
  return stats;
}
