// The registry of a console under development: what is published, except that one remote is the last build of its dev
// server.
/** @import { Layout } from '../lib/layout.mjs' */
/** @import { ListingConfig } from '../lib/publishing/keys.mjs' */
/** @import { RegistryDocument } from '../lib/publishing/registry.mjs' */
/** @import { EntryDocument, RemoteDocument } from '../lib/publishing/rules.mjs' */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJsonAtomically } from '../lib/paths.mjs';
import { keyFileOf, listedKeys, readKey, signEntry } from '../lib/publishing/keys.mjs';

/**
 * What is kept of a start: whose it was, for which epoch of the console, and what its entries say.
 * @typedef {{ id: string, published: number, epoch: number, sequence: number }} KeptStart
 *
 * Puts a build of the remote into the registry.
 * @typedef {(declaration: RemoteDocument, baseUrl: string) => void} Announce
 */

/**
 * Writes the copy of config.json with an epoch of development, so that browsers remember of what is published nothing
 * that would refuse what is announced now, nor the other way round. Starts of one remote one after the other have one
 * epoch, and their numbers go on: a page that is open meanwhile goes on too. Gives what puts the remote as it is built
 * now into the registry of this console, in the place of what is published; all of it signed for that epoch by the keys
 * in `keysDir`, as far as config.json lists them. `now` is the time in seconds.
 * @type {(id: string, options: { webDir: string, layout: Pick<Layout, 'configFile' | 'registryFile'>, keysDir:
 *   string, now: number }) => Announce}
 */
export function announcing(id, { webDir, layout, keysDir, now }) {
  const ofConsole = /** @type {ListingConfig & { registryEpoch?: number }} */ (readJson(layout.configFile));
  const kept = join(webDir, 'development.json');
  const before = lastStart(kept, { id, published: ofConsole.registryEpoch ?? 1 });
  const epoch = before?.epoch ?? now;
  const config = { ...ofConsole, registryEpoch: epoch };
  writeJsonAtomically(join(webDir, 'config.json'), config);
  /** @type {(entry: EntryDocument) => EntryDocument} */
  const signed = (entry) => {
    const file = keyFileOf(keysDir, entry.id);
    const key = existsSync(file) ? readKey(file) : null;
    const isListed = listedKeys(config).some(
      ({ keyId, remotes }) => keyId === key?.keyId && remotes.includes(entry.id),
    );
    return key && isListed ? signEntry({ ...entry, epoch }, key) : entry;
  };
  let sequence = before?.sequence ?? 0;
  return (declaration, baseUrl) => {
    sequence += 1;
    writeJsonAtomically(kept, { id, published: ofConsole.registryEpoch ?? 1, epoch, sequence });
    const published = existsSync(layout.registryFile)
      ? /** @type {RegistryDocument} */ (readJson(layout.registryFile))
      : { schemaVersion: 1, remotes: [] };
    const entry = { id, sequence, baseUrl, publishedAt: new Date().toISOString(), declaration, canary: null };
    const others = published.remotes.flatMap((other) => (other && other.id !== id ? [other] : []));
    const remotes = [...others, entry].map(signed).sort((left, right) => left.id.localeCompare(right.id));
    writeJsonAtomically(join(webDir, 'registry.json'), { ...published, remotes });
  };
}

/**
 * What the last start has left, if it was of the same remote in the same console.
 * @type {(file: string, start: Pick<KeptStart, 'id' | 'published'>) => KeptStart | null}
 */
function lastStart(file, { id, published }) {
  const last = existsSync(file) ? /** @type {KeptStart | null} */ (readJson(file)) : null;
  return last?.id === id && last.published === published ? last : null;
}
