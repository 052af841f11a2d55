// Parts of shared-lib for these tools, bundled from its sources, so that nothing is written twice.
import { buildSync } from 'esbuild';
import { onlyOutput } from './only-output.mjs';
import { sharedLibDir } from './workspace.mjs';

/**
 * What a module whose text is `source` exports; it may import shared-lib by its subpaths.
 * @type {(source: string) => Promise<unknown>}
 */
export async function fromSharedLib(source) {
  // Not build(), whose service would keep running beside servers.
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
