import { forEachInSlices } from '../../async/slices.ts';
import type { BatchExtras } from './input.ts';
import type { BatchPorts } from './ports.ts';
import type { StoredBatch } from './record.ts';

/** Identifies a file's rows, whatever their spelling: a UUID v5 over the pieces. Any changed field changes it. */
export async function rowsId(
  batchId: string,
  extras: BatchExtras,
  { ids, clock }: Pick<BatchPorts, 'ids' | 'clock'>,
): Promise<string> {
  let id = 'rows';
  await forEachInSlices(
    extras.copy(),
    (piece) => {
      id = ids.itemTransactionId(batchId, piece, id);
    },
    clock,
  );
  return id;
}

/** A batch about to be stored, with the id of its rows and the rows sealed for this session (D15). */
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
  await forEachInSlices(
    extras.copy(),
    async (piece) => {
      sealedRows.push(await vault.seal(batchId, sealedRows.length, piece));
    },
    clock,
  );
  return { ...stored, header, sealedRows };
}

/** The rows of a stored batch in the pieces of its copy; null if not stored, or sealed by another session (D15). */
export async function openKeptRows(
  { header, sealedRows }: StoredBatch,
  { vault, clock }: Pick<BatchPorts, 'vault' | 'clock'>,
): Promise<readonly string[] | null> {
  if (!vault || !sealedRows) return null;
  const pieces: (string | null)[] = [];
  await forEachInSlices(
    sealedRows,
    async (sealed) => {
      pieces.push(pieces.includes(null) ? null : await vault.open(header.batchId, pieces.length, sealed));
    },
    clock,
  );
  const opened = pieces.filter((piece) => piece !== null);
  return opened.length === pieces.length ? opened : null;
}
