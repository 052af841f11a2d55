import { setImmediate } from 'node:timers/promises';
import {
  auditRowsOfSlice,
  countAuditRowsOfSlice,
  endOfSlice,
  hasParts,
  indexedAuditRows,
  SLICE_ROWS,
  type AuditPlace,
  type AuditQuestion,
} from './audit-rows.ts';
import type { Database } from '../../core/store/store.ts';

/**
 * Most rows that one call looks through, or counts. A search that needs more gives what it found and goes on with the
 * next page.
 */
const EXAMINED_ROWS = 2_000_000;

type StoredRow = Awaited<ReturnType<typeof indexedAuditRows>>[number];

interface Slice {
  readonly before: AuditPlace;
  /** Where the next one begins; undefined when this one holds the oldest row. */
  readonly end: AuditPlace | undefined;
}

/** The audit in slices, as many as one call may look through. Other calls come in between. */
async function* slicesOf(db: Database, question: AuditQuestion, start: AuditPlace): AsyncGenerator<Slice> {
  let before: AuditPlace | undefined = start;
  for (let examined = 0; before && examined < EXAMINED_ROWS; examined += SLICE_ROWS) {
    const end: AuditPlace | undefined = await endOfSlice(db, question, before);
    yield { before, end };
    before = end;
    await setImmediate();
  }
}

/** `rest` is where further rows may be; undefined when there are none. */
interface Found {
  readonly rows: readonly StoredRow[];
  readonly rest: AuditPlace | undefined;
}

/** Looks one row ahead, so that the last page knows that it is the last. */
function pageOf(rows: readonly StoredRow[], limit: number, rest: AuditPlace | undefined): Found {
  const last = rows[limit - 1];
  return rows.length > limit && last
    ? { rows: rows.slice(0, limit), rest: { at: last.at, id: last.id } }
    : { rows, rest };
}

/** The newest rows of a question before a place; at most `limit`. */
export async function findAuditRows(
  db: Database,
  question: AuditQuestion,
  start: AuditPlace,
  limit: number,
): Promise<Found> {
  if (!hasParts(question)) return pageOf(await indexedAuditRows(db, question, start, limit + 1), limit, undefined);
  const rows: StoredRow[] = [];
  let rest: AuditPlace | undefined = start;
  for await (const { before, end } of slicesOf(db, question, start)) {
    rows.push(...(await auditRowsOfSlice(db, question, before, limit + 1 - rows.length)));
    rest = end;
    if (rows.length > limit) break;
  }
  return pageOf(rows, limit, rest);
}

/** How many rows a question has; null where that is more than one call may look through. */
export async function countAuditRows(db: Database, question: AuditQuestion, start: AuditPlace): Promise<number | null> {
  let rows = 0;
  let rest: AuditPlace | undefined;
  for await (const { before, end } of slicesOf(db, question, start)) {
    // Without parts every row of a slice counts, and only the last slice may be shorter.
    rows += end && !hasParts(question) ? SLICE_ROWS : await countAuditRowsOfSlice(db, question, before);
    rest = end;
  }
  return rest ? null : rows;
}
