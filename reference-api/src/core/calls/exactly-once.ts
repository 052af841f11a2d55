import { canonicalJson } from '@device-console/shared-lib/contract';
import { createHash } from 'node:crypto';
import { BusinessError } from '../errors/expected-errors.ts';
import { RequestError, TransactionConflict } from '../errors/request-errors.ts';
import type { Passwords } from '../security/passwords.ts';
import { findOutcomes, freeOutcomes, reserveOutcomes, storeAnswers, type OutcomeKey } from '../store/outcomes.ts';
import type { Database } from '../store/store.ts';

/** Independent of the order of fields (D2). */
export function hashBody(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

/** With `passwords`, for a body that has one, the hash is stored like a password: no reader can guess it. */
export function proofOf(body: unknown, passwords?: Passwords) {
  const hash = hashBody(body);
  return {
    make: async () => (passwords ? passwords.hash(hash) : hash),
    /** True if `stored` is of the same body. */
    fits: async (stored: string) => (passwords ? passwords.verify(stored, hash) : stored === hash),
  };
}

export interface OnceWork {
  readonly key: OutcomeKey;
  readonly proof: ReturnType<typeof proofOf>;
  readonly at: string;
  readonly work: () => Promise<unknown>;
  /** The answer to a repetition, if the answer is not stored. Default: the answer. */
  readonly remembered?: ((answer: unknown) => unknown) | undefined;
}

/** Returns the stored text if another transaction has committed the key. */
async function reserve(db: Database, { key, proof, at }: OnceWork): Promise<string | undefined> {
  const { transactionId } = key;
  const free = await reserveOutcomes(db, key, [{ transactionId, bodyHash: await proof.make(), answer: '' }], at);
  if (free.has(transactionId)) return undefined;
  const stored = (await findOutcomes(db, key, [transactionId])).get(transactionId);
  if (!stored || !(await proof.fits(stored.body_hash))) throw new TransactionConflict(transactionId);
  return stored.answer;
}

/**
 * Runs `work` at most once per key (D2). Must be inside a transaction: the answer commits with `work`'s writes, and an
 * error undoes both. The same key again gives the stored answer; with another body it throws TransactionConflict.
 */
export async function exactlyOnce(db: Database, once: OnceWork): Promise<unknown> {
  const { key, work, remembered = (answer) => answer } = once;
  const stored = await reserve(db, once);
  if (stored !== undefined) return JSON.parse(stored);
  const answer = await work();
  await storeAnswers(db, key, [key.transactionId], JSON.stringify(remembered(answer)));
  return answer;
}

/** Answers a repetition whose first request has not finished, or was interrupted. */
const UNFINISHED =
  'This was begun before by the same request, and its end is not known. Look how it stands now, then ask again.';

/**
 * Like {@link exactlyOnce}, for work with transactions of its own: the key is reserved first. Interrupted work is not
 * repeated, and the same key is told so. A refusal frees the key.
 */
export async function onceAcrossTransactions(db: Database, once: OnceWork): Promise<unknown> {
  const { key, work } = once;
  const stored = await reserve(db, once);
  if (stored === '') throw new BusinessError(UNFINISHED);
  if (stored !== undefined) return JSON.parse(stored);
  try {
    const answer = await work();
    await storeAnswers(db, key, [key.transactionId], JSON.stringify(answer));
    return answer;
  } catch (error) {
    if (error instanceof BusinessError || error instanceof RequestError)
      await freeOutcomes(db, key, [key.transactionId]);
    throw error;
  }
}
