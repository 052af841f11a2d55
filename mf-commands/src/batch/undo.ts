import type { BatchResults } from '@device-console/shared-lib/batch';
import { commandById, mayAccess, type Audience, type Command, type Holder } from '@device-console/shared-lib/contract';
import { csvBlob, forEachInSlices, pageClock, range, validRowsFile } from '@device-console/shared-lib/csv';

/** Null if its row names none, or the operator may not use it here (N5). */
export function undoCommandOf({ inverse }: Command, holder: Holder, audience: Audience): Command | null {
  if (inverse === undefined) return null;
  const undo = commandById(inverse);
  return undo.batch && undo.audiences.includes(audience) && mayAccess(holder, undo) ? undo : null;
}

/** `lock.csv` gives `lock_undo.csv`. */
export const undoFileName = (fileName: string): string => `${fileName.replace(/\.csv$/i, '')}_undo.csv`;

/** The found IMEIs of a batch, in order; made in slices, so that the page stays responsive. */
export async function foundList(fileName: string, results: BatchResults): Promise<File> {
  const found: number[] = [];
  const look = (index: number): void => {
    const { status, imei } = results.rowAt(index);
    if (status === 'found') found.push(Number(imei));
  };
  await forEachInSlices(range(results.length), look, pageClock);
  const content = await csvBlob(validRowsFile(Float64Array.from(found)));
  return new File([content], undoFileName(fileName), { type: 'text/csv' });
}
