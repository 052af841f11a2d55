import type { ApiClient } from '@device-console/shared-lib/api';
import type { BatchManager } from '@device-console/shared-lib/batch';
import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';

export interface BatchSurroundings {
  readonly client: ApiClient;
  /** E-mail of the session's operator, or null. */
  readonly signedIn: () => string | null;
  /** `idempotent` of config.json (D2). */
  readonly idempotent: boolean;
}

/** Fetches the batch engine and makes the page's manager on this browser's storage, locks and clock. */
export async function createBatches({ client, signedIn, idempotent }: BatchSurroundings): Promise<BatchManager> {
  const { browserBatchPorts, createBatchManager } = await import('@device-console/shared-lib/batch');
  const ids = { batchId: newTransactionId, itemTransactionId: batchItemTransactionId };
  const ports = browserBatchPorts({ client, ids, signedIn, onFailure: reportError });
  return createBatchManager({ ports, idempotent });
}
