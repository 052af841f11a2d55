// The registry of a console under development: the published one, with the dev server's last build of one remote.
/** @import { Layout } from '../lib/layout.mjs' */
/** @import { ListingConfig } from '../lib/publishing/keys.mjs' */
/** @import { RegistryDocument } from '../lib/publishing/registry.mjs' */
/** @import { EntryDocument, RemoteDocument } from '../lib/publishing/rules.mjs' */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJsonAtomically } from '../lib/paths.mjs';
import { keyFileOf, listedKeys, readKey, signEntry } from '../lib/publishing/keys.mjs';

/**
 * What a start stores: its remote, the console's epoch, and epoch and number of its entries.
 * @typedef {{ id: string, published: number, epoch: number, sequence: number }} KeptStart
 *
 * Puts a build of the remote into the registry.
 * @typedef {(declaration: RemoteDocument, baseUrl: string) => void} Announce
 */

/**
 * Writes the copy of config.json with an epoch for development: what browsers remember of published entries then
 * refuses no announced one, nor the other way round. Successive starts of one remote share an epoch and continue its
 * numbers, so an open page continues too. Returns what puts a build of the remote into this console's registry. Signs
 * all entries for that epoch by the keys in `keysDir` that config.json lists. `now` is the time in seconds.
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
 * What the last start stored, if it had the same remote and the same console.
 * @type {(file: string, start: Pick<KeptStart, 'id' | 'published'>) => KeptStart | null}
 */
function lastStart(file, { id, published }) {
  const last = existsSync(file) ? /** @type {KeptStart | null} */ (readJson(file)) : null;
  return last?.id === id && last.published === published ? last : null;
}
