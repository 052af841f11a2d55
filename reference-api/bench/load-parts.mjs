// Bundles what a bench needs of the API and of its tests, because the API is TypeScript.
import { buildSync } from 'esbuild';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @type {(path: string) => string} */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Packages stay outside the bundle; the workspace's own sources go in. */
const alias = Object.fromEntries(
  ['contract', 'crypto', 'telemetry'].map((part) => [
    `@device-console/shared-lib/${part}`,
    here(`../../shared-lib/src/${part}/index.ts`),
  ]),
);

/**
 * Loads exports of modules below reference-api/src, given as `{ module: [names] }`.
 * @type {(name: string, exportsOf: Readonly<Record<string, readonly string[]>>) => Promise<Record<string, unknown>>}
 */
export async function loadParts(name, exportsOf) {
  const folder = here('../dist/bench');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name}.mjs`);
  buildSync({
    stdin: {
      contents: Object.entries(exportsOf)
        .map(([module, names]) => `export { ${names.join(', ')} } from './src/${module}.ts';`)
        .join('\n'),
      resolveDir: here('..'),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    packages: 'external',
    alias,
  });
  return import(pathToFileURL(outfile).href);
}
