import { hashKey, notifyManager, QueryClient, type Query, type QueryKey } from '@tanstack/react-query';
import type { CallDefinition } from '../../contract/index.ts';

/** Milliseconds that an answer is kept for Back once no screen shows it. */
export const KEPT_MS = 300_000;

/** Makes the cache of one operator's answers. It asks on its own only on arrival, and never repeats what failed. */
export function createQueryClient(): QueryClient {
  // An answer is shown as soon as it is there. The library's own timer is late on a hidden page.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // The client itself says that the browser is offline.
        networkMode: 'always',
        // An answer that was read again is another one, even if it says the same.
        structuralSharing: false,
      },
    },
  });
}

/** A query's key: the call's path, and the body. */
export const keyOf = ({ path }: CallDefinition, body: unknown): QueryKey => [path, body];

/** Identifies a query; the same for bodies of the same content. */
export const hashOf = (call: CallDefinition, body: unknown): string => hashKey(keyOf(call, body));

/** The error is in the query's state, where its screens read it. */
const settled = (fetching: Promise<unknown>): Promise<void> =>
  fetching.then(
    () => undefined,
    () => undefined,
  );

/** Queries whose request was begun by the code that is running, and those that ask once more after a pending one. */
const begun = new WeakSet<Query>();
const waiting = new WeakSet<Query>();

/** Aborts a pending request and makes it anew. Resolves when the new one has an answer, failed or was aborted. */
export function askAgain(query: Query): Promise<void> {
  waiting.delete(query);
  void query.cancel({ silent: true });
  return settled(query.fetch());
}

/**
 * Makes the request again, after a pending one: its answer may be older than what happened. Several refetches at once
 * are one.
 */
export function refetchInBackground(query: Query): void {
  if (begun.has(query) || waiting.has(query)) return;
  if (query.state.fetchStatus === 'idle') {
    begun.add(query);
    queueMicrotask(() => begun.delete(query));
    void settled(query.fetch());
    return;
  }
  waiting.add(query);
  void settled(query.fetch()).then(() => {
    // Not where it was asked again meanwhile, nor where nobody shows it any more.
    if (waiting.delete(query) && query.isActive()) refetchInBackground(query);
  });
}

/** Makes outdated answers new: those that are shown are read again, the others are forgotten. */
export function refresh(client: QueryClient, isOutdated: (key: QueryKey) => boolean): void {
  const cache = client.getQueryCache();
  for (const query of cache.getAll()) {
    if (!isOutdated(query.queryKey)) continue;
    if (query.isActive()) refetchInBackground(query);
    else cache.remove(query);
  }
}
