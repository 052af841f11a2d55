import { textOf } from '@device-console/shared-lib/contract';
import { normalisedTexts } from '@device-console/shared-lib/contract/server';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { isoTime } from '../time/clock.ts';
import { isKeptInAudit } from '../calls/admission.ts';
import { recordAction, SERVER_FAILED, subjectOf } from '../audit/audit.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { Actor, Before, CallContext, Platform } from '../calls/context.ts';
import { exactlyOnce, onceAcrossTransactions, proofOf, type OnceWork } from '../calls/exactly-once.ts';
import { requireFullSession } from '../accounts/limited-session.ts';
import { requireCredential } from '../calls/access.ts';
import { holdManagement } from '../store/credentials.ts';
import { inTransaction, type Database } from '../store/store.ts';
import { authenticate } from './authenticate.ts';
import type { RouteParts } from './route-parts.ts';
import { MalformedRequest, RequestError, SendingHeld, settle, TooManyRequests } from '../errors/request-errors.ts';

/**
 * Without unknown fields, and with normalised texts (W7). Throws MalformedRequest, naming the first field that does not
 * fit.
 */
export function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  call: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return normalisedTexts(schema, result.output);
  const [issue] = result.issues;
  // Do not repeat what was received: it may be a secret in the wrong field.
  const problem = issue.message.replace(/:? (but )?received .*$/is, '');
  throw new MalformedRequest(`${call}: ${v.getDotPath(issue) ?? 'body'}: ${problem}`);
}

const actingUser = v.object({ user: v.optional(textOf('email')) });

/** Like {@link readBody}, with the acting user, who is named beside the body's fields (W4). */
export function readActingBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  call: string,
): { readonly user: string | undefined; readonly body: v.InferOutput<Schema> } {
  const { user } = readBody(actingUser, value, call);
  return { user, body: readBody(schema, value, call) };
}

export interface AuthenticatedCall {
  readonly method: string;
  readonly path: string;
  readonly actor: Actor;
  readonly transactionId: string;
  readonly address: string;
  /** The input of D2's hash, and of the audit unless it gets its own. */
  readonly body: unknown;
  /** For the audit, if less than the body. */
  readonly audited?: unknown;
  readonly once: boolean;
  /** It changes other accounts; such calls run one after the other. */
  readonly isManagement?: boolean | undefined;
  /** The body contains a password: do not identify it by a plain hash. */
  readonly isSecret?: boolean | undefined;
  /** The answer to a repetition, if the answer is not stored (D2). */
  readonly remembered?: OnceWork['remembered'];
  /**
   * How the audit keeps it: not at all; in one transaction with its writes, where `by-its-service` leaves the details
   * to the service; or, if it only reads, before its answer.
   */
  readonly audit: 'none' | 'with-its-writes' | 'by-its-service' | 'before-its-answer';
  /** Checks access, and a proof of identity. Throws NotAuthorised or ChallengeFirst. */
  authorise(): void | Promise<void>;
  run(context: CallContext): Promise<unknown>;
}

function audit(
  db: Database,
  platform: Platform,
  call: AuthenticatedCall,
  outcome: 'success' | 'error' | 'refused',
  message: string,
  before?: Before,
): Promise<void> {
  return recordAction(db, {
    at: isoTime(platform.clock.now()),
    actor: call.actor,
    call: call.path,
    body: call.audited ?? call.body,
    outcome,
    message,
    before,
    transactionId: call.transactionId,
    address: call.address,
  });
}

/** Audits a server failure and its subject. The caller does not wait: the database itself may have failed. */
function auditInBackground(db: Database, platform: Platform, call: AuthenticatedCall): void {
  const kept = audit(db, platform, { ...call, audited: subjectOf(call.body) }, 'error', SERVER_FAILED);
  platform.runInBackground(kept);
}

function messageOf(answer: unknown): string {
  return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : '';
}

interface Noted {
  /** Started once all writes of the call are committed. */
  readonly later: ((db: Database) => Promise<void>)[];
  before?: Before;
}

function contextOf(db: Database, platform: Platform, call: AuthenticatedCall, noted: Noted): CallContext {
  const { actor, transactionId, address } = call;
  return {
    ...{ db, platform, actor, transactionId, address },
    afterCommit: (work) => void noted.later.push(work),
    changedFrom: (before) => void (noted.before = before),
  };
}

function onceOf(platform: Platform, call: AuthenticatedCall, work: () => Promise<unknown>): OnceWork {
  const { actor, method, path, transactionId, body, isSecret, remembered } = call;
  return {
    key: { accountId: actor.accountId, method, path, transactionId },
    proof: proofOf(body, isSecret ? platform.passwords : undefined),
    at: isoTime(platform.clock.now()),
    work,
    remembered,
  };
}

async function runInTransaction(tx: Database, platform: Platform, call: AuthenticatedCall, noted: Noted) {
  if (call.isManagement) await holdManagement(tx);
  await requireCredential(tx, call.actor);
  const work = async () => {
    const answer = await call.run(contextOf(tx, platform, call, noted));
    if (call.audit === 'with-its-writes') await audit(tx, platform, call, 'success', messageOf(answer), noted.before);
    return answer;
  };
  return call.once ? exactlyOnce(tx, onceOf(platform, call, work)) : work();
}

async function runAllowedCall(db: Database, platform: Platform, call: AuthenticatedCall): Promise<unknown> {
  const noted: Noted = { later: [] };
  const run = () => call.run(contextOf(db, platform, call, noted));
  let answer: unknown;
  if (call.audit === 'with-its-writes' || call.audit === 'by-its-service')
    answer = await inTransaction(db, (tx) => runInTransaction(tx, platform, call, noted));
  else answer = await (call.once ? onceAcrossTransactions(db, onceOf(platform, call, run)) : run());
  if (call.audit === 'before-its-answer') await audit(db, platform, call, 'success', messageOf(answer));
  for (const work of noted.later) platform.runInBackground(work(db));
  return answer;
}

/**
 * Runs a call and returns its business answer (D2a). The service's writes, the outcome of D2 and the audit row commit
 * in one transaction; a refusal or failure leaves only an audit row (A5).
 */
async function runAuthenticatedCall(db: Database, platform: Platform, call: AuthenticatedCall): Promise<unknown> {
  try {
    requireFullSession({ platform, actor: call.actor }, call.path);
    await call.authorise();
    return await runAllowedCall(db, platform, call);
  } catch (error) {
    if (error instanceof BusinessError) {
      await audit(db, platform, call, 'error', error.message);
      return { status: 'error', message: error.message, ...error.fields };
    }
    settle(error);
    const isOneOfAFlood =
      (error instanceof TooManyRequests && !isKeptInAudit(error)) || (error instanceof SendingHeld && !error.isKept);
    if (!(error instanceof RequestError)) auditInBackground(db, platform, call);
    else if (!isOneOfAFlood) await audit(db, platform, call, 'refused', error.reason ?? error.message);
    throw error;
  }
}

/** What a request's path and id do not say. */
type OwnCall = Omit<AuthenticatedCall, 'method' | 'path' | 'actor' | 'transactionId' | 'address'>;

/** Runs a request's call for its caller, like {@link runAuthenticatedCall}. Throws AuthorizationFailed without one. */
export async function runRequest(
  parts: RouteParts,
  request: FastifyRequest,
  { method, path, transactionId }: Pick<AuthenticatedCall, 'method' | 'path' | 'transactionId'>,
  callFor: (actor: Actor) => Promise<OwnCall> | OwnCall,
): Promise<unknown> {
  const actor = await authenticate(parts, request, { path, transactionId });
  const call = { ...(await callFor(actor)), method, path, actor, transactionId, address: request.ip };
  return runAuthenticatedCall(parts.store.db, parts.platform, call);
}
