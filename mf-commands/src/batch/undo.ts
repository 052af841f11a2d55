import type { BatchResults, BatchRunner, BatchState } from '@device-console/shared-lib/batch';
import { commandById, mayAccess, type Audience, type Command, type Holder } from '@device-console/shared-lib/contract';
import {
  forEachInSlices,
  pageClock,
  range,
  rowList,
  validRowsFile,
  type ImeiFile,
} from '@device-console/shared-lib/csv';

/** The command that undoes this one, if its row names one and the operator may use it here (N5). */
export function undoCommandOf({ inverse }: Command, holder: Holder, audience: Audience): Command | null {
  if (inverse === undefined) return null;
  const undo = commandById(inverse);
  return undo.batch && undo.audiences.includes(audience) && mayAccess(holder, undo) ? undo : null;
}

/** The found IMEIs of a batch in order, collected in slices, so that the page stays responsive. */
export async function foundImeis(results: BatchResults): Promise<Float64Array> {
  const found = new Float64Array(results.length);
  let count = 0;
  const look = (index: number): void => {
    const { status, imei } = results.rowAt(index);
    if (status !== 'found') return;
    found[count] = Number(imei);
    count += 1;
  };
  await forEachInSlices(range(results.length), look, pageClock);
  return found.slice(0, count);
}

function fileOfImeis(name: string, rows: Float64Array): ImeiFile {
  const none = rowList<never>(0, () => {
    throw new RangeError('An empty list has no rows.');
  });
  let sizeBytes = 0;
  for (const piece of validRowsFile(rows)) sizeBytes += piece.length;
  return {
    kind: 'read',
    name,
    sizeBytes,
    readingTimeMs: 0,
    rows,
    errors: none,
    duplicates: none,
    warnings: { count: 0, lines: new Int32Array() },
    totals: { total: rows.length, valid: rows.length, invalid: 0, duplicates: 0 },
  };
}

/** The name of the list that undoes a batch: `lock.csv` gives `lock_undo.csv`. */
export const undoFileName = (fileName: string): string => `${fileName.replace(/\.csv$/i, '')}_undo.csv`;

/** The state of a runner after it has looked for an unfinished batch (B10). */
export function settledState(runner: BatchRunner): Promise<BatchState> {
  return new Promise((resolve) => {
    let end: (() => void) | null = null;
    const look = (): void => {
      const state = runner.getSnapshot();
      if (state.status === 'preparing') return;
      end?.();
      resolve(state);
    };
    end = runner.subscribe(look);
    look();
  });
}

/** Offers a list as a batch, to be confirmed there (D14). `occupied`: shows what would be lost and does nothing. */
export async function offerList(
  runner: BatchRunner,
  name: string,
  list: () => Promise<Float64Array>,
): Promise<'offered' | 'occupied'> {
  const isFree = ({ status }: BatchState): boolean => status === 'idle' || status === 'rejected';
  if (!isFree(await settledState(runner))) return 'occupied';
  const rows = await list();
  if (!isFree(runner.getSnapshot())) return 'occupied';
  runner.read(name, 0, () => Promise.resolve(fileOfImeis(name, rows)));
  return 'offered';
}
