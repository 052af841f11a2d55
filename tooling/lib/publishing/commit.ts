// Makes one signed change to a remote's entry: reads the store, replaces the entry, and adds an item to the history.
import { type HistoryItem, addToHistory, outdatedFolders, readHistory, unnotedItem } from './history.ts';
import { type Key, type ListedKey, listedKey, signatureState } from './keys.ts';
import { nameProblems } from './names.ts';
import {
  type RegistryDocument,
  type UnsignedEntry,
  changeEntry,
  DoesNotFit,
  readRegistryOf,
  sequenceOf,
} from './registry.ts';
import { folderOfRelease, isVersionFolder } from './build-files.ts';
import { type EntryDocument, type Release, longestStep } from './rules.ts';
import { type Target, confirmServed } from './targets.ts';
import { mapsOf } from './store.ts';

/**
 * Who publishes: the signing key; the `trusted` keys and `epoch` of the console's config.json, if known; how many
 * versions the store keeps (5); the time as ISO 8601; how many `days` the publication is valid (365); where warnings go
 * (`tell`); and which refusals to override.
 */
export type Publisher = {
  key: Key;
  trusted: readonly ListedKey[];
  keep?: number | undefined;
  now: () => string;
  epoch?: number | undefined;
  days?: number | undefined;
  tell?: (text: string) => void;
  evenIfRefused?: boolean | undefined;
  replace?: boolean | undefined;
  newRegistry?: boolean | undefined;
};

/** A remote in a store, and who changes its entry. */
export type Place = { target: Target; id: string; by: Publisher };

/**
 * `current` is the stored entry. `trusted` is the same entry if a known key signed it, else null. `entries` is the
 * history, with the items that a crashed publisher did not record (`unnoted`). A history counts only if a known key
 * signed it; `doubt` says why it does not.
 */
export type State = Place & {
  current: EntryDocument | null;
  trusted: EntryDocument | null;
  unnoted: HistoryItem[];
  entries: HistoryItem[];
  doubt: string | null;
};

const knownKeys = (by: Publisher, id: string): ListedKey[] => [...by.trusted, listedKey(by.key, [id])];

/** Throws if the store has no registry, unless --new-registry is given: it was lost, or this is the wrong store. */
export async function look({ target, id, by }: Place): Promise<State> {
  const keys = knownKeys(by, id);
  const { tag, current } = await readRegistryOf(target.store, id);
  if (tag === null && !by.newRegistry)
    throw new Error(
      `${target.store.name} holds no registry.json. Restore it from a backup, or name the right store. Where a ` +
        'registry is to begin here, say --new-registry. Nothing was published.',
    );
  const history = await readHistory(target.store, id, keys);
  const trusted = current && signatureState(current, keys) === 'valid' ? current : null;
  const unnoted = unnotedItem(history.entries, trusted);
  const entries = [...history.entries, ...unnoted];
  return { target, id, by, current, trusted, unnoted, entries, doubt: history.doubt };
}

/** What an entry has beside its live release. */
export type Beside = Pick<EntryDocument, 'canary' | 'preview'>;

/**
 * Replaces the entry by `next`, the live release and what is beside it, with the next sequence number. Records `what`
 * of `release` in the history.
 */
export async function commit(state: State, what: string, release: Release, next: Release & Beside) {
  const { target, id, by } = state;
  const { store } = target;
  if (state.doubt) by.tell?.(`${state.doubt}. It begins anew with this publication.`);
  const folder = folderOfRelease(release.baseUrl);
  // This release was read back when it was announced.
  const isAnnounced = what === 'canary stopped' || what === 'preview stopped' || what === 'renewed';
  if (!isAnnounced) await confirmServed(target, release, by.tell);
  const unsigned = {
    id,
    sequence: nextSequence(state),
    ...next,
    epoch: by.epoch ?? state.trusted?.epoch ?? 1,
    expiresAt: new Date(Date.parse(by.now()) + (by.days ?? 365) * 86_400_000).toISOString(),
  };
  const entry = await changeEntry(store, state.current, unsigned, by.key, {
    needed: isAnnounced ? [] : [`${id}/${folder}`],
    check: (document) => refuseTakenNames(unsigned, document, by),
  });
  const item = {
    sequence: entry.sequence,
    version: release.declaration.version,
    folder,
    publishedAt: by.now(),
    what,
    keyId: by.key.keyId,
  };
  await addToHistory(store, id, [...state.unnoted, item], { key: by.key, keys: knownKeys(by, id) });
  await pruneOld(state);
  return entry;
}

/**
 * The number after all signed ones. An untrusted entry's number counts only if it is close to them: browsers may have
 * seen it.
 */
function nextSequence({ current, trusted, entries }: State): number {
  const known = Math.max(0, trusted?.sequence ?? 0, ...entries.map((item) => item.sequence));
  const stated = sequenceOf(current);
  return (stated > known && stated <= known + longestStep ? stated : known) + 1;
}

/** Throws DoesNotFit if another remote of the registry has a name of the entry, unless --even-if-refused is given. */
function refuseTakenNames(entry: UnsignedEntry, document: RegistryDocument, { trusted, evenIfRefused }: Publisher) {
  const { id, declaration } = entry;
  const problems = nameProblems(entry, document, trusted);
  if (problems.length > 0 && !evenIfRefused)
    throw new DoesNotFit(`${id} ${declaration.version} does not fit. ${problems.join('\n')}\nNothing was published.`);
}

/** Deletes versions that are neither live, nor canary, nor preview, nor among the last `keep`. */
async function pruneOld({ target, id, by }: Place): Promise<void> {
  await target.store.prune([id, mapsOf(id)], async () => {
    const { current } = await readRegistryOf(target.store, id);
    const { entries } = await readHistory(target.store, id, knownKeys(by, id));
    const shown = [current, current?.canary, current?.preview].filter((release) => !!release);
    const inUse = shown.map(({ baseUrl }) => folderOfRelease(baseUrl));
    const folders = outdatedFolders(entries, by.keep ?? 5, inUse).filter(isVersionFolder);
    return folders.flatMap((folder) => [`${id}/${folder}`, mapsOf(id, folder)]);
  });
}
