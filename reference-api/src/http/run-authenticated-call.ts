import * as v from 'valibot';
import { isoTime } from '../time/clock.ts';
import { isKeptInAudit } from '../services/admission.ts';
import { recordAction } from '../services/audit.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { Actor, CallContext, Platform } from '../services/context.ts';
import {
  exactlyOnce,
  hashBody,
  onceAcrossTransactions,
  proofByHash,
  proofOfSecret,
  type OnceWork,
} from '../services/exactly-once.ts';
import { inTransaction, type Database } from '../store/store.ts';
import {
  MalformedRequest,
  NotAuthorised,
  RequestError,
  SendingHeld,
  TooManyRequests,
} from '../errors/request-errors.ts';

/** Returns a value read by a schema; throws MalformedRequest that names the first field that does not fit. */
function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  call: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  // What was received stays out: it may be a secret in the wrong field.
  const problem = issue.message.replace(/:? (but )?received .*$/is, '');
  throw new MalformedRequest(`${call}: ${v.getDotPath(issue) ?? 'body'}: ${problem}`);
}

/**
 * As {@link parseBody}, for a call that anybody may make: its texts hold no control characters, of which databases
 * think differently.
 */
export function parseAnonymousBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  call: string,
): v.InferOutput<Schema> {
  const body = parseBody(schema, value, call);
  const wrong = Object.entries(body as object).find(([, text]) => typeof text === 'string' && /\p{Cc}/u.test(text));
  if (wrong) throw new MalformedRequest(`${call}: ${wrong[0]}: must hold no control characters`);
  return body;
}

/** PostgreSQL takes no text with the character 0. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, field]) => name.includes('\0') || holdsNul(field));
}

const actingBody = v.objectWithRest({ user: v.optional(v.string()) }, v.unknown());

/** Reads a call's body, and the acting user who stands beside its fields (W4); throws as {@link parseBody}. */
export function parseActingBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  call: string,
): { readonly user: string | undefined; readonly body: v.InferOutput<Schema> } {
  const { user, ...fields } = parseBody(actingBody, value, call);
  if (holdsNul(fields)) throw new MalformedRequest(`${call}: body: must not hold the character 0`);
  return { user, body: parseBody(schema, fields, call) };
}

/** One authenticated call, ready to run. */
export interface AuthenticatedCall {
  readonly method: string;
  readonly path: string;
  readonly actor: Actor;
  readonly transactionId: string;
  readonly address: string;
  /** What the audit and the hash of D2 are made of. */
  readonly body: unknown;
  readonly once: boolean;
  /** The body holds a password: what it is known again by is no plain hash. */
  readonly isSecret?: boolean | undefined;
  /** What the same request is answered later, where its answer is stored nowhere (D2). */
  readonly remembered?: OnceWork['remembered'];
  /**
   * How the audit keeps it: not at all; in one transaction with what it writes, where `by-its-service` leaves it to the
   * service what of it; or, where it only reads, before its answer goes out.
   */
  readonly audit: 'none' | 'with-its-writes' | 'by-its-service' | 'before-its-answer';
  /** Checks access; throws NotAuthorised. */
  authorise(): void;
  run(context: CallContext): Promise<unknown>;
}

function audit(
  db: Database,
  platform: Platform,
  call: AuthenticatedCall,
  outcome: 'success' | 'error' | 'refused',
  message: string,
): Promise<void> {
  return recordAction(db, {
    at: isoTime(platform.clock.now()),
    actor: call.actor,
    call: call.path,
    body: call.body,
    outcome,
    message,
    transactionId: call.transactionId,
    address: call.address,
  });
}

function messageOf(answer: unknown): string {
  return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : '';
}

/** What is begun once all that a call wrote is committed. */
type Later = ((db: Database) => Promise<void>)[];

function contextOf(db: Database, platform: Platform, call: AuthenticatedCall, later: Later): CallContext {
  const { actor, transactionId, address } = call;
  return { db, platform, actor, transactionId, address, afterCommit: (work) => void later.push(work) };
}

function onceOf(platform: Platform, call: AuthenticatedCall, work: () => Promise<unknown>): OnceWork {
  const { actor, method, path, transactionId, body, isSecret, remembered } = call;
  return {
    key: { accountId: actor.accountId, method, path, transactionId },
    proof: isSecret ? proofOfSecret(platform.passwords, body) : proofByHash(hashBody(body)),
    at: isoTime(platform.clock.now()),
    work,
    remembered,
  };
}

async function runInTransaction(tx: Database, platform: Platform, call: AuthenticatedCall, later: Later) {
  const work = async () => {
    const answer = await call.run(contextOf(tx, platform, call, later));
    if (call.audit === 'with-its-writes') await audit(tx, platform, call, 'success', messageOf(answer));
    return answer;
  };
  return call.once ? (await exactlyOnce(tx, onceOf(platform, call, work))).answer : work();
}

async function runAllowedCall(db: Database, platform: Platform, call: AuthenticatedCall): Promise<unknown> {
  const later: Later = [];
  const run = () => call.run(contextOf(db, platform, call, later));
  let answer: unknown;
  if (call.audit === 'with-its-writes' || call.audit === 'by-its-service')
    answer = await inTransaction(db, (tx) => runInTransaction(tx, platform, call, later));
  else answer = await (call.once ? onceAcrossTransactions(db, onceOf(platform, call, run)) : run());
  if (call.audit === 'before-its-answer') await audit(db, platform, call, 'success', messageOf(answer));
  for (const work of later) platform.runInBackground(work(db));
  return answer;
}

/**
 * Runs a call and gives its business answer (D2a). What the service writes, the outcome of D2 and the audit row commit
 * in one transaction; after a refusal nothing of it stays but an audit row that says so.
 */
export async function runAuthenticatedCall(
  db: Database,
  platform: Platform,
  call: AuthenticatedCall,
): Promise<unknown> {
  try {
    call.authorise();
    return await runAllowedCall(db, platform, call);
  } catch (error) {
    if (error instanceof BusinessError) {
      await audit(db, platform, call, 'error', error.message);
      return { status: 'error', message: error.message };
    }
    const isOneOfAFlood =
      (error instanceof TooManyRequests && !isKeptInAudit(error)) || (error instanceof SendingHeld && !error.isKept);
    if (error instanceof RequestError && !isOneOfAFlood)
      await audit(db, platform, call, 'refused', error instanceof NotAuthorised ? error.reason : error.message);
    throw error;
  }
}
