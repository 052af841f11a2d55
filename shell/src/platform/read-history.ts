import type { FetchDocument } from '../common/fetch-document.ts';

export interface HistoryItem {
  readonly sequence: number;
  readonly version: string;
  readonly publishedAt: string;
  readonly what: string;
  readonly keyId: string;
}

/** Newest first; `not-served` if the store does not publish it. */
export type RemoteHistory =
  | { readonly status: 'served'; readonly items: readonly HistoryItem[] }
  | { readonly status: 'not-served' };

/**
 * Reads `history/<id>.json` beside the registry: publishers' notes, not signed, so they decide nothing.
 * @throws Error when it is there and cannot be read
 */
export async function readHistory(
  registryUrl: string,
  id: string,
  fetchDocument: FetchDocument,
  signal: AbortSignal,
): Promise<RemoteHistory> {
  const url = new URL(`history/${encodeURIComponent(id)}.json`, new URL(registryUrl, document.baseURI)).href;
  const response = await fetchDocument(url, { cache: 'no-cache', signal });
  if (response.status === 404) return { status: 'not-served' };
  if (!response.ok)
    throw new Error(`${url} answered ${response.status}. Try again, or look at the server that serves registry.json.`);
  const entries = entriesOf(await response.json().catch(() => null));
  if (!entries) throw new Error(`${url} is no history of a remote. Look at what the server answers there.`);
  return { status: 'served', items: entries.map(itemOf).toReversed() };
}

function entriesOf(file: unknown): readonly unknown[] | null {
  return typeof file === 'object' && file !== null && 'entries' in file && Array.isArray(file.entries)
    ? file.entries
    : null;
}

/** Missing or malformed fields, as from a later publisher, are left empty; other items stay. */
function itemOf(item: unknown): HistoryItem {
  const fields = new Map(Object.entries(typeof item === 'object' && item !== null ? item : {}));
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const sequence = fields.get('sequence');
  return {
    sequence: typeof sequence === 'number' ? sequence : 0,
    version: text('version'),
    publishedAt: text('publishedAt'),
    what: text('what'),
    keyId: text('keyId'),
  };
}
