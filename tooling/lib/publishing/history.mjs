// What was live of a remote, and when: history/<id>.json, which rollback and the deleting of old versions go by.
import { documentText, readDocument, StoreConflict } from './store.mjs';

const longest = 200;
const pathOf = (id) => `history/${id}.json`;

/** Reads a remote's history, the oldest first: `{ sequence, version, folder, publishedAt, what, keyId }` each. */
export async function readHistory(store, id) {
  const { value, tag } = await readDocument(store, pathOf(id), { schemaVersion: 1, id, entries: [] });
  return { entries: value.entries, tag };
}

/** Adds items; one of a sequence that is there already replaces it. Others' additions meanwhile are kept. */
export async function addToHistory(store, id, items) {
  for (let attempt = 1; ; attempt += 1) {
    const { entries, tag } = await readHistory(store, id);
    const merged = new Map([...entries, ...items].map((item) => [item.sequence, item]));
    const next = [...merged.values()].sort((left, right) => left.sequence - right.sequence).slice(-longest);
    try {
      await store.replace(pathOf(id), documentText({ schemaVersion: 1, id, entries: next }), tag);
      return next;
    } catch (error) {
      if (!(error instanceof StoreConflict) || attempt === 20) throw error;
    }
  }
}

/** What a publisher that died after its change did not note: the live entry itself tells. */
export function unnotedItem(entries, current, folderOf) {
  if (!current || entries.some(({ sequence }) => sequence === current.sequence)) return [];
  const folder = folderOf(current.baseUrl);
  const canaryFolder = current.canary ? folderOf(current.canary.baseUrl) : null;
  const lastLive = liveItems(entries).at(-1);
  const isCanary = canaryFolder !== null && lastLive?.folder === folder;
  const { declaration, publishedAt } = isCanary ? current.canary : current;
  const what = isCanary ? 'canary' : entries.some((item) => item.folder === folder) ? 'rolled back' : 'published';
  return [{ sequence: current.sequence, version: declaration.version, folder: isCanary ? canaryFolder : folder, publishedAt, what, keyId: current.keyId }];
}

/** The items by which a version became live; a canary is one for some operators only. */
export const liveItems = (entries) => entries.filter(({ what }) => !what.startsWith('canary'));

/** Of the noted folders, those that may go: not in `inUse`, and not among the last `keep` different ones. */
export function outdatedFolders(entries, keep, inUse) {
  const byAge = [...new Set(entries.map(({ folder }) => folder).toReversed())];
  return byAge.slice(keep).filter((folder) => !inUse.includes(folder));
}
