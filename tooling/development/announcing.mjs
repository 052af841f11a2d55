// The registry of a console under development: what is published, and in the place of one remote what its dev server
// has built last.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJsonAtomically } from '../lib/paths.mjs';
import { keyFileOf, listedKeys, readKey, signEntry } from '../lib/publishing/keys.mjs';

/**
 * Writes the copy of config.json with an epoch of development, so that browsers remember of what is published nothing
 * that would refuse what is announced now, nor the other way round. Starts of one remote one after the other have one
 * epoch, and their numbers go on: a page that is open meanwhile goes on too. Gives what puts the remote as it is built
 * now into the registry of this console, in the place of what is published; all of it signed for that epoch by the keys
 * in `keysDir`, as far as config.json lists them. `now` is the time in seconds.
 */
export function announcing(id, { webDir, layout, keysDir, now }) {
  const ofConsole = readJson(layout.configFile);
  const kept = join(webDir, 'development.json');
  const before = lastStart(kept, { id, published: ofConsole.registryEpoch ?? 1 });
  const epoch = before?.epoch ?? now;
  const config = { ...ofConsole, registryEpoch: epoch };
  writeJsonAtomically(join(webDir, 'config.json'), config);
  const signed = (entry) => {
    const file = keyFileOf(keysDir, entry.id);
    const key = existsSync(file) ? readKey(file) : null;
    const isListed = listedKeys(config).some(
      ({ keyId, remotes }) => keyId === key?.keyId && remotes.includes(entry.id),
    );
    return isListed ? signEntry({ ...entry, epoch }, key) : entry;
  };
  let sequence = before?.sequence ?? 0;
  return (declaration, baseUrl) => {
    sequence += 1;
    writeJsonAtomically(kept, { id, published: ofConsole.registryEpoch ?? 1, epoch, sequence });
    const published = existsSync(layout.registryFile)
      ? readJson(layout.registryFile)
      : { schemaVersion: 1, remotes: [] };
    const entry = { id, sequence, baseUrl, publishedAt: new Date().toISOString(), declaration, canary: null };
    const remotes = [...published.remotes.filter((other) => other.id !== id), entry]
      .map(signed)
      .sort((left, right) => left.id.localeCompare(right.id));
    writeJsonAtomically(join(webDir, 'registry.json'), { ...published, remotes });
  };
}

/** What the last start has left, if it was of the same remote in the same console. */
function lastStart(file, { id, published }) {
  const last = existsSync(file) ? readJson(file) : null;
  return last?.id === id && last.published === published ? last : null;
}
