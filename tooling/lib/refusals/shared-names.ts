// Finds what the subpaths of shared-lib export. webpack cannot check these imports: a remote's build does not contain
// shared-lib.
import { join } from 'node:path';
import { build } from 'esbuild';
import { readManifest } from '../paths.mjs';
import { sharedLibDir } from '../workspace.mjs';

const name = '@device-console/shared-lib';

/** The names that each of `requests` (`@device-console/shared-lib/ui`, …) exports, as sets by request. */
export async function sharedNames(requests: readonly string[]): Promise<Map<string, Set<string>>> {
  const { exports } = readManifest(sharedLibDir);
  const fileOf = (request: string): string => join(sharedLibDir, exports[`.${request.slice(name.length)}`] ?? '');
  const bundled = await build({
    entryPoints: Object.fromEntries(requests.map((request, index) => [String(index), fileOf(request)])),
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unwritten',
    format: 'esm',
    packages: 'external',
    loader: { '.css': 'empty' },
    logLevel: 'silent',
  });
  return new Map(
    requests.map((request, index) => [request, new Set(bundled.metafile.outputs[`unwritten/${index}.js`]?.exports)]),
  );
}
