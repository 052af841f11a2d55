// Loads parts of shared-lib for these tools, bundled from its sources.
import { buildSync, type OutputFile } from 'esbuild';
import { sharedLibDir } from './workspace.mjs';

/**
 * Bundles and imports a module with the text `source`, which may import shared-lib's subpaths. Returns its exports.
 */
export async function fromSharedLib(source: string): Promise<unknown> {
  // Not build(): its service process would keep running.
  const bundled = buildSync({
    stdin: { contents: source, resolveDir: sharedLibDir, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    loader: { '.module.css': 'empty' },
  });
  return import(`data:text/javascript;base64,${Buffer.from(onlyOutput(bundled)).toString('base64')}`);
}

/** Throws unless there is exactly one file. */
export function onlyOutput({ outputFiles }: { outputFiles: readonly OutputFile[] }): Uint8Array {
  const [file, ...more] = outputFiles;
  if (!file || more.length > 0) throw new Error(`Expected one bundled file, esbuild made ${outputFiles.length}.`);
  return file.contents;
}
