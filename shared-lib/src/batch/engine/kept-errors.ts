import * as v from 'valibot';
import type { IncorrectRow, RowList } from '../../csv/headless/imei-file.ts';
import { forEachInSlices } from '../../async/slices.ts';
import type { BatchPorts, BatchVault } from './ports.ts';
import type { BatchHeader } from './record.ts';

type Ports = Pick<BatchPorts, 'vault' | 'operatorVault' | 'clock'>;

/** More wrong rows are only counted after a reload: the list is for people, and a batch's room is for its devices. */
export const MOST_KEPT_ERRORS = 10_000;

const ROWS_A_PIECE = 500;

const pieceSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ line: v.number(), data: v.string(), error: v.string() })),
);

/** Another name than that of the batch's rows, so that neither can be taken for the other. */
const sealedAs = (batchId: string): string => `${batchId} wrong rows`;

/**
 * The wrong rows of a batch's file, sealed: for its operator, or, where its rows hold names and amounts, for this
 * session alone (B3, D15). Undefined if there are none, too many, or no vault.
 */
export async function sealErrors(
  { batchId, hasExtras }: Pick<BatchHeader, 'batchId' | 'hasExtras'>,
  errors: RowList<IncorrectRow> | null,
  { clock, ...vaults }: Ports,
): Promise<readonly string[] | undefined> {
  const vault = (hasExtras ? undefined : vaults.operatorVault) ?? vaults.vault;
  if (!vault || !errors || errors.length === 0 || errors.length > MOST_KEPT_ERRORS) return undefined;
  const rows = [...errors];
  const starts = Array.from({ length: Math.ceil(rows.length / ROWS_A_PIECE) }, (_, piece) => piece * ROWS_A_PIECE);
  const sealed: string[] = [];
  await forEachInSlices(
    starts,
    async (start) => {
      const piece = JSON.stringify(rows.slice(start, start + ROWS_A_PIECE));
      sealed.push(await vault.seal(sealedAs(batchId), sealed.length, piece));
    },
    clock,
  );
  return sealed;
}

/** The wrong rows that were stored with a batch; null if none were, or they are sealed for somebody else. */
export async function openErrors(
  batchId: string,
  sealedErrors: readonly string[] | undefined,
  { vault, operatorVault, clock }: Ports,
): Promise<readonly IncorrectRow[] | null> {
  for (const one of [operatorVault, vault]) {
    const rows = one && sealedErrors ? await openedBy(one, { batchId, sealedErrors, clock }) : null;
    if (rows) return rows;
  }
  return null;
}

interface SealedErrors extends Pick<Ports, 'clock'> {
  readonly batchId: string;
  readonly sealedErrors: readonly string[];
}

async function openedBy(
  vault: BatchVault,
  { batchId, sealedErrors, clock }: SealedErrors,
): Promise<readonly IncorrectRow[] | null> {
  const rows: IncorrectRow[] = [];
  let place = 0;
  let isWhole = true;
  await forEachInSlices(
    sealedErrors,
    async (sealed) => {
      const piece = v.safeParse(pieceSchema, isWhole ? await vault.open(sealedAs(batchId), place, sealed) : null);
      place += 1;
      isWhole = piece.success;
      if (piece.success) rows.push(...piece.output);
    },
    clock,
  );
  return isWhole ? rows : null;
}
