import { createSubject } from '@device-console/shared-lib/console/host';
import type { ActiveBatch, BatchManager, UnfinishedBatch } from '@device-console/shared-lib/batch';
import type { CommandId } from '@device-console/shared-lib/contract';
import type { BatchHolder } from '../batches/use-batches.ts';
import { createHolder } from '../common/holder.ts';

/** A batch of 200 rows, 50 of them done. */
export function activeBatch(command: CommandId, title: string, status: 'running' | 'paused' = 'running'): ActiveBatch {
  const batch = {
    batchId: 'b-1',
    fileName: 'devices.csv',
    file: null,
    action: command,
    level: undefined,
    idempotent: true,
    lacksRows: false,
    lastImei: '',
    perSecond: null,
    processTimeMs: 0,
    summary: { total: 200, valid: 200, invalid: 0, duplicates: 0, done: 50, found: 48, notFound: 2, unconfirmed: 0 },
    results: {
      length: 0,
      rowAt: () => {
        throw new RangeError('no rows');
      },
      processed: () => [],
      indexesOf: () => new Uint32Array(),
    },
  };
  const running = { status: 'running', batch, retryDelay: null, retrying: false, stopping: false } as const;
  const paused = {
    status: 'paused',
    why: 'operator',
    message: '',
    stage: 'running',
    batch,
    undecided: null,
    nextProbeAt: null,
  } as const;
  return { operator: 'operator@example.com', command, title, state: status === 'running' ? running : paused };
}

/** An unfinished batch of a command, with 40 of 100 devices done. */
export function unfinishedBatch(command: CommandId, operator = 'operator@example.com'): UnfinishedBatch {
  return {
    header: {
      operator,
      command,
      batchId: `b-${command}`,
      action: command,
      fileName: `${command}.csv`,
      hasExtras: false,
      run: 'run',
      createdAt: Date.now() - 3_600_000,
      totals: { total: 100, valid: 100, invalid: 0, duplicates: 0 },
    },
    progress: { phase: 'running', serverFileName: '', next: 40, lastImei: '', sending: null, elapsedMs: 0 },
  };
}

/** A batch manager for the host, and what the host has told it. */
export interface FakeBatches {
  readonly holder: BatchHolder;
  readonly signedIn: readonly string[];
  readonly pausedWhy: readonly string[];
  /** Operator and command of each. */
  readonly begunElsewhere: readonly string[];
  /** Changes which batches are under way. */
  readonly show: (active: readonly ActiveBatch[]) => void;
}

/** A holder whose manager has these batches under way and these unfinished; pausing pauses the former. */
export async function fakeBatches(
  first: readonly ActiveBatch[],
  unfinished: readonly UnfinishedBatch[] = [],
): Promise<FakeBatches> {
  const { subscribe, getSnapshot, set } = createSubject(first);
  const signedIn: string[] = [];
  const pausedWhy: string[] = [];
  const begunElsewhere: string[] = [];
  const manager: BatchManager = {
    runnerFor: (_operator, { id }) => {
      throw new Error(`The host asked for the runner of ${id}, which is the screens' business.`);
    },
    unfinished: () => Promise.resolve(unfinished),
    subscribe,
    getSnapshot,
    hasActive: () => getSnapshot().length > 0,
    pauseAll: (why) => {
      pausedWhy.push(why);
      set(getSnapshot().map((one) => ({ ...activeBatch(one.command, one.title, 'paused'), operator: one.operator })));
    },
    beganElsewhere: (operator, command) => void begunElsewhere.push(`${operator} ${command}`),
    signedIn: (operator) => void signedIn.push(operator),
    dispose: () => undefined,
  };
  const holder = createHolder(async () => manager);
  await holder.load();
  return { holder, signedIn, pausedWhy, begunElsewhere, show: set };
}

/** The batch code was not needed yet. */
export function noBatches(): BatchHolder {
  return createHolder(() => Promise.reject(new Error('This test needs no batch manager.')));
}
