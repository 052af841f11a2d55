// history/<id>.json records which versions of a remote were live, and when. It is signed like the entry. Rollback,
// sequence numbers and the deletion of old versions rely on it.
/** @import { Key, ListedKey, SignatureState } from './keys.mjs' */
/** @import { EntryDocument } from './rules.mjs' */
/** @import { Store } from './store.mjs' */
import { folderOfRelease, isVersionFolder } from './build-files.mjs';
import { signatureState, signEntry } from './keys.mjs';
import { documentText, readDocument, untilUnchanged } from './store.mjs';

/**
 * @typedef {{
 * sequence: number,
 * version: string,
 * folder: string,
 * publishedAt: string,
 * what: string,
 * keyId: string | null | undefined,
 * }} HistoryItem
 *
 * A remote's history as it is stored.
 * @typedef {{ id: string, entries: HistoryItem[], keyId?: string, signature?: string }} HistoryDocument
 */

const longest = 200;
/** @type {(id: string) => string} */
export const historyPathOf = (id) => `history/${id}.json`;

/** @type {Readonly<Record<Exclude<SignatureState, 'valid'>, string>>} */
const mistrust = {
  unsigned: 'is not signed',
  'unknown-key': 'is signed by a key that is not known here; with --console the keys of a console are',
  altered: 'was altered after it was signed',
};

/**
 * Reads a remote's history, oldest first. It is empty if none of `keys` signed it; `doubt` then says why.
 * @type {(store: Store, id: string, keys: readonly ListedKey[]) => Promise<{ entries: HistoryItem[], tag: string |
 *   null, doubt: string | null }>}
 */
export async function readHistory(store, id, keys) {
  const read = await readDocument(store, historyPathOf(id), null);
  const value = /** @type {HistoryDocument | null} */ (read.value);
  const { tag } = read;
  if (value === null) return { entries: [], tag, doubt: null };
  const state = value.id === id ? signatureState(value, keys) : 'altered';
  if (state === 'valid') return { entries: value.entries.filter(isItem), tag, doubt: null };
  return {
    entries: [],
    tag,
    doubt: `${historyPathOf(id)} of ${store.name} ${mistrust[state]}, so nothing of it is gone by`,
  };
}

/**
 * Even a signed item must not lead out of the remote's own folder.
 * @type {(item: HistoryItem) => boolean}
 */
const isItem = ({ sequence, folder }) => Number.isInteger(sequence) && sequence > 0 && isVersionFolder(folder);

/**
 * Adds items and signs the history with `key`. An item replaces the one with the same sequence. Keeps items that others
 * added meanwhile, if one of `keys` signed them.
 * @type {(store: Store, id: string, items: readonly HistoryItem[], signing: { key: Key, keys: readonly ListedKey[]
 *   }) => Promise<HistoryItem[]>}
 */
export function addToHistory(store, id, items, { key, keys }) {
  return untilUnchanged(async () => {
    const { entries, tag } = await readHistory(store, id, keys);
    const merged = new Map([...entries, ...items].map((item) => /** @type {const} */ ([item.sequence, item])));
    const next = [...merged.values()].sort((left, right) => left.sequence - right.sequence).slice(-longest);
    const document = signEntry({ schemaVersion: 1, id, entries: next }, key);
    await store.replace(historyPathOf(id), documentText(document), tag);
    return next;
  });
}

/**
 * The change that a crashed publisher did not record, derived from the live entry.
 * @type {(entries: readonly HistoryItem[], current: EntryDocument | null) => HistoryItem[]}
 */
export function unnotedItem(entries, current) {
  if (!current || entries.some(({ sequence }) => sequence === current.sequence)) return [];
  const folder = folderOfRelease(current.baseUrl);
  const isLiveAsBefore = liveItems(entries).at(-1)?.folder === folder;
  const release = isLiveAsBefore && current.canary ? current.canary : current;
  const what = isLiveAsBefore
    ? current.canary
      ? 'canary'
      : 'renewed'
    : entries.some((item) => item.folder === folder)
      ? 'rolled back'
      : 'published';
  return [
    {
      sequence: current.sequence,
      version: release.declaration.version,
      folder: folderOfRelease(release.baseUrl),
      publishedAt: release.publishedAt,
      what,
      keyId: current.keyId,
    },
  ];
}

/**
 * The items that changed the live version: neither canaries nor renewals.
 * @type {(entries: readonly HistoryItem[]) => HistoryItem[]}
 */
export const liveItems = (entries) => entries.filter(({ what }) => !what.startsWith('canary') && what !== 'renewed');

/**
 * The items that were live, the current one last. A rollback removes the items after its target, so the next rollback
 * goes further back. Publishing a removed version again puts it last.
 * @type {(entries: readonly HistoryItem[]) => HistoryItem[]}
 */
export function liveBefore(entries) {
  return liveItems(entries).reduce((/** @type {HistoryItem[]} */ stack, item) => {
    const at = stack.findLastIndex(({ folder }) => folder === item.folder);
    if (at === stack.length - 1 && at >= 0) return stack;
    return item.what === 'rolled back' && at >= 0 ? stack.slice(0, at + 1) : [...stack, item];
  }, []);
}

/**
 * The folders that may be deleted: neither in `inUse` nor among the last `keep` different ones.
 * @type {(entries: readonly HistoryItem[], keep: number, inUse: readonly string[]) => string[]}
 */
export function outdatedFolders(entries, keep, inUse) {
  const byAge = [...new Set(entries.map(({ folder }) => folder).toReversed())];
  return byAge.slice(keep).filter((folder) => !inUse.includes(folder));
}
