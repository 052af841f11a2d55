import { canonicalJson } from '@device-console/shared-lib/contract';
import { createHash } from 'node:crypto';
import { TransactionConflict } from '../errors/request-errors.ts';
import { findOutcome, reserveOutcome, storeAnswer, type OutcomeKey } from '../store/outcomes.ts';
import type { Database } from '../store/store.ts';

/** Returns a hash that is the same for the same body, whatever the order of its fields (D2). */
export function hashBody(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

/** `repeated`: the answer is the stored one of an earlier request, and nothing was done. */
interface OnceResult {
  readonly answer: unknown;
  readonly repeated: boolean;
}

/**
 * Runs `work` at most once per key (D2). Must be inside a transaction: the answer commits together with what `work`
 * wrote, and an error of `work` undoes both. The same key again gives the stored answer; with another body it throws
 * TransactionConflict.
 */
export async function exactlyOnce(
  db: Database,
  key: OutcomeKey,
  bodyHash: string,
  at: string,
  work: () => Promise<unknown>,
): Promise<OnceResult> {
  if (!(await reserveOutcome(db, key, bodyHash, at))) {
    const stored = await findOutcome(db, key);
    if (stored?.body_hash !== bodyHash) throw new TransactionConflict(key.transactionId);
    return { answer: JSON.parse(stored.answer), repeated: true };
  }
  const answer = await work();
  await storeAnswer(db, key, JSON.stringify(answer));
  return { answer, repeated: false };
}
