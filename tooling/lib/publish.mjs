// Puts a built remote into a store and makes it live: files first, then its registry entry alone, atomically.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './paths.mjs';
import { listedKey, signatureState, signEntry } from './publishing/keys.mjs';

/** Writes a JSON file so that readers see the old or the new one, never half of it. */
export function writeJsonAtomically(file, value) {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 1)}\n`);
  renameSync(temporary, file);
}

/**
 * Publishes `distDir` (a remote's build) below `storeDir` and points `registryFile` at it.
 * `origin` is the address under which the store is served, `key` signs the entry. Publishing the live build again changes nothing,
 * unless it was not signed by that key.
 */
export function publish({ distDir, storeDir, registryFile, origin, key }) {
  const declaration = readJson(join(distDir, 'remote.json'));
  const build = createHash('sha256').update(JSON.stringify(declaration)).digest('hex').slice(0, 12);
  const folder = `${declaration.version}-${build}`;
  const baseUrl = `${origin}/${folder}/`;
  const registry = existsSync(registryFile) ? readJson(registryFile) : { schemaVersion: 1, remotes: [] };
  const current = registry.remotes.find((entry) => entry.id === declaration.id);
  const target = join(storeDir, folder);
  if (!existsSync(target)) {
    const staging = `${target}.${process.pid}.tmp`;
    mkdirSync(storeDir, { recursive: true });
    cpSync(distDir, staging, { recursive: true, filter: (path) => !path.endsWith('.map') });
    renameSync(staging, target);
  }
  const isSigned = current && signatureState(current, [listedKey(key, [declaration.id])]) === 'valid';
  if (current?.baseUrl === baseUrl && isSigned) return { changed: false, baseUrl };
  const entry = signEntry({
    id: declaration.id,
    sequence: (current?.sequence ?? 0) + 1,
    baseUrl,
    publishedAt: new Date().toISOString(),
    declaration,
  }, key);
  const others = registry.remotes.filter(({ id }) => id !== declaration.id);
  const remotes = [...others, entry].sort((left, right) => left.id.localeCompare(right.id));
  writeJsonAtomically(registryFile, { ...registry, remotes });
  return { changed: true, baseUrl };
}
