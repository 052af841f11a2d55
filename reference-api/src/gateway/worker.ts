import * as v from 'valibot';
import { DAY, isoAfter, isoTime, MINUTE, type Clock } from '../time/clock.ts';
import { ALL_DEVICES, claimCommands, nextDueTime, settleCommand, type CommandRow } from '../store/commands.ts';
import { claimStatusOf, releaseDevice } from '../store/devices.ts';
import { inTransaction, type Database, type Store } from '../store/store.ts';
import type { DeviceGateway, GatewayCommand, GatewayOutcome } from './device-gateway.ts';
import { createLoop, type WorkerLog } from './worker-loop.ts';

const CLAIM_LIMIT = 100;
/** After this a claim of a crashed worker is free for another; longer than a gateway's time-out. */
const CLAIM_TIME = MINUTE;
const LONGEST_WAIT = 5 * MINUTE;
/** A command that could not be handed over for this long has failed. */
const GIVE_UP_AFTER = DAY;

interface Tried {
  readonly row: CommandRow;
  readonly outcome: GatewayOutcome | { readonly status: 'unreachable' };
}

const payloadSchema = v.record(v.string(), v.string());

function gatewayCommand(row: CommandRow): GatewayCommand {
  const payload = v.parse(payloadSchema, JSON.parse(row.payload));
  return { id: row.id, transactionId: row.transaction_id, imei: row.imei, action: row.action, payload };
}

/** Carries queued commands to the gateway and their outcomes back. */
export interface CommandWorker {
  /** Handles what is due now; returns how many commands it touched. */
  runOnce(): Promise<number>;
  start(): void;
  /** Tells a started worker that a command was queued. */
  wake(): void;
  /** Ends after the commands in hand are settled. */
  stop(): Promise<void>;
}

/** What a worker works with. */
interface WorkerParts {
  readonly store: Store;
  readonly gateway: DeviceGateway;
  readonly clock: Clock;
  readonly log: WorkerLog;
}

async function tryOne(
  { store, gateway, log }: WorkerParts,
  row: CommandRow,
  ask: 'send' | 'outcomeOf',
): Promise<Tried> {
  if (ask === 'send' && row.imei !== ALL_DEVICES) {
    const status = await claimStatusOf(store.db, row.imei);
    if (status !== 'ENROLLED')
      return {
        row,
        outcome: {
          status: 'failed',
          reason: `The device is ${status ?? 'not registered'} since the command was queued.`,
        },
      };
  }
  try {
    return { row, outcome: await gateway[ask](gatewayCommand(row)) };
  } catch (error) {
    log.error({ err: error, command: row.id }, 'the device gateway could not be reached; the command is tried again');
    return { row, outcome: { status: 'unreachable' } };
  }
}

async function settleUnreachable(db: Database, row: CommandRow, now: Date): Promise<void> {
  const expired = now.getTime() - Date.parse(row.created_at) > GIVE_UP_AFTER;
  const wait = Math.min(1000 * 2 ** row.attempts, LONGEST_WAIT);
  const change = { attempts: row.attempts + 1, next_attempt_at: isoAfter(now, wait) };
  const failure = 'The device gateway could not be reached for a day.';
  await settleCommand(db, row.id, expired ? { ...change, status: 'failed', failure } : change, isoTime(now));
}

async function settle(db: Database, { row, outcome }: Tried, now: Date): Promise<void> {
  if (outcome.status === 'unreachable') return settleUnreachable(db, row, now);
  const at = isoTime(now);
  if (outcome.status === 'acknowledged' && row.action === 'release') await releaseDevice(db, row.imei, at);
  await settleCommand(
    db,
    row.id,
    {
      status: outcome.status,
      failure: outcome.status === 'failed' ? outcome.reason : '',
      next_attempt_at: outcome.status === 'sent' ? isoAfter(now, outcome.askAfter) : row.next_attempt_at,
    },
    at,
  );
}

/** Makes a worker; several on one database share the queue. */
export function createCommandWorker(parts: WorkerParts): CommandWorker {
  const { store, clock, log } = parts;

  async function handle(status: 'queued' | 'sent'): Promise<number> {
    const now = clock.now();
    const claimed = await claimCommands(store.db, store.dialect, status, {
      now: isoTime(now),
      until: isoAfter(now, CLAIM_TIME),
      limit: CLAIM_LIMIT,
    });
    if (claimed.length === 0) return 0;
    const tried = await Promise.all(
      claimed.map((row) => tryOne(parts, row, status === 'queued' ? 'send' : 'outcomeOf')),
    );
    await inTransaction(store.db, async (tx) => {
      // In the order of devices, as chunks of batches hold them: so that no two transactions wait for each other.
      const byDevice = tried.toSorted((left, right) => left.row.imei.localeCompare(right.row.imei));
      for (const one of byDevice) await settle(tx, one, clock.now());
    });
    return claimed.length;
  }

  const runOnce = async () => (await handle('queued')) + (await handle('sent'));
  return { runOnce, ...createLoop({ runOnce, nextDue: () => nextDueTime(store.db), clock, log }) };
}
