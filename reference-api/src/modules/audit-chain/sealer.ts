import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  insertSeal,
  newestSeal,
  rowsWithin,
  type SealedAuditRow,
  type SealRow,
  NO_HASH,
  rangesOf,
  rangesOfGaps,
  readStatement,
  sealOf,
  type Statement,
  without,
} from './seal.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, HOUR, isoAfter, isoTime, type Clock } from '../../core/time/clock.ts';
import type { Head } from './heads.ts';

/** Most rows per seal: with SQLite nothing else runs while they are read and hashed. */
const SEAL_ROWS = 500;
/**
 * Smaller gaps in the ids are dropped after a day: no transaction lasts that long. Larger gaps are kept: a rollback
 * leaves none.
 */
const GAP_ROWS = 1_000;

export type ChainEnd = Pick<Statement, 'sequence' | 'until' | 'gaps'> & { readonly hash: string };

export const beginning: ChainEnd = { sequence: 0, until: 0, gaps: [], hash: NO_HASH };

function endOf(newest: Awaited<ReturnType<typeof newestSeal>>): ChainEnd {
  if (!newest) return beginning;
  const said = readStatement(newest.statement);
  if (!said) throw new Error(`The seal ${newest.sequence} of the audit cannot be read.`);
  return { ...said, hash: newest.hash };
}

/** Returns the end of the stored chain; its beginning if there is no seal. Throws if the newest seal cannot be read. */
export const chainEnd = async (db: Database): Promise<ChainEnd> => endOf(await newestSeal(db));

/** Returns unsealed rows: first late ones, whose ids fill gaps, then those after the end of the chain. */
async function unsealedRows(db: Database, { until, gaps }: ChainEnd, limit: number): Promise<SealedAuditRow[]> {
  const late = await rowsWithin(db, rangesOfGaps(gaps), limit);
  const next = db.selectFrom('audit_log').selectAll().where('id', '>', until).orderBy('id');
  return late.length === limit ? late : [...late, ...(await next.limit(limit - late.length).execute())];
}

/** Returns the gaps after this seal, old and new, except those that no row can fill any more. */
function gapsAfter(end: ChainEnd, rows: readonly SealedAuditRow[], until: number, at: Date): Statement['gaps'] {
  const ids = rows.map(({ id }) => id);
  const since = isoTime(at);
  const known = [...end.gaps, ...(until > end.until ? [{ first: end.until + 1, last: until, since }] : [])];
  const oldest = isoAfter(at, -DAY);
  return known
    .flatMap((gap) => without([gap.first, gap.last], ids).map(([first, last]) => ({ first, last, since: gap.since })))
    .filter(({ first, last, since: seen }) => seen > oldest || last - first >= GAP_ROWS);
}

function nextSeal(end: ChainEnd, rows: readonly SealedAuditRow[], at: Date): SealRow {
  const until = Math.max(end.until, rows.at(-1)?.id ?? 0);
  const said: Statement = {
    version: 1,
    sequence: end.sequence + 1,
    at: isoTime(at),
    previous: end.hash,
    ids: rangesOf(rows.map(({ id }) => id)).map(([first, last]) => [first, last]),
    until,
    gaps: gapsAfter(end, rows, until, at),
    complete: rows.length < SEAL_ROWS,
  };
  return sealOf(said, rows);
}

/**
 * Seals unsealed rows, one seal at most, and returns their number; 0 if there are none, or another server seals. Every
 * committed row is sealed, however late: rows are found by id alone, and gaps are searched again (A6).
 */
export async function sealRows(db: Database, clock: Clock): Promise<number> {
  const newest = await newestSeal(db);
  const end = endOf(newest);
  if (newest && end.gaps.length === 0 && (newest.newest_row ?? 0) <= end.until) return 0;
  const rows = await unsealedRows(db, end, SEAL_ROWS);
  if (rows.length === 0) return 0;
  return (await insertSeal(db, nextSeal(end, rows, clock.now()))) ? rows.length : 0;
}

interface SealingParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Milliseconds between two runs. */
  readonly every?: number | undefined;
  /** Called with the chain's end when sealing starts, each hour, and when it stops. */
  onHead(head: Head): Promise<void>;
  /** Called for a failure; sealing is tried again half a minute later. */
  onFailure(error: unknown): void;
}

const EVERY = 1_000;
const AFTER_FAILURE = 30_000;

/** Most seals made when stopping. A server that goes on writing seals its rows itself. */
const LAST_SEALS = 20;

async function sealAll({ db, clock }: SealingParts, most: number, closing?: AbortSignal): Promise<void> {
  for (let seals = 0; seals < most && !closing?.aborted; seals += 1) {
    if ((await sealRows(db, clock)) < SEAL_ROWS) return;
    await setImmediate();
  }
}

/** Reports the end of the chain; false if there is no seal yet. */
async function tellHead({ db, clock, onHead }: SealingParts): Promise<boolean> {
  const { sequence, hash } = await chainEnd(db);
  if (sequence > 0) await onHead({ at: isoTime(clock.now()), sequence, hash });
  return sequence > 0;
}

/** Seals now and every second. The returned function stops sealing, after sealing what was written by then. */
export function startSealing(parts: SealingParts): () => Promise<void> {
  const { clock, every = EVERY, onFailure } = parts;
  const closing = new AbortController();
  let toldAt = -Infinity;

  async function round(): Promise<number> {
    try {
      await sealAll(parts, Infinity, closing.signal);
      const now = clock.now().getTime();
      if (Math.abs(now - toldAt) >= HOUR && (await tellHead(parts))) toldAt = now;
      return every;
    } catch (error) {
      onFailure(error);
      return AFTER_FAILURE;
    }
  }

  async function rounds(): Promise<void> {
    while (!closing.signal.aborted)
      await setTimeout(await round(), undefined, { signal: closing.signal }).catch(() => undefined);
  }

  const running = rounds();
  return async () => {
    closing.abort();
    await running;
    try {
      await sealAll(parts, LAST_SEALS);
      await tellHead(parts);
    } catch (error) {
      onFailure(error);
    }
  };
}
