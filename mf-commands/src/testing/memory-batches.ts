import type { ApiClient } from '@device-console/shared-lib/api';
import type { BatchLock, BatchManager, BatchStore, BatchVault } from '@device-console/shared-lib/batch';
import { browserBatchPorts, createBatchManager } from '@device-console/shared-lib/batch-host';
import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';

function memoryLock(): BatchLock {
  const taken = new Set<string>();
  const waiting: (() => void)[] = [];
  const take = (name: string): Awaited<ReturnType<BatchLock['tryAcquire']>> => {
    if (taken.has(name)) return null;
    taken.add(name);
    const release = (): void => {
      taken.delete(name);
      waiting.splice(0).forEach((look) => look());
    };
    return { confirm: () => true, release };
  };
  return {
    tryAcquire: async (name) => take(name),
    acquire(name, callback) {
      const look = (): void => {
        const held = take(name);
        if (held) callback(held);
        else waiting.push(look);
      };
      look();
      return () => undefined;
    },
  };
}

/** Hides the text from a casual look, and opens for that session only. */
function sessionVault(session: string): BatchVault {
  const tag = (batchId: string, place: number): string => `${session} ${batchId} ${place} `;
  return {
    seal: async (batchId, place, text) => tag(batchId, place) + btoa(encodeURIComponent(text)),
    open: async (batchId, place, sealed) =>
      sealed.startsWith(tag(batchId, place))
        ? decodeURIComponent(atob(sealed.slice(tag(batchId, place).length)))
        : null,
  };
}

/** Over the page's own client, with store and locks in memory: jsdom has neither. */
export function memoryBatches(
  client: ApiClient,
  operator: string,
  store: BatchStore,
  vaultSession: string,
  idempotent: boolean,
): BatchManager {
  const ids = { batchId: newTransactionId, itemTransactionId: batchItemTransactionId };
  const onFailure = (error: unknown): never => {
    throw error;
  };
  const ports = browserBatchPorts({
    client,
    ids,
    vault: sessionVault(vaultSession),
    operatorVault: sessionVault(operator),
    place: 'A browser',
    signedIn: () => operator,
    onFailure,
  });
  return createBatchManager({ ports: { ...ports, store, lock: memoryLock() }, idempotent });
}
