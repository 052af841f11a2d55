// Finds newer packages for a team's workspace outside the repository.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readManifest } from './paths.mjs';

/** A package that a workspace names by file, and the file to install in its place. */
type Wanted = { name: string; version: string; file: string };

const scope = '@device-console/';
const versionOrder = new Intl.Collator('en', { numeric: true });

/**
 * The packages of the workspace in `folder`, each with the newest file beside the one that package.json names; for
 * shared-lib, the file of `version` if given.
 */
export function wantedPackages(folder: string, version?: string): Wanted[] {
  const { dependencies = {}, devDependencies = {} } = readManifest(folder) as Partial<ReturnType<typeof readManifest>>;
  const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.startsWith(scope));
  if (ours.length === 0) throw new Error(`${join(folder, 'package.json')} names no package of ${scope}.`);
  return ours.map(([name, named]) => {
    if (!named.startsWith('file:'))
      throw new Error(`package.json names ${name} as "${named}", by no file: npm install ${name}@<version> raises it.`);
    const place = dirname(named.slice('file:'.length));
    const offered = offeredIn(join(folder, place), name);
    const wanted = name === `${scope}shared-lib` ? version : undefined;
    const chosen = wanted === undefined ? offered.at(-1) : offered.find((one) => one.version === wanted);
    if (!chosen) {
      const there = offered.map((one) => one.version).join(', ') || 'no file of it';
      throw new Error(
        `${place} holds no ${name} ${wanted ?? ''}, but ${there}. Put the file from the console's administrator there.`,
      );
    }
    return { name, version: chosen.version, file: `${place}/${chosen.file}` };
  });
}

/** The newest comes last. */
function offeredIn(folder: string, name: string): { version: string; file: string }[] {
  const start = `${name.replace('@', '').replace('/', '-')}-`;
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.startsWith(start) && /^\d+\.\d+\.\d+\.tgz$/.test(file.slice(start.length)))
    .map((file) => ({ file, version: file.slice(start.length, -'.tgz'.length) }))
    .sort((left, right) => versionOrder.compare(left.version, right.version));
}
