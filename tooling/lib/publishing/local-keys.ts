// The keys of a console on one machine: one for each remote, made at first use and listed in its config.json.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, readJson, writeJsonAtomically } from '../paths.mjs';
import { type Key, type ListedKey, keyFileOf, listedKey, makeKey, readKey } from './keys.ts';

/** Where `npm start` and the publishing commands look for a remote's key. */
export const localKeysDir = () => join(dataDir(), 'keys');

/**
 * Creates missing keys and lists their public parts in config.json. Never changes existing items: if config.json has
 * registryKeys, it only adds new keys, for remotes that no item names. Returns each remote's signing key, or null if
 * config.json does not trust that key.
 */
export function prepareLocalKeys(
  configFile: string,
  ids: readonly string[],
  folder: string = localKeysDir(),
): Map<string, Key | null> {
  const config = readJson(configFile) as { registryKeys?: ListedKey[] };
  const before = config.registryKeys;
  const listed = [...(before ?? [])];
  const keys = ids.map((id) => {
    const file = keyFileOf(folder, id);
    const isNew = !existsSync(file);
    const key = isNew ? makeKey(file) : readKey(file);
    const named = listed.some(({ remotes }) => remotes.includes(id));
    if (!before || (isNew && !named)) listed.push(listedKey(key, [id]));
    return [id, key] as const;
  });
  if (listed.length > (before ?? []).length) writeJsonAtomically(configFile, { ...config, registryKeys: listed });
  const trusted = (id: string, key: Key): boolean =>
    listed.some(({ keyId, remotes }) => keyId === key.keyId && remotes.includes(id));
  return new Map(keys.map(([id, key]) => [id, trusted(id, key) ? key : null]));
}
