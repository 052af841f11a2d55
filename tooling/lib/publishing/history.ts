// history/<id>.json records which versions of a remote were live, and when. It is signed like the entry. Rollback,
// sequence numbers and the deletion of old versions rely on it.
import { folderOfRelease, isVersionFolder } from './build-files.ts';
import { type Key, type ListedKey, type SignatureState, signatureState, signEntry } from './keys.ts';
import { type Store, documentText, readDocument, untilUnchanged } from './store.ts';
import type { EntryDocument } from './rules.ts';

export type HistoryItem = {
  sequence: number;
  version: string;
  folder: string;
  publishedAt: string;
  what: string;
  keyId: string | null | undefined;
};

/** A remote's history as it is stored. */
export type HistoryDocument = { id: string; entries: HistoryItem[]; keyId?: string; signature?: string };

const longest = 200;
const historyPathOf = (id: string): string => `history/${id}.json`;

const mistrust: Record<Exclude<SignatureState, 'valid'>, string> = {
  unsigned: 'is not signed',
  'unknown-key': 'is signed by a key that is not known here; with --console the keys of a console are',
  altered: 'was altered after it was signed',
};

/** Reads a remote's history, oldest first. It is empty if none of `keys` signed it; `doubt` then says why. */
export async function readHistory(store: Store, id: string, keys: readonly ListedKey[]) {
  const { value, tag } = await readDocument<HistoryDocument | null>(store, historyPathOf(id), null);
  if (value === null) return { entries: [], tag, doubt: null };
  const state = value.id === id ? signatureState(value, keys) : 'altered';
  if (state !== 'valid') {
    const doubt = `${historyPathOf(id)} of ${store.name} ${mistrust[state]}, so nothing of it is gone by`;
    return { entries: [], tag, doubt };
  }
  // Even a signed item must not lead out of the remote's own folder.
  const isItem = ({ sequence, folder }: HistoryItem): boolean =>
    Number.isInteger(sequence) && sequence > 0 && isVersionFolder(folder);
  return { entries: value.entries.filter(isItem), tag, doubt: null };
}

/**
 * Adds items and signs the history with `key`. An item replaces the one with the same sequence. Keeps items that others
 * added meanwhile, if one of `keys` signed them.
 */
export function addToHistory(
  store: Store,
  id: string,
  items: readonly HistoryItem[],
  { key, keys }: { key: Key; keys: readonly ListedKey[] },
): Promise<HistoryItem[]> {
  return untilUnchanged(async () => {
    const { entries, tag } = await readHistory(store, id, keys);
    const merged = new Map([...entries, ...items].map((item) => [item.sequence, item] as const));
    const next = [...merged.values()].sort((left, right) => left.sequence - right.sequence).slice(-longest);
    const document = signEntry({ schemaVersion: 1, id, entries: next }, key);
    await store.replace(historyPathOf(id), documentText(document), tag);
    return next;
  });
}

/** The change that a crashed publisher did not record, derived from the live entry. */
export function unnotedItem(entries: readonly HistoryItem[], current: EntryDocument | null): HistoryItem[] {
  if (!current || entries.some(({ sequence }) => sequence === current.sequence)) return [];
  const folder = folderOfRelease(current.baseUrl);
  const isLiveAsBefore = liveItems(entries).at(-1)?.folder === folder;
  const release = isLiveAsBefore && current.canary ? current.canary : current;
  const ofLive = entries.some((item) => item.folder === folder) ? 'rolled back' : 'published';
  const besideLive = current.canary ? 'canary' : 'renewed';
  return [
    {
      sequence: current.sequence,
      version: release.declaration.version,
      folder: folderOfRelease(release.baseUrl),
      publishedAt: release.publishedAt,
      what: isLiveAsBefore ? besideLive : ofLive,
      keyId: current.keyId,
    },
  ];
}

/** The items that changed the live version: neither canaries, nor previews, nor renewals. */
export const liveItems = (entries: readonly HistoryItem[]): HistoryItem[] =>
  entries.filter(({ what }) => !/^(canary|preview|renewed)/.test(what));

/**
 * The items that were live, the current one last. A rollback removes the items after its target, so the next rollback
 * goes further back. Publishing a removed version again puts it last.
 */
export function liveBefore(entries: readonly HistoryItem[]): HistoryItem[] {
  return liveItems(entries).reduce((stack: HistoryItem[], item) => {
    const at = stack.findLastIndex(({ folder }) => folder === item.folder);
    if (at === stack.length - 1 && at >= 0) return stack;
    return item.what === 'rolled back' && at >= 0 ? stack.slice(0, at + 1) : [...stack, item];
  }, []);
}

/** The folders that may be deleted: neither in `inUse` nor among the last `keep` different ones. */
export function outdatedFolders(entries: readonly HistoryItem[], keep: number, inUse: readonly string[]): string[] {
  const byAge = [...new Set(entries.map(({ folder }) => folder).toReversed())];
  return byAge.slice(keep).filter((folder) => !inUse.includes(folder));
}
