import type { BatchRun } from './batch-run.ts';
import type { HeldLock } from './ports.ts';

/** The lock of the batch of an operator that others of this browser wait for (D16a). */
const turnName = (operator: string): string => `turn:${operator}`;

/**
 * The place of a batch among those of its operator in this browser (D16a). One that waits for its turn pauses until
 * those before it are over, or until the operator starts it; nothing of it is sent before. Null: it runs beside others.
 */
export async function takeTurn(run: BatchRun, waits: boolean): Promise<HeldLock | null> {
  const { ports, batch } = run;
  const name = turnName(batch.header.operator);
  const free = await ports.lock.tryAcquire(name);
  if (free !== null || !waits) return free;
  let turn: HeldLock | null = null;
  const leave = ports.lock.acquire(name, (held) => {
    turn = held;
    run.decide('leave');
  });
  await run.pause('turn', '');
  leave();
  return turn;
}
