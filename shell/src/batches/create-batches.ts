import { browserPlace } from '../common/browser-name.ts';
import { ApiError, type ApiClient } from '@device-console/shared-lib/api';
import type { BatchManager } from '@device-console/shared-lib/batch';
import { browserBatchPorts, createBatchManager } from '@device-console/shared-lib/batch-host';
import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';
import type { Session } from '@device-console/shared-lib/session';
import { createBatchVault } from './batch-vault.ts';

export interface BatchSurroundings {
  readonly client: ApiClient;
  /** The session that calls are made with, or null. */
  readonly session: () => Pick<Session, 'token' | 'email'> | null;
  /** The present session was refused at a call of a batch (D11). */
  readonly onRefused: () => void;
  /** Milliseconds that calls of the page have waited for the operator's answers (S18). */
  readonly askedMs: () => number;
  /** `idempotent` of config.json (D2). */
  readonly idempotent: boolean;
}

/** The client, telling of refusals of the present session; a late one of an earlier says nothing of it. */
export function tellingRefusals({
  client,
  session,
  onRefused,
}: Omit<BatchSurroundings, 'idempotent' | 'askedMs'>): Pick<ApiClient, 'call' | 'upload' | 'offers' | 'download'> {
  async function told<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    const token = session()?.token;
    try {
      return await send();
    } catch (error) {
      if (
        error instanceof ApiError &&
        error.kind === 'authorization' &&
        token !== undefined &&
        session()?.token === token
      )
        onRefused();
      throw error;
    }
  }
  return {
    offers: (call) => client.offers(call),
    download: (path, options) => told(() => client.download(path, options)),
    call: (call, body, options) => told(() => client.call(call, body, options)),
    upload: (call, file, fields, options) => told(() => client.upload(call, file, fields, options)),
  };
}

export function createBatches({ idempotent, askedMs, ...surroundings }: BatchSurroundings): BatchManager {
  const ids = { batchId: newTransactionId, itemTransactionId: batchItemTransactionId };
  const signedIn = (): string | null => surroundings.session()?.email ?? null;
  const vault = createBatchVault(() => surroundings.session()?.token ?? null);
  const ports = browserBatchPorts({
    client: tellingRefusals(surroundings),
    ids,
    vault,
    askedMs,
    place: browserPlace(navigator.userAgent),
    signedIn,
    onFailure: reportError,
  });
  return createBatchManager({ ports, idempotent });
}
