// Loads parts of shared-lib for these tools, bundled from its sources.
import { buildSync } from 'esbuild';
import { sharedLibDir } from './workspace.mjs';

/** Bundles and imports the module `source`, which may import shared-lib's subpaths. Returns its exports. */
export async function fromSharedLib(source: string): Promise<unknown> {
  // Not build(): its service process would keep running.
  const { outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: sharedLibDir, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    loader: { '.module.css': 'empty' },
  });
  const [code] = outputFiles.map(({ contents }) => Buffer.from(contents).toString('base64'));
  return import(`data:text/javascript;base64,${code}`);
}
