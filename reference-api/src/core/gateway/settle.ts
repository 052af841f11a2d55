import { setImmediate } from 'node:timers/promises';
import { Semaphore } from 'async-mutex';
import type { CommandState } from '@device-console/shared-lib/contract';
import {
  changeClaimed,
  changeCommand,
  holdCommand,
  type ClaimedCommand,
  type CommandChange,
  NEVER,
} from '../store/command-queue.ts';
import type { CommandRow } from '../store/commands.ts';
import { lastRegistration, releaseDevice } from '../store/devices.ts';
import { inTransaction, type Database, type Store } from '../store/store.ts';
import { isoAfter, isoTime } from '../time/clock.ts';
import { cleanReason, commandKey, partsOfKey } from './provider-protocol.ts';
import type { GatewayOutcome } from './device-gateway.ts';
import { ASKED_FOR, askWait, type RoundParts } from './worker-parts.ts';

/** Commands settled at the same time, each in its own transaction. */
const LANES = 8;

/** What a provider may report on its own. */
export type SaidOutcome = Extract<GatewayOutcome, { status: 'accepted' | 'acknowledged' | 'failed' }>;

/** The change of a command that was sent or asked about; waits between questions grow. */
export function changeBy(
  row: Pick<CommandRow, 'status' | 'attempts' | 'sent_at' | 'created_at'>,
  outcome: Exclude<GatewayOutcome, { status: 'unknown-key' }>,
  askAfter: number,
  now: Date,
): CommandChange {
  const heard = { first_failure_at: null, failure: '' };
  if (outcome.status === 'acknowledged') return { ...heard, status: 'acknowledged' };
  if (outcome.status === 'failed') return { ...heard, status: 'failed', failure: cleanReason(outcome.reason) };
  const status = outcome.status === 'accepted' ? 'sent' : 'unknown';
  const questions = row.status === status ? row.attempts + 1 : 0;
  const isOver = status === 'unknown' && now.getTime() - Date.parse(row.created_at) >= ASKED_FOR;
  const next = outcome.isLast || isOver ? NEVER : isoAfter(now, askWait(askAfter, questions));
  const asked = { ...heard, status, attempts: questions, next_attempt_at: next } as const;
  if (outcome.status === 'unclear') return { ...asked, failure: cleanReason(outcome.reason) };
  return { ...asked, sent_at: row.sent_at ?? isoTime(now) };
}

const changesDevice = ({ action }: Pick<CommandRow, 'action'>): boolean => action === 'release';

/** An acknowledged release ends the device's registration, unless it was registered again since the request. */
async function takeAcknowledgement(db: Database, row: CommandRow, at: string): Promise<void> {
  if (!changesDevice(row)) return;
  const registeredAt = await lastRegistration(db, row.imei);
  if (registeredAt === undefined || registeredAt <= row.created_at) await releaseDevice(db, row.imei, at);
}

/**
 * Writes a claimed command's result in its own transaction. If another worker has the claim by now, only that the
 * provider has it, or the phone has done it.
 */
export async function settle(parts: RoundParts, row: ClaimedCommand, change: CommandChange): Promise<void> {
  const { store, clock } = parts;
  const now = clock.now();
  const at = isoTime(now);
  const write = async (db: Database) => {
    if (!(await changeCommand(db, row.id, change, at, row.claim))) return false;
    if (change.status === 'acknowledged') await takeAcknowledgement(db, row, at);
    return true;
  };
  const isOwn = await (changesDevice(row) ? inTransaction(store.db, write) : write(store.db));
  await noteSettled(parts, { row, change }, isOwn, now);
}

/** A command, and what is to be written of it. */
export interface Settling {
  readonly row: ClaimedCommand;
  readonly change: CommandChange;
}

async function noteSettled(parts: RoundParts, { row, change }: Settling, isOwn: boolean, now: Date): Promise<void> {
  if (!isOwn && (change.status === 'acknowledged' || change.status === 'sent'))
    await takeOutcome(parts, commandKey(row), { status: change.status === 'sent' ? 'accepted' : change.status });
  if (isOwn && change.status !== undefined && change.status !== row.status && change.status !== 'sent')
    parts.tally.settled(change.status, row.created_at, now);
}

/** A few at a time, with room for other work between them. */
export async function settleAll<Item>(items: readonly Item[], one: (item: Item) => Promise<void>): Promise<void> {
  const lanes = new Semaphore(LANES);
  const settleOne = async (item: Item) => {
    await one(item);
    await setImmediate();
  };
  await Promise.all(items.map((item) => lanes.runExclusive(() => settleOne(item))));
}

/** Commands that one transaction settles: with SQLite nothing else runs meanwhile. */
const TOGETHER = 50;

type Common = 'sent' | 'acknowledged';

/** What it ends in, if the same is written of many, without words of the provider's, and nothing else changes by it. */
function commonOf({ row, change: { status } }: Settling): Common | undefined {
  if (status !== 'sent' && status !== 'acknowledged') return undefined;
  return status === 'acknowledged' && changesDevice(row) ? undefined : status;
}

async function settleTogether(parts: RoundParts, status: Common, some: readonly Settling[]): Promise<void> {
  const { store, clock } = parts;
  const now = clock.now();
  const given = some.map(({ row, change }) => ({
    ...{ id: row.id, claim: row.claim, attempts: change.attempts ?? row.attempts },
    ...{ sent_at: change.sent_at ?? null, next_attempt_at: change.next_attempt_at ?? row.next_attempt_at },
  }));
  const own = await inTransaction(store.db, (tx) => changeClaimed(tx, { status, at: isoTime(now), given }));
  for (const one of some) await noteSettled(parts, one, own.has(one.row.id), now);
}

/**
 * Writes the results of a list. Those that the provider has taken, and those that phones have done, together: if that
 * is lost, it is asked about them again. Any other by itself, so that no text of the provider's concerns two.
 */
export async function settleList(parts: RoundParts, list: readonly Settling[]): Promise<void> {
  const works: (() => Promise<void>)[] = [];
  const alone = (one: Settling) => works.push(() => settle(parts, one.row, one.change));
  for (const one of list) if (commonOf(one) === undefined) alone(one);
  for (const status of ['sent', 'acknowledged'] as const) {
    const same = list.filter((one) => commonOf(one) === status);
    for (let from = 0; from < same.length; from += TOGETHER) {
      const some = same.slice(from, from + TOGETHER);
      const [only] = some;
      if (only && some.length === 1) alone(only);
      else works.push(() => settleTogether(parts, status, some));
    }
  }
  await settleAll(works, (work) => work());
}

/** States that each answer may still change. An acknowledgement is final. */
const open: Readonly<Record<SaidOutcome['status'], ReadonlySet<CommandState>>> = {
  accepted: new Set(['queued', 'unknown', 'expired', 'cancelled']),
  failed: new Set(['queued', 'sent', 'unknown']),
  acknowledged: new Set(['queued', 'sent', 'failed', 'expired', 'unknown', 'cancelled']),
};

/**
 * Takes the provider's own report on a command, whoever has claimed it, in its own transaction. For a key from before a
 * retry only an acknowledgement counts. Returns whether this database knows the command.
 */
export async function takeOutcome(
  {
    store,
    gateway,
    clock,
    tally,
  }: Pick<RoundParts, 'gateway' | 'clock' | 'tally'> & { readonly store: Pick<Store, 'db'> },
  key: string,
  outcome: SaidOutcome,
): Promise<boolean> {
  const parts = partsOfKey(key);
  if (!parts) return false;
  return inTransaction(store.db, async (tx) => {
    const row = await holdCommand(tx, parts.uid);
    if (!row || row.epoch !== parts.epoch) return false;
    // A restored database does not know the provider's latest retries.
    const isLater = parts.retries > row.retries && row.status !== 'acknowledged';
    if (parts.retries < row.retries && outcome.status !== 'acknowledged') return true;
    if (!isLater && !open[outcome.status].has(row.status)) return true;
    const now = clock.now();
    const at = isoTime(now);
    const had = { retries: Math.max(row.retries, parts.retries), handed_at: row.handed_at ?? at };
    await changeCommand(tx, row.id, { ...changeBy(row, outcome, gateway.askAfter, now), ...had }, at);
    if (outcome.status === 'acknowledged') await takeAcknowledgement(tx, row, at);
    if (outcome.status !== 'accepted') tally.settled(outcome.status, row.created_at, now);
    return true;
  });
}
