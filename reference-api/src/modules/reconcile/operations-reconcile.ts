import { setImmediate } from 'node:timers/promises';
import { commandByAction, DECIDE_COMMANDS } from '@device-console/shared-lib/contract';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { MalformedRequest } from '../../core/errors/request-errors.ts';
import { changeBy, takeAcknowledgement, type SaidOutcome } from '../../core/gateway/settle.ts';
import { partsOfKey } from '../../core/gateway/provider-protocol.ts';
import { changeCommand, holdCommand, type CommandChange } from '../../core/store/command-queue.ts';
import type { CommandRow } from '../../core/store/commands.ts';
import { readControl } from '../../core/store/dispatch.ts';
import {
  countUndecided,
  dropNotAsked,
  holdUndecided,
  insertFoundCommand,
  putDecision,
  putNotAsked,
  reconcileRows,
  type ReconcileRow,
} from './reconcile-rows.ts';
import {
  formerEpochs,
  freshReconcile,
  holdReconcile,
  putReconcile,
  readReconcile,
  reconcileState,
} from './reconcile-state.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoAfter, isoTime } from '../../core/time/clock.ts';
import { recordCall } from '../../core/audit/audit.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';

const CALL = 'operationsReconcile.php';
/** Most rows that one call decides by what differs. */
const MOST = DECIDE_COMMANDS;

type Decision = 'adopt' | 'send' | 'cancel';

const allowed: Readonly<Record<ReconcileRow['differs'], readonly Decision[]>> = {
  further: ['adopt'],
  'not-there': ['send', 'cancel'],
  lost: ['adopt', 'send'],
  'not-here': ['adopt'],
  'not-asked': ['send', 'cancel'],
};

function outcomeOf({ theirs, reason }: ReconcileRow): SaidOutcome {
  if (theirs === 'failed') return { status: 'failed', reason };
  return { status: theirs === 'acknowledged' ? 'acknowledged' : 'accepted' };
}

/** What a decision changes of a command that this database knows. */
function changeByDecision(
  { platform, actor }: CallContext,
  decision: Decision,
  difference: ReconcileRow,
  row: CommandRow,
): CommandChange {
  const now = platform.clock.now();
  const at = isoTime(now);
  const { gateway, lifetime } = platform.commands;
  const askedAgain = { status: 'unknown', next_attempt_at: isoAfter(now, gateway.askAfter) } as const;
  if (decision === 'cancel' && difference.differs === 'not-asked')
    return { ...askedAgain, failure: `Not sent again, by ${actor.email}; it may have been sent before a restore.` };
  if (decision === 'cancel') return { status: 'cancelled', failure: `Cancelled by ${actor.email} after a restore.` };
  if (decision === 'send')
    return {
      status: 'queued',
      failure: '',
      attempts: 0,
      next_attempt_at: at,
      first_failure_at: null,
      expires_at: isoAfter(now, lifetime),
    };
  if (difference.differs === 'lost')
    return { ...askedAgain, failure: 'It was sent before a restore, and the provider does not know it.' };
  return changeBy(row, outcomeOf(difference), gateway.askAfter, now);
}

/** Writes a command that the provider has and this database had lost. */
async function adoptFound({ platform, actor }: CallContext, db: Database, difference: ReconcileRow): Promise<void> {
  const { key, imei, action, at } = difference;
  const parts = partsOfKey(key);
  if (!parts) return;
  const variant = commandByAction(action)?.variant;
  const now = platform.clock.now();
  const outcome = outcomeOf(difference);
  await insertFoundCommand(db, {
    uid: parts.uid,
    epoch: parts.epoch,
    account_id: actor.accountId,
    user_email: '',
    imei,
    action,
    reported_as: variant?.reportedAs ?? action.toUpperCase(),
    report: variant?.report ?? '',
    attempts: 0,
    failure: '',
    status: 'sent',
    reason: `Taken from the provider's record by ${actor.email} after a restore.`,
    created_at: at,
    updated_at: isoTime(now),
    ...changeBy({ status: 'sent', attempts: 0, sent_at: at }, outcome, platform.commands.gateway.askAfter, now),
  });
  const row = await holdCommand(db, parts.uid);
  if (row && outcome.status === 'acknowledged') await takeAcknowledgement(db, row, isoTime(now));
}

/** Carries one decision out in one transaction; false where the row is decided, or the decision is not its. */
function decideOne(context: CallContext, key: string, decision: Decision): Promise<boolean> {
  const { db, platform, actor } = context;
  const at = isoTime(platform.clock.now());
  return inTransaction(db, async (tx) => {
    const difference = await holdUndecided(tx, key);
    if (!difference || !allowed[difference.differs].includes(decision)) return false;
    const row = await holdCommand(tx, partsOfKey(key)?.uid ?? '');
    if (row) {
      const { epoch } = await readControl(tx);
      // What a callback has told since holds: then both sides agree, and nothing is to be done.
      const change = row.status === difference.ours ? changeByDecision(context, decision, difference, row) : {};
      await changeCommand(tx, row.id, { ...change, active_epoch: epoch }, at);
      if (change.status === 'acknowledged') await takeAcknowledgement(tx, row, at);
    } else {
      await adoptFound(context, tx, difference);
    }
    await putDecision(tx, key, { decision, decided_by: actor.email, decided_at: at });
    return true;
  });
}

async function decide(
  context: CallContext,
  decision: Decision,
  {
    keys,
    differs,
  }: { readonly keys?: readonly string[] | undefined; readonly differs?: ReconcileRow['differs'] | undefined },
): Promise<{ readonly done: number; readonly left: number }> {
  if ((keys === undefined) === (differs === undefined))
    throw new MalformedRequest(`${CALL}: either keys or what differs says which rows are decided.`);
  if (differs !== undefined && !allowed[differs].includes(decision))
    throw new BusinessError(`"${decision}" cannot be decided of what is "${differs}".`);
  const rows = await reconcileRows(context.db, { keys, differs, undecided: true, limit: MOST + 1 });
  let done = 0;
  for (const { key } of rows.slice(0, MOST)) {
    if (await decideOne(context, key, decision)) done += 1;
    await setImmediate();
  }
  const which = differs ?? `${keys?.length ?? 0} keys`;
  await recordCall(context, { call: CALL, message: `${decision}: ${done} commands (${which}) of before a restore.` });
  return { done, left: Math.max(0, rows.length - MOST) };
}

/** Begins the comparison anew; what is decided stays so. */
async function askAgain(context: CallContext): Promise<void> {
  const { epoch, isHeld } = await readControl(context.db);
  if (!isHeld) throw new BusinessError('There is nothing to compare: this database was not restored.');
  await inTransaction(context.db, async (tx) => {
    await putReconcile(tx, freshReconcile(await formerEpochs(tx, epoch)));
    await dropNotAsked(tx);
    await recordCall({ ...context, db: tx }, { call: CALL, message: 'The provider is asked again.' });
  });
}

const ENDED = 'The comparison was ended; what was not compared is decided on.';
const UNREAD = "The provider's list was not read to its end: it may have commands that this database does not know.";

/** Ends a comparison to which the provider gives no end: what was not compared waits until it is decided. */
async function endComparison(context: CallContext): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const reconcile = await holdReconcile(tx);
    if (!reconcile || reconcile.phase === 'asked') throw new BusinessError('No comparison is under way.');
    const unread = reconcile.epochs.length > 0;
    await putReconcile(tx, { ...reconcile, phase: 'asked', unread });
    await putNotAsked(tx, (await readControl(tx)).epoch);
    await recordCall({ ...context, db: tx }, { call: CALL, message: unread ? `${ENDED} ${UNREAD}` : ENDED });
  });
}

/** In what the provider's record differs after a restore, and what is decided of it. */
export const operationsReconcile: Service<'operationsReconcile'> = async (context, body) => {
  const { ask = false, end = false, decision, keys, differs, undecided, limit, cursor } = body;
  const { db } = context;
  if (ask) await askAgain(context);
  if (end) await endComparison(context);
  const decided = decision === undefined ? { done: 0, left: 0 } : await decide(context, decision, { keys, differs });
  const reconcile = await readReconcile(db);
  const isDeciding = decision !== undefined;
  const rows = await reconcileRows(db, {
    differs: isDeciding ? undefined : differs,
    undecided,
    after: cursor,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return {
    status: 'success',
    message: '',
    state: await reconcileState(db, reconcile),
    unread: reconcile?.unread ? 'yes' : '',
    asked: reconcile?.asked ?? 0,
    agreed: reconcile?.agreed ?? 0,
    undecided: await countUndecided(db),
    ...decided,
    next: rows.length > limit ? (page.at(-1)?.key ?? '') : '',
    items: page.map((row) => ({
      key: row.key,
      imei: row.imei,
      action: row.action,
      user: '',
      createdAt: row.at,
      ours: row.ours,
      theirs: row.theirs,
      reason: row.reason,
      differs: row.differs,
      decision: row.decision,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at ?? '',
    })),
  };
};
