import { textOf } from '@device-console/shared-lib/contract';
import { normalisedTexts } from '@device-console/shared-lib/contract/server';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { isoTime } from '../time/clock.ts';
import { isKeptInAudit } from '../calls/admission.ts';
import { recordCall, SERVER_FAILED, subjectOf } from '../audit/audit.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { Actor, Before, CallContext } from '../calls/context.ts';
import { exactlyOnce, onceAcrossTransactions, proofOf, type OnceWork } from '../calls/exactly-once.ts';
import { requireFullSession } from '../accounts/limited-session.ts';
import { requireCredential } from '../calls/access.ts';
import { holdManagement } from '../store/accounts.ts';
import type { OutcomeKey } from '../store/outcomes.ts';
import { inTransaction, type Database } from '../store/store.ts';
import { findActor, refuse } from './authenticate.ts';
import type { RouteParts } from './route-parts.ts';
import {
  DatabaseAway,
  inParts,
  MalformedRequest,
  RequestError,
  SendingHeld,
  settle,
  TooManyRequests,
} from '../errors/request-errors.ts';

/** Normalised, and without unknown fields (W7). Throws MalformedRequest, naming the first field that does not fit. */
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

export interface OwnCall {
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
   * `none`: also, nothing is lost if a part was done. `by-its-service`: with its writes, in details of the service.
   * `in-its-transactions`: the service has several, which write it. `before-its-answer`: the call only reads.
   */
  readonly audit: 'none' | 'with-its-writes' | 'by-its-service' | 'in-its-transactions' | 'before-its-answer';
  /** Checks access, and a proof of identity. Throws NotAuthorised or ChallengeFirst. */
  authorise(): void | Promise<void>;
  run(context: CallContext): Promise<unknown>;
}

type Asked = Omit<OutcomeKey, 'accountId'>;

interface Call extends OwnCall, Asked {
  /** Outside of any transaction. */
  readonly context: CallContext;
  /** Started once all its writes are committed. */
  readonly later: ((db: Database) => Promise<void>)[];
  before?: Before;
}

function audit(call: Call, outcome: 'success' | 'error' | 'refused', message: string, db = call.context.db) {
  const { context, path, before } = call;
  const former = outcome === 'success' && before ? { before } : {};
  return recordCall({ ...context, db }, { call: path, body: call.audited ?? call.body, outcome, message, ...former });
}

function messageOf(answer: unknown): string {
  return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : '';
}

function onceOf({ context, ...call }: Call, work: () => Promise<unknown>): OnceWork {
  const { actor, platform } = context;
  const { method, path, transactionId, body, isSecret, remembered } = call;
  return {
    key: { accountId: actor.accountId, method, path, transactionId },
    proof: proofOf(body, isSecret ? platform.passwords : undefined),
    at: isoTime(platform.clock.now()),
    work,
    remembered,
  };
}

async function runInTransaction(tx: Database, call: Call): Promise<unknown> {
  const { context, isManagement, once } = call;
  if (isManagement) await holdManagement(tx);
  await requireCredential(tx, context.actor);
  const work = async () => {
    const answer = await call.run({ ...context, db: tx });
    if (call.audit === 'with-its-writes') await audit(call, 'success', messageOf(answer), tx);
    return answer;
  };
  return once ? exactlyOnce(tx, onceOf(call, work)) : work();
}

async function runAllowedCall(call: Call): Promise<unknown> {
  const { context, once, later } = call;
  const { db, platform } = context;
  const run = () => (call.audit === 'in-its-transactions' ? inParts(() => call.run(context)) : call.run(context));
  let answer: unknown;
  if (call.audit === 'with-its-writes' || call.audit === 'by-its-service')
    answer = await inTransaction(db, (tx) => runInTransaction(tx, call));
  else answer = await (once ? onceAcrossTransactions(db, onceOf(call, run)) : run());
  if (call.audit === 'before-its-answer') await audit(call, 'success', messageOf(answer));
  for (const work of later) platform.runInBackground(work(db));
  return answer;
}

/**
 * Writes, outcome (D2) and audit row commit in one transaction; a refusal or failure leaves only an audit row (A5).
 * Throws AuthorizationFailed without a caller.
 */
export async function runRequest(
  parts: RouteParts,
  request: FastifyRequest,
  { method, path, transactionId }: Asked,
  callFor: (actor: Actor) => Promise<OwnCall> | OwnCall,
): Promise<unknown> {
  const { store, platform } = parts;
  const actor = (await findActor(parts, request)) ?? (await refuse(parts, request, { path, transactionId }));
  const context: CallContext = {
    ...{ db: store.db, platform, actor, transactionId, address: request.ip },
    afterCommit: (work) => void call.later.push(work),
    changedFrom: (before) => void (call.before = before),
  };
  const call: Call = { ...(await callFor(actor)), method, path, transactionId, context, later: [] };
  try {
    requireFullSession(context, path);
    await call.authorise();
    return await runAllowedCall(call);
  } catch (error) {
    if (error instanceof BusinessError) {
      await audit(call, 'error', error.message);
      return { status: 'error', message: error.message, ...error.fields };
    }
    settle(error);
    const isOneOfAFlood =
      (error instanceof TooManyRequests && !isKeptInAudit(error)) ||
      (error instanceof SendingHeld && !error.isKept) ||
      error instanceof DatabaseAway;
    // The caller does not wait: the database itself may have failed.
    if (!(error instanceof RequestError))
      platform.runInBackground(audit({ ...call, audited: subjectOf(call.body) }, 'error', SERVER_FAILED));
    else if (!isOneOfAFlood) await audit(call, 'refused', error.reason ?? error.message);
    throw error;
  }
}
