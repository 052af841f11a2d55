import * as v from 'valibot';
import type { IncorrectRow, RowList } from '../../csv/headless/imei-file.ts';
import { forEachInSlices } from '../../async/slices.ts';
import type { BatchPorts } from './ports.ts';

type Ports = Pick<BatchPorts, 'vault' | 'clock'>;

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
 * The wrong rows of a batch's file, sealed for this session: they may hold names (B3, D15). Undefined if there are
 * none, too many, or no vault.
 */
export async function sealErrors(
  batchId: string,
  errors: RowList<IncorrectRow> | null,
  { vault, clock }: Ports,
): Promise<readonly string[] | undefined> {
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

/** The wrong rows that were stored with a batch; null if none were, or another session has sealed them. */
export async function openErrors(
  batchId: string,
  sealedErrors: readonly string[] | undefined,
  { vault, clock }: Ports,
): Promise<readonly IncorrectRow[] | null> {
  if (!vault || !sealedErrors) return null;
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
