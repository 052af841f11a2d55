// Reads the result of an esbuild bundle that is kept in memory.
import type { OutputFile } from 'esbuild';

/** Throws unless there is exactly one file. */
export function onlyOutput({ outputFiles }: { outputFiles: readonly OutputFile[] }): Uint8Array {
  const [file, ...more] = outputFiles;
  if (!file || more.length > 0) throw new Error(`Expected one bundled file, esbuild made ${outputFiles.length}.`);
  return file.contents;
}
