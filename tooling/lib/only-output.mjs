// Reads the result of an esbuild bundle that is kept in memory.

/**
 * Throws unless there is exactly one file.
 * @type {(result: { outputFiles: readonly import('esbuild').OutputFile[] }) => Uint8Array}
 */
export function onlyOutput({ outputFiles }) {
  const [file, ...more] = outputFiles;
  if (!file || more.length > 0) throw new Error(`Expected one bundled file, esbuild made ${outputFiles.length}.`);
  return file.contents;
}
