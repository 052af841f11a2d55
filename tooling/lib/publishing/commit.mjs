// One signed change of a remote's entry: the state of the store, the new entry, and the item of its history.
/** @import { HistoryItem } from './history.mjs' */
/** @import { Key, ListedKey } from './keys.mjs' */
/** @import { RegistryDocument } from './registry.mjs' */
/** @import { EntryDocument, Release } from './rules.mjs' */
/** @import { Store } from './store.mjs' */
/** @import { Target } from './targets.mjs' */
import { addToHistory, historyPathOf, outdatedFolders, readHistory, unnotedItem } from './history.mjs';
import { listedKey, signatureState } from './keys.mjs';
import { nameProblems } from './names.mjs';
import { DoesNotFit, Refused } from './errors.mjs';
import { changeEntry, readRegistryOf, sequenceOf } from './registry.mjs';
import { folderOfRelease, isVersionFolder } from './build-files.mjs';
import { longestStep } from './rules.mjs';
import { confirmServed } from './served.mjs';
import { mapsOf } from './source-maps.mjs';

/**
 * Who publishes: the key that signs; `trusted` and `epoch` of the console's config.json, if one is known; how many
 * versions the store keeps; the time as ISO 8601; for how many days the publication counts; who hears of oddities; and
 * which refusals to override.
 * @typedef {{
 * key: Key,
 * trusted: readonly ListedKey[],
 * keep: number,
 * now: () => string,
 * epoch?: number | undefined,
 * days?: number,
 * tell?: (text: string) => void,
 * evenIfRefused?: boolean,
 * replace?: boolean,
 * newRegistry?: boolean,
 * }} Publisher
 *
 * The state of a store, with what a dead publisher did not note. Entry and history count only if a known key signed
 * them; `doubt` says why a history does not.
 * @typedef {{
 * current: EntryDocument | null,
 * isCurrentTrusted: boolean,
 * unnoted: HistoryItem[],
 * entries: HistoryItem[],
 * doubt: string | null,
 * }} StoreState
 *
 * A live release with its canary, as an entry is to name them.
 * @typedef {Release & { canary: EntryDocument['canary'] }} NextRelease
 */

/** How long a publication is valid by default. */
export const defaultDays = 365;

/**
 * The keys that a publisher trusts: those of the console's config.json, and its own.
 * @type {(by: Publisher, id: string) => ListedKey[]}
 */
const knownKeys = (by, id) => [...by.trusted, listedKey(by.key, [id])];

/**
 * Whether an entry was signed by a known key.
 * @type {(entry: EntryDocument, by: Publisher) => boolean}
 */
export const isTrusted = (entry, by) => signatureState(entry, knownKeys(by, entry.id)) === 'valid';

/**
 * Reads the state of the store.
 * @type {(target: Target, id: string, by: Publisher) => Promise<StoreState>}
 */
export async function look(target, id, by) {
  const { tag, current } = await readRegistryOf(target.store, id);
  if (tag === null && !by.newRegistry) await refuseLostRegistry(target.store, id, by);
  const history = await readHistory(target.store, id, knownKeys(by, id));
  const isCurrentTrusted = current !== null && isTrusted(current, by);
  const unnoted = unnotedItem(history.entries, isCurrentTrusted ? current : null);
  return {
    current,
    isCurrentTrusted,
    unnoted,
    entries: [...history.entries, ...unnoted],
    doubt: history.doubt,
  };
}

/**
 * Refuses a store that has no registry.json, though histories tell of publications or config.json has keys of other
 * remotes. It lost the file, or is the wrong store: the next publication would remove those remotes' screens.
 * @type {(store: Store, id: string, by: Publisher) => Promise<void>}
 */
async function refuseLostRegistry(store, id, by) {
  const listable = await store.histories();
  const noted = listable.length === 0 && (await store.readText(historyPathOf(id))) ? [id] : listable;
  const listed = [...new Set(by.trusted.flatMap(({ remotes }) => remotes))].filter((other) => other !== id).sort();
  const reasons = [
    ...(noted.length > 0 ? [`its histories tell of publications of ${noted.join(', ')}`] : []),
    ...(listed.length > 0 ? [`config.json has keys for ${listed.join(', ')}`] : []),
  ];
  if (reasons.length === 0) return;
  throw new Refused(
    `${store.name} holds no registry.json, although ${reasons.join(', and ')}. Restore registry.json from a ` +
      'backup, or name the right store. Where a registry is to begin here, say --new-registry. Nothing was published.',
  );
}

/**
 * Replaces the entry of `id` by what `make(before)` says, with the next number, and notes it as `what` of `release`.
 * @param {{ target: Target, id: string, state: StoreState, by: Publisher, make: (before: EntryDocument | null) =>
 *   NextRelease, what: string, release: Release }} publication
 */
export async function commit({ target, id, state, by, make, what, release }) {
  const { store } = target;
  if (state.doubt) by.tell?.(`${state.doubt}. It begins anew with this publication.`);
  if (what === 'published') tellOlder(state, id, release.declaration.version, by);
  const expected = sequenceOf(state.current);
  const sequence = nextSequence(state);
  const folder = folderOfRelease(release.baseUrl);
  // This release was read back when it was announced.
  const isAnnounced = what === 'canary stopped' || what === 'renewed';
  if (!isAnnounced) await confirmServed(target, release);
  const entry = await changeEntry({
    store,
    id,
    expected,
    key: by.key,
    needed: isAnnounced ? [] : [`${id}/${folder}`],
    make: (before, document) => complete({ id, sequence, ...make(before) }, { before, document, by }),
  });
  const item = {
    sequence,
    version: release.declaration.version,
    folder,
    publishedAt: by.now(),
    what,
    keyId: by.key.keyId,
  };
  await addToHistory(store, id, [...state.unnoted, item], { key: by.key, keys: knownKeys(by, id) });
  await pruneOld(target, id, by);
  return entry;
}

/**
 * Says that a version is below the live one. It is published all the same; `rollback` is the way back.
 * @type {(state: StoreState, id: string, version: string, by: Publisher) => void}
 */
function tellOlder({ current, isCurrentTrusted }, id, version, { tell }) {
  const live = isCurrentTrusted && current ? current.declaration.version : version;
  if (version.localeCompare(live, 'en', { numeric: true }) < 0)
    tell?.(`${id} ${version} is below ${live}, which is live. To go back to what was live before, use rollback.`);
}

/**
 * The number after all signed ones. An unsigned number counts only if it is near them: others may have seen it.
 * @type {(state: StoreState) => number}
 */
function nextSequence({ current, isCurrentTrusted, entries }) {
  const known = Math.max(
    0,
    isCurrentTrusted && current ? current.sequence : 0,
    ...entries.map((item) => item.sequence),
  );
  const stated = sequenceOf(current);
  return (stated > known && stated <= known + longestStep ? stated : known) + 1;
}

/**
 * Adds epoch and date to an entry, and checks its names.
 * @param {{ id: string, sequence: number } & NextRelease} entry
 * @param {{ before: EntryDocument | null, document: RegistryDocument, by: Publisher }} place
 */
function complete(entry, { before, document, by }) {
  const { id } = entry;
  const previous = before && isTrusted(before, by) ? before : null;
  const now = Date.parse(by.now());
  const keys = by.trusted;
  const next = {
    ...entry,
    epoch: by.epoch ?? previous?.epoch ?? 1,
    expiresAt: new Date(now + (by.days ?? defaultDays) * 86_400_000).toISOString(),
  };
  const problems = nameProblems(next, { document, id, keys });
  if (problems.length > 0 && !by.evenIfRefused)
    throw new DoesNotFit(
      `${id} ${entry.declaration.version} does not fit. ${problems.join('\n')}\nNothing was published.`,
    );
  return next;
}

/**
 * Deletes versions that are neither live, canary, nor among the last ones.
 * @type {(target: Target, id: string, by: Publisher) => Promise<void>}
 */
async function pruneOld(target, id, by) {
  await target.store.prune([id, mapsOf(id)], async () => {
    const { current } = await readRegistryOf(target.store, id);
    const { entries } = await readHistory(target.store, id, knownKeys(by, id));
    const shown = [current, current?.canary].filter((release) => !!release);
    const inUse = shown.map(({ baseUrl }) => folderOfRelease(baseUrl));
    const folders = outdatedFolders(entries, by.keep, inUse).filter(isVersionFolder);
    return folders.flatMap((folder) => [`${id}/${folder}`, mapsOf(id, folder)]);
  });
}
