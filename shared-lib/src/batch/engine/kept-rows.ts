import type { BatchExtras } from './input.ts';
import type { BatchClock, BatchPorts } from './ports.ts';
import type { StoredBatch } from './record.ts';

/** Longest stretch of work after which the page may handle what waits. */
const SLICE_MS = 40;

/** Calls the work for each piece, one after the other, and yields to the page in between. */
async function eachPiece(
  pieces: Iterable<string>,
  clock: BatchClock,
  work: (piece: string) => Promise<void>,
): Promise<void> {
  let since = clock.now();
  for (const piece of pieces) {
    await work(piece);
    if (clock.now() - since < SLICE_MS) continue;
    await new Promise<void>((resolve) => clock.delay(0, resolve));
    since = clock.now();
  }
}

/**
 * Identifies the rows of a file, whatever its spelling: a UUID v5 over the pieces of its copy, one after the other.
 * Files with the same IMEIs and another name, amount, date or template differ in it.
 */
export async function rowsId(
  batchId: string,
  extras: BatchExtras,
  { ids, clock }: Pick<BatchPorts, 'ids' | 'clock'>,
): Promise<string> {
  let id = 'rows';
  await eachPiece(extras.copy(), clock, async (piece) => {
    id = await ids.itemTransactionId(batchId, piece, id);
  });
  return id;
}

/**
 * A batch about to be stored, with what tells its rows from those of another file, and the rows as this session alone
 * can read them (D15).
 */
export async function withKeptRows(
  stored: StoredBatch,
  extras: BatchExtras | undefined,
  ports: BatchPorts,
): Promise<StoredBatch> {
  if (!extras) return stored;
  const { batchId } = stored.header;
  const header = { ...stored.header, rowsId: await rowsId(batchId, extras, ports) };
  const { vault, clock } = ports;
  if (!vault) return { ...stored, header };
  const sealedRows: string[] = [];
  await eachPiece(extras.copy(), clock, async (piece) => {
    sealedRows.push(await vault.seal(batchId, sealedRows.length, piece));
  });
  return { ...stored, header, sealedRows };
}

/**
 * The rows of a stored batch, in the pieces of its copy, or null: none were kept, or another session sealed them (D15).
 */
export async function openKeptRows(
  { header, sealedRows }: StoredBatch,
  { vault, clock }: Pick<BatchPorts, 'vault' | 'clock'>,
): Promise<readonly string[] | null> {
  if (!vault || !sealedRows) return null;
  const pieces: (string | null)[] = [];
  await eachPiece(sealedRows, clock, async (sealed) => {
    pieces.push(pieces.includes(null) ? null : await vault.open(header.batchId, pieces.length, sealed));
  });
  const opened = pieces.filter((piece) => piece !== null);
  return opened.length === pieces.length ? opened : null;
}
