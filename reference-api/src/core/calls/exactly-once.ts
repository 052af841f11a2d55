import { canonicalJson } from '@device-console/shared-lib/contract';
import { createHash } from 'node:crypto';
import { BusinessError } from '../errors/expected-errors.ts';
import { RequestError, TransactionConflict } from '../errors/request-errors.ts';
import type { Passwords } from '../security/passwords.ts';
import { findOutcomes, freeOutcomes, reserveOutcomes, storeAnswer, type OutcomeKey } from '../store/outcomes.ts';
import { inTransaction, type Database } from '../store/store.ts';

/** Returns a hash that is the same for the same body, whatever the order of its fields (D2). */
export function hashBody(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

/** What identifies a body. */
export interface BodyProof {
  /** What is stored of the body. */
  make(): Promise<string>;
  /** True where that was made of the same body. */
  fits(stored: string): Promise<boolean>;
}

/** For an ordinary body: its hash. */
export function proofByHash(bodyHash: string): BodyProof {
  return { make: () => Promise.resolve(bodyHash), fits: (stored) => Promise.resolve(stored === bodyHash) };
}

/** For a body with a password: stored like a password, so that nobody who reads the database can try some. */
export function proofOfSecret(passwords: Passwords, body: unknown): BodyProof {
  const hash = hashBody(body);
  return { make: () => passwords.hash(hash), fits: (stored) => passwords.verify(stored, hash) };
}

/** Work that is done once. */
export interface OnceWork {
  readonly key: OutcomeKey;
  readonly proof: BodyProof;
  readonly at: string;
  readonly work: () => Promise<unknown>;
  /** The answer to the same request, if its answer is not stored; by default the answer. */
  readonly remembered?: ((answer: unknown) => unknown) | undefined;
}

/** `repeated`: the answer is the stored one of an earlier request, and nothing was done. */
interface OnceResult {
  readonly answer: unknown;
  readonly repeated: boolean;
}

async function storedText(db: Database, key: OutcomeKey, proof: BodyProof): Promise<string> {
  const stored = (await findOutcomes(db, key, [key.transactionId])).get(key.transactionId);
  if (!stored || !(await proof.fits(stored.body_hash))) throw new TransactionConflict(key.transactionId);
  return stored.answer;
}

/** Takes a key for this transaction; false when another has committed it. */
async function reserve(db: Database, key: OutcomeKey, bodyHash: string, at: string): Promise<boolean> {
  const { transactionId } = key;
  return (await reserveOutcomes(db, key, [{ transactionId, bodyHash, answer: '' }], at)).has(transactionId);
}

/**
 * Runs `work` at most once per key (D2). Must be inside a transaction: the answer commits together with what `work`
 * wrote, and an error of `work` undoes both. The same key again gives the stored answer; with another body it throws
 * TransactionConflict.
 */
export async function exactlyOnce(
  db: Database,
  { key, proof, at, work, remembered = (answer) => answer }: OnceWork,
): Promise<OnceResult> {
  if (!(await reserve(db, key, await proof.make(), at)))
    return { answer: JSON.parse(await storedText(db, key, proof)), repeated: true };
  const answer = await work();
  await storeAnswer(db, key, JSON.stringify(remembered(answer)));
  return { answer, repeated: false };
}

/** What a request is told if its first sending has not finished, or was interrupted. */
const UNFINISHED =
  'This was begun before by the same request, and its end is not known. Look how it stands now, then ask again.';

/**
 * As {@link exactlyOnce}, for work that has transactions of its own: the key is taken before it begins. Where it was
 * broken off nothing is done again, and the same key is told so. A refusal gives the key back.
 */
export async function onceAcrossTransactions(db: Database, { key, proof, at, work }: OnceWork): Promise<unknown> {
  const made = await proof.make();
  if (!(await inTransaction(db, (tx) => reserve(tx, key, made, at)))) {
    const stored = await storedText(db, key, proof);
    if (stored === '') throw new BusinessError(UNFINISHED);
    return JSON.parse(stored);
  }
  try {
    const answer = await work();
    await storeAnswer(db, key, JSON.stringify(answer));
    return answer;
  } catch (error) {
    if (error instanceof BusinessError || error instanceof RequestError)
      await freeOutcomes(db, key, [key.transactionId]);
    throw error;
  }
}
