import { ApiError, type ApiClient } from '@device-console/shared-lib/api';
import type { BatchManager, BatchVault } from '@device-console/shared-lib/batch';
import { browserBatchPorts, createBatchManager } from '@device-console/shared-lib/batch-host';
import {
  batchItemTransactionId,
  newTransactionId,
  createEnvelopeCodec,
  EnvelopeError,
  type EnvelopeCodec,
  type EnvelopeContext,
} from '@device-console/shared-lib/crypto';
import type { Session } from '@device-console/shared-lib/session';
import { browserAndSystem } from '../common/browser-name.ts';

/** A sealed chunk of rows opens only at its own place in its own batch. */
function contextOf(batchId: string, place: number): EnvelopeContext {
  return { direction: 'request', method: 'KEEP', path: `batch-rows/${place}`, transactionId: batchId };
}

/** Keeps personal rows for one session (D15): sealed under a key from its token, they end with it. */
export function createBatchVault(token: () => string | null): BatchVault {
  let latest: { readonly token: string; readonly codec: Promise<EnvelopeCodec> } | null = null;
  const codecOf = (owner: string): Promise<EnvelopeCodec> => {
    if (latest?.token !== owner)
      latest = {
        token: owner,
        codec: createEnvelopeCodec({ codec: 'v1', sharedKey: `rows of batches, kept for ${owner}` }),
      };
    return latest.codec;
  };
  return {
    async seal(batchId, place, text) {
      const owner = token();
      if (owner === null) throw new Error('The session has ended. Log in again, then start the batch.');
      return (await (await codecOf(owner)).seal(text, contextOf(batchId, place))).payload;
    },
    async open(batchId, place, sealed) {
      const owner = token();
      if (owner === null) return null;
      try {
        const text = await (
          await codecOf(owner)
        ).open({ payload: sealed, transactionId: batchId }, contextOf(batchId, place));
        return typeof text === 'string' ? text : null;
      } catch (error) {
        // Sealed in another session, or damaged: the operator must choose the file again.
        if (error instanceof EnvelopeError) return null;
        throw error;
      }
    },
  };
}

export interface BatchSurroundings {
  readonly client: ApiClient;
  readonly session: () => Pick<Session, 'token' | 'email'> | null;
  /** The server refused the session at a call of a batch (D11). */
  readonly onRefused: () => void;
  /** Milliseconds that the page's calls have waited for the operator's answers (S18). */
  readonly askedMs: () => number;
  /** `idempotent` of config.json (D2). */
  readonly idempotent: boolean;
}

/** Reports refusals of the present session, and ignores late ones of an earlier session. */
export function watchingRefusals({
  client,
  session,
  onRefused,
}: Omit<BatchSurroundings, 'idempotent' | 'askedMs'>): Pick<ApiClient, 'call' | 'upload' | 'offers' | 'download'> {
  async function watched<Answer>(send: () => Promise<Answer>): Promise<Answer> {
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
    download: (path, options) => watched(() => client.download(path, options)),
    call: (call, body, options) => watched(() => client.call(call, body, options)),
    upload: (call, file, fields, options) => watched(() => client.upload(call, file, fields, options)),
  };
}

export function createBatches({ idempotent, askedMs, ...surroundings }: BatchSurroundings): BatchManager {
  const ids = { batchId: newTransactionId, itemTransactionId: batchItemTransactionId };
  const signedIn = (): string | null => surroundings.session()?.email ?? null;
  const vault = createBatchVault(() => surroundings.session()?.token ?? null);
  const ports = browserBatchPorts({
    client: watchingRefusals(surroundings),
    ids,
    vault,
    askedMs,
    place: browserAndSystem(navigator.userAgent),
    signedIn,
    onFailure: reportError,
  });
  return createBatchManager({ ports, idempotent });
}
