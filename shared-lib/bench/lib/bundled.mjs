// Sources of shared-lib as a module that a bench can run.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const { buildSync } = require('esbuild');

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

/**
 * What some files export, given by their paths below shared-lib/src.
 * @type {(...files: string[]) => Record<string, unknown>}
 */
export function bundled(...files) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const outfile = join(folder, 'bundle.cjs');
  const contents = files.map((file) => `export * from './${file}';`).join('\n');
  buildSync({
    stdin: { contents, resolveDir: sources, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
    target: 'es2022',
    logLevel: 'error',
  });
  try {
    return require(outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
