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
function contextOf(batchId: string, place: number, of = ''): EnvelopeContext {
  return { direction: 'request', method: 'KEEP', path: `batch-rows/${of}${place}`, transactionId: batchId };
}

/** The text that was sealed there; null if it was sealed elsewhere or is damaged: the file is to be chosen again. */
async function openedText(codec: EnvelopeCodec, payload: string, context: EnvelopeContext): Promise<string | null> {
  try {
    const text = await codec.open({ payload, transactionId: context.transactionId }, context);
    return typeof text === 'string' ? text : null;
  } catch (error) {
    if (error instanceof EnvelopeError) return null;
    throw error;
  }
}

const sessionEnded = (): Error => new Error('The session has ended. Log in again, then start the batch.');

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
      if (owner === null) throw sessionEnded();
      return (await (await codecOf(owner)).seal(text, contextOf(batchId, place))).payload;
    },
    async open(batchId, place, sealed) {
      const owner = token();
      return owner === null ? null : openedText(await codecOf(owner), sealed, contextOf(batchId, place));
    },
  };
}

/**
 * Keeps rows without names and amounts for an operator, in every session of this browser (B3): sealed as the stored
 * session is, with the shared key. The operator is part of what opens them.
 */
export function createOperatorVault(sharedKey: string, operator: () => string | null): BatchVault {
  let made: Promise<EnvelopeCodec> | null = null;
  const codec = (): Promise<EnvelopeCodec> => (made ??= createEnvelopeCodec({ codec: 'v1', sharedKey }));
  const placeOf = (batchId: string, place: number, owner: string): EnvelopeContext =>
    contextOf(batchId, place, `of ${owner}/`);
  return {
    async seal(batchId, place, text) {
      const owner = operator();
      if (owner === null) throw sessionEnded();
      return (await (await codec()).seal(text, placeOf(batchId, place, owner))).payload;
    },
    async open(batchId, place, sealed) {
      const owner = operator();
      return owner === null ? null : openedText(await codec(), sealed, placeOf(batchId, place, owner));
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
  /** Of config.json. */
  readonly sharedKey: string;
  /** `idempotent` of config.json (D2). */
  readonly idempotent: boolean;
}

/** Reports refusals of the present session, and ignores late ones of an earlier session. */
export function watchingRefusals({
  client,
  session,
  onRefused,
}: Omit<BatchSurroundings, 'idempotent' | 'askedMs' | 'sharedKey'>): Pick<
  ApiClient,
  'call' | 'upload' | 'offers' | 'download'
> {
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

export function createBatches({ idempotent, askedMs, sharedKey, ...surroundings }: BatchSurroundings): BatchManager {
  const ids = { batchId: newTransactionId, itemTransactionId: batchItemTransactionId };
  const signedIn = (): string | null => surroundings.session()?.email ?? null;
  const vault = createBatchVault(() => surroundings.session()?.token ?? null);
  const ports = browserBatchPorts({
    client: watchingRefusals(surroundings),
    ids,
    vault,
    operatorVault: createOperatorVault(sharedKey, signedIn),
    askedMs,
    place: browserAndSystem(navigator.userAgent),
    signedIn,
    onFailure: reportError,
  });
  return createBatchManager({ ports, idempotent });
}
