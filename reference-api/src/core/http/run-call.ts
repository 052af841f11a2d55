import type { FastifyRequest } from 'fastify';
import { isoTime } from '../time/clock.ts';
import { isKeptInAudit } from '../calls/admission.ts';
import { recordCall, SERVER_FAILED, subjectOf } from '../audit/audit.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { CallAudit } from '../calls/call.ts';
import type { Actor, Before, CallContext, OpenTo } from '../calls/context.ts';
import { exactlyOnce, onceAcrossTransactions, proofOf, type OnceWork } from '../calls/exactly-once.ts';
import { requireOpenSession } from '../accounts/limited-session.ts';
import { requireCredential } from '../calls/access.ts';
import { holdManagement } from '../store/accounts.ts';
import type { OutcomeKey } from '../store/outcomes.ts';
import { inTransaction, type Database } from '../store/store.ts';
import { authenticate } from './authenticate.ts';
import type { RouteParts } from './route-parts.ts';
import {
  DatabaseAway,
  inParts,
  RequestError,
  SendingHeld,
  markAudited,
  TooManyRequests,
} from '../errors/request-errors.ts';

/** A request of a known caller, with its body read. */
export interface PreparedCall {
  /** The input of D2's hash, and of the audit unless it gets its own. */
  readonly body: unknown;
  /** For the audit, if less than the body. */
  readonly audited?: unknown;
  readonly once: boolean;
  readonly managesAccounts?: boolean;
  readonly hasSecret?: boolean;
  readonly openTo?: OpenTo;
  readonly repeated?: string | null;
  readonly audit: CallAudit;
  /** Checks access, and a proof of identity. Throws NotAuthorised or ChallengeFirst. */
  authorise(): void | Promise<void>;
  run(context: CallContext): Promise<unknown>;
}

/** A request before its body is read. */
type Asked = Omit<OutcomeKey, 'accountId'>;

interface RunningCall extends PreparedCall, Asked {
  /** Outside of any transaction. */
  readonly context: CallContext;
  /** Started once all its writes are committed. */
  readonly later: ((db: Database) => Promise<void>)[];
  before?: Before;
}

/**
 * Runs a call for the request's caller, step by step: who asks, what is asked, may this session and this account ask
 * it, do it, and audit how it went. Writes, outcome (D2) and audit row commit in one transaction; a refusal or failure
 * leaves only an audit row (A5). Throws AuthorizationFailed without a caller.
 */
export async function runCall(
  parts: RouteParts,
  request: FastifyRequest,
  { method, path, transactionId }: Asked,
  prepare: (actor: Actor) => Promise<PreparedCall> | PreparedCall,
): Promise<unknown> {
  const { store, platform } = parts;
  const actor = await authenticate(parts, request, { path, transactionId });
  const context: CallContext = {
    ...{ db: store.db, platform, actor, transactionId, address: request.ip },
    afterCommit: (work) => void call.later.push(work),
    changedFrom: (before) => void (call.before = before),
  };
  const call: RunningCall = { ...(await prepare(actor)), method, path, transactionId, context, later: [] };
  try {
    requireOpenSession(context, call.openTo ?? 'full');
    await call.authorise();
    const answer = await carryOut(call);
    for (const work of call.later) platform.runInBackground(work(store.db));
    return answer;
  } catch (error) {
    return refusedWith(call, error);
  }
}

async function carryOut(call: RunningCall): Promise<unknown> {
  const { context, once } = call;
  switch (call.audit) {
    case 'with-its-writes':
    case 'by-its-service':
      return inTransaction(context.db, (tx) => runInTransaction(tx, call));
    case 'in-its-transactions': {
      const run = () => inParts(() => call.run(context));
      return once ? onceAcrossTransactions(context.db, onceOf(call, run)) : run();
    }
    case 'before-its-answer': {
      const answer = await call.run(context);
      await audit(call, 'success', messageOf(answer));
      return answer;
    }
    case 'none':
      return call.run(context);
  }
}

async function runInTransaction(tx: Database, call: RunningCall): Promise<unknown> {
  const { context, managesAccounts, once } = call;
  if (managesAccounts) await holdManagement(tx);
  await requireCredential(tx, context.actor);
  const work = async () => {
    const answer = await call.run({ ...context, db: tx });
    if (call.audit === 'with-its-writes') await audit(call, 'success', messageOf(answer), tx);
    return answer;
  };
  return once ? exactlyOnce(tx, onceOf(call, work)) : work();
}

function onceOf({ context, ...call }: RunningCall, work: () => Promise<unknown>): OnceWork {
  const { actor, platform } = context;
  const { method, path, transactionId, body, hasSecret, repeated } = call;
  return {
    key: { accountId: actor.accountId, method, path, transactionId },
    proof: proofOf(body, hasSecret ? platform.passwords : undefined),
    at: isoTime(platform.clock.now()),
    work,
    remembered: typeof repeated === 'string' ? () => ({ status: 'success', message: repeated }) : undefined,
  };
}

function audit(call: RunningCall, outcome: 'success' | 'error' | 'refused', message: string, db = call.context.db) {
  const { context, path, before } = call;
  const former = outcome === 'success' && before ? { before } : {};
  return recordCall({ ...context, db }, { call: path, body: call.audited ?? call.body, outcome, message, ...former });
}

function messageOf(answer: unknown): string {
  return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
    ? answer.message
    : '';
}

/** Its facts are recorded elsewhere, or by the first of many. */
function isOneOfAFlood(error: unknown): boolean {
  return (
    (error instanceof TooManyRequests && !isKeptInAudit(error)) ||
    (error instanceof SendingHeld && !error.isKept) ||
    error instanceof DatabaseAway
  );
}

/** Audits how it failed. Returns the answer to a refusal by the service; throws any other error. */
async function refusedWith(call: RunningCall, error: unknown): Promise<unknown> {
  if (error instanceof BusinessError) {
    await audit(call, 'error', error.message);
    return { status: 'error', message: error.message, ...error.fields };
  }
  markAudited(error);
  // The caller does not wait: the database itself may have failed.
  if (!(error instanceof RequestError))
    call.context.platform.runInBackground(audit({ ...call, audited: subjectOf(call.body) }, 'error', SERVER_FAILED));
  else if (!isOneOfAFlood(error)) await audit(call, 'refused', error.reason ?? error.message);
  throw error;
}
