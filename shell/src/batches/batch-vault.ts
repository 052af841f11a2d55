import type { BatchVault } from '@device-console/shared-lib/batch';
import {
  createEnvelopeCodec,
  EnvelopeError,
  type EnvelopeCodec,
  type EnvelopeContext,
} from '@device-console/shared-lib/crypto';

/** What a piece of rows is sealed for: it opens in its own place of its own batch only. */
function contextOf(batchId: string, place: number): EnvelopeContext {
  return { direction: 'request', method: 'KEEP', path: `batch-rows/${place}`, transactionId: batchId };
}

/** Keeps personal rows for one session, sealed under a key from its token, which goes with the session (D15). */
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
        // Sealed in another session, or damaged: either way the file has to be asked for.
        if (error instanceof EnvelopeError) return null;
        throw error;
      }
    },
  };
}
