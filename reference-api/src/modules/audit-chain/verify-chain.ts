import { countRowsAfter, removalThrough, rowsWithin, sealsFrom, statementsFrom } from './audit-seals.ts';
import type { Database } from '../../core/store/store.ts';
import { MINUTE } from '../../core/time/clock.ts';
import { ChainFault, NO_HASH, readStatement, statementOf, type Statement } from './seal.ts';
import { checkSeal, type CheckedSeal } from './check-seal.ts';
import type { HeadList } from './heads.ts';
import { holds, type IdRanges } from './row-ids.ts';
import { endAfter, type ChainEnd } from './sealer.ts';

export interface VerifiedChain {
  readonly seals: number;
  readonly rows: number;
  /** The first seal that still exists; earlier ones were removed with their rows. */
  readonly first: number;
  readonly unsealed: number;
  readonly end: ChainEnd;
  /** When the last seal was made; '' for an empty chain. */
  readonly sealedAt: string;
  /** Rows dated before a time at which everything was sealed, and the id of the first. */
  readonly backdated: { readonly rows: number; readonly first: number | undefined };
}

const SEALS_AT_ONCE = 20;
/** Most unsealed rows that may lie between sealed ones. */
const MOST_PENDING = 10_000;
/** Servers' clocks differ, and a row gets its time before it is written. */
const TOLERANCE = 15 * MINUTE;

const rangesOfGaps = (gaps: Statement['gaps']): IdRanges => gaps.map(({ first, last }) => [first, last]);

/** Returns the end of the chain before its first stored seal: the beginning, or what a later seal says is removed. */
async function startOf(db: Database): Promise<ChainEnd> {
  const [lowest] = await statementsFrom(db, 1, 1);
  const through = (lowest?.sequence ?? 1) - 1;
  if (through === 0) return { sequence: 0, until: 0, gaps: [], hash: NO_HASH };
  const removal = await removalThrough(db, through);
  const removed = removal && readStatement(removal.statement)?.removed;
  if (!removed) throw new ChainFault(`The seals 1 to ${through} are missing, and no seal says that they were removed.`);
  return { sequence: through, until: removed.until, gaps: removed.gaps, hash: removed.hash };
}

export async function endBefore(db: Database, sequence: number): Promise<ChainEnd> {
  const [before] = await sealsFrom(db, sequence - 1, 1);
  if (before?.sequence !== sequence - 1) return startOf(db);
  return endAfter(statementOf(before), before.hash);
}

function inserted(id: number): ChainFault {
  return new ChainFault(`Row ${id} of the audit was inserted: it lies between sealed rows, and no seal has it.`);
}

/** Returns ids of removed seals' rows that still wait for a seal. Throws ChainFault for inserted rows. */
async function leftBehind(db: Database, { until, gaps }: ChainEnd): Promise<Set<number>> {
  const rows = until === 0 ? [] : await rowsWithin(db, [[1, until]], MOST_PENDING);
  const stranger = rows.find(({ id }) => !holds(rangesOfGaps(gaps), id));
  if (stranger) throw inserted(stranger.id);
  return new Set(rows.map(({ id }) => id));
}

interface Tally {
  seals: number;
  rows: number;
  sealedAt: string;
  /** When everything was last sealed, in milliseconds. */
  completeAt: number;
  backdated: number;
  firstBackdated: number | undefined;
}

function count(tally: Tally, { said, rows }: CheckedSeal): void {
  for (const { row } of rows) {
    if (Date.parse(row.at) >= tally.completeAt - TOLERANCE) continue;
    tally.backdated += 1;
    tally.firstBackdated ??= row.id;
  }
  tally.seals += 1;
  tally.rows += rows.length;
  tally.sealedAt = said.at;
  if (said.complete) tally.completeAt = Date.parse(said.at);
}

/** Checks every seal and row, and compares them with stored heads (A6, A7). Throws ChainFault at the first fault. */
export async function verifyChain(db: Database, heads: HeadList): Promise<VerifiedChain> {
  const start = await startOf(db);
  const pending = await leftBehind(db, start);
  const tally: Tally = {
    seals: 0,
    rows: 0,
    sealedAt: '',
    completeAt: -Infinity,
    backdated: 0,
    firstBackdated: undefined,
  };
  let end = start;
  heads.compare(start);
  for (;;) {
    const seals = await sealsFrom(db, end.sequence + 1, SEALS_AT_ONCE);
    if (seals.length === 0) break;
    for (const seal of seals) {
      const checked = await checkSeal(db, end, seal);
      for (const { row } of checked.rows) pending.delete(row.id);
      for (const id of checked.others) pending.add(id);
      if (pending.size > MOST_PENDING) throw inserted(Math.min(...pending));
      count(tally, checked);
      end = endAfter(checked.said, seal.hash);
      heads.compare(end);
    }
  }
  for (const id of pending) if (!holds(rangesOfGaps(end.gaps), id)) throw inserted(id);
  heads.compareEnd(end, start.sequence);
  return {
    seals: tally.seals,
    rows: tally.rows,
    first: start.sequence + 1,
    unsealed: (await countRowsAfter(db, end.until)) + pending.size,
    end,
    sealedAt: tally.sealedAt,
    backdated: { rows: tally.backdated, first: tally.firstBackdated },
  };
}
