// Parts of shared-lib for these tools: bundled from its sources, so that there is no second text of them.
import { buildSync } from 'esbuild';
import { sharedLibDir } from './workspace.mjs';

/** What a module whose text is `source` exports; it may import shared-lib by its subpaths. */
export async function fromSharedLib(source) {
  // Not build(), whose service would go on running beside servers.
  const bundled = buildSync({
    stdin: { contents: source, resolveDir: sharedLibDir, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
  return import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].contents).toString('base64')}`);
}
