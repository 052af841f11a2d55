import {
  rowsWithin,
  type SealedAuditRow,
  type SealRow,
  sealsAfter,
  ChainFault,
  countOf,
  hashAfterRow,
  hashAt,
  hashOfStatement,
  holds,
  idsOf,
  rangesOfGaps,
  readStatement,
  type HashedRow,
  type Statement,
  statementOf,
} from './seal.ts';
import { countRows } from '../../core/store/count-rows.ts';
import type { Database } from '../../core/store/store.ts';
import { MINUTE } from '../../core/time/clock.ts';
import type { HeadList } from './heads.ts';
import { beginning, type ChainEnd, endAfter } from './sealer.ts';

export type VerifiedChain = Awaited<ReturnType<typeof verifyChain>>;

/** Most unsealed rows that may lie between sealed ones. */
const MOST_PENDING = 10_000;
/** Servers' clocks differ, and a row gets its time before it is written. */
const TOLERANCE = 15 * MINUTE;

/** Returns the end of the chain before its first stored seal: the beginning, or what a later seal says is removed. */
async function startOf(db: Database): Promise<ChainEnd> {
  const { lowest } = await db
    .selectFrom('audit_seals')
    .select(({ fn }) => fn.min<number | null>('sequence').as('lowest'))
    .executeTakeFirstOrThrow();
  const through = (lowest ?? 1) - 1;
  if (through === 0) return beginning;
  const removal = await db
    .selectFrom('audit_seals')
    .select('statement')
    .where('removed_through', '=', through)
    .limit(1)
    .executeTakeFirst();
  const removed = removal && readStatement(removal.statement)?.removed;
  if (!removed) throw new ChainFault(`The seals 1 to ${through} are missing, and no seal says that they were removed.`);
  return { sequence: through, until: removed.until, gaps: removed.gaps, hash: removed.hash };
}

export async function endBefore(db: Database, sequence: number): Promise<ChainEnd> {
  const before = await db
    .selectFrom('audit_seals')
    .select(['sequence', 'statement', 'hash'])
    .where('sequence', '=', sequence - 1)
    .executeTakeFirst();
  return before ? endAfter(statementOf(before), before.hash) : startOf(db);
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

/**
 * Checks every seal and row, and compares them with stored heads (A6, A7). Throws ChainFault at the first fault.
 * `first` is the first seal that still exists; `backdated` are rows dated before a time at which everything was sealed.
 */
export async function verifyChain(db: Database, heads: HeadList) {
  const start = await startOf(db);
  const pending = await leftBehind(db, start);
  const backdated: { rows: number; first?: number } = { rows: 0 };
  const counts = { seals: 0, rows: 0, sealedAt: '' };
  /** When everything was last sealed. */
  let completeAt = -Infinity;
  let end = start;
  heads.compare(start);
  for await (const seal of sealsAfter(db, start.sequence)) {
    const { said, rows, others } = await checkSeal(db, end, seal);
    for (const { row } of rows) {
      pending.delete(row.id);
      if (Date.parse(row.at) >= completeAt - TOLERANCE) continue;
      backdated.rows += 1;
      backdated.first ??= row.id;
    }
    for (const id of others) pending.add(id);
    if (pending.size > MOST_PENDING) throw inserted(Math.min(...pending));
    counts.seals += 1;
    counts.rows += rows.length;
    counts.sealedAt = said.at;
    if (said.complete) completeAt = Date.parse(said.at);
    end = endAfter(said, seal.hash);
    heads.compare(end);
  }
  for (const id of pending) if (!holds(rangesOfGaps(end.gaps), id)) throw inserted(id);
  heads.compareEnd(end, start.sequence);
  const unsealed = (await countRows(db.selectFrom('audit_log').where('id', '>', end.until))) + pending.size;
  return { ...counts, first: start.sequence + 1, unsealed, end, backdated };
}

/** A row with the hash before and after it. */
export interface ChainedRow<Row = SealedAuditRow> {
  readonly row: Row;
  readonly previous: string;
  readonly hash: string;
}

/** Most rows that a check reads besides the seal's own. */
const OTHERS = 2_000;

type Link = Pick<SealRow, 'sequence' | 'statement' | 'hash'>;

/** Throws ChainFault if a seal does not follow the end of the chain. */
function requireNext(end: Pick<ChainEnd, 'sequence' | 'hash'>, { sequence, previous }: Statement): void {
  const first = end.sequence + 1;
  if (sequence !== first)
    throw new ChainFault(
      sequence === first + 1 ? `The seal ${first} is missing.` : `The seals ${first} to ${sequence - 1} are missing.`,
    );
  if (previous !== end.hash)
    throw new ChainFault(`The seal ${sequence} does not follow the one before it: one of the two was replaced.`);
}

/**
 * Checks one link of the chain, stored or exported: it must follow `end`, if that is known, and its rows must match
 * their hashes. `found` returns the row of an id, with its hash. Throws ChainFault.
 */
export function checkLink<Row extends HashedRow>(
  end: Pick<ChainEnd, 'sequence' | 'hash'> | undefined,
  seal: Link,
  found: (id: number, index: number) => Pick<ChainedRow<Row>, 'row' | 'hash'> | undefined,
): { readonly said: Statement; readonly rows: readonly ChainedRow<Row>[] } {
  const said = statementOf(seal);
  if (end) requireNext(end, said);
  const rows: ChainedRow<Row>[] = [];
  let last = hashOfStatement(seal.statement);
  for (const id of idsOf(said.ids)) {
    const one = found(id, rows.length);
    if (!one)
      throw new ChainFault(`Row ${id} of the audit is missing: the seal ${said.sequence} of ${said.at} has it.`);
    const previous = last.toString('hex');
    last = hashAfterRow(last, one.row);
    if (last.toString('hex') !== one.hash)
      throw new ChainFault(`Row ${id} of the audit was altered after it was sealed at ${said.at}.`);
    rows.push({ ...one, previous });
  }
  if (last.toString('hex') !== seal.hash) throw new ChainFault(`The seal ${seal.sequence} was altered.`);
  return { said, rows };
}

/** Throws ChainFault if the stored hashes of a seal, or the removal that it records, do not match its statement. */
function requireWhole(seal: SealRow): Statement {
  const said = statementOf(seal);
  const isWhole =
    (said.removed?.through ?? null) === seal.removed_through &&
    hashAt(seal.hashes, 0).equals(hashOfStatement(seal.statement)) &&
    hashAt(seal.hashes, countOf(said.ids)).toString('hex') === seal.hash;
  if (!isWhole) throw new ChainFault(`The seal ${seal.sequence} was altered.`);
  return said;
}

/**
 * Compares a seal with the one before it and with the rows in the database, which are in the order of its ids. Returns
 * in `others` ids of rows in its range that a later seal must contain. Throws ChainFault.
 */
export async function checkSeal(db: Database, end: ChainEnd, seal: SealRow) {
  const { ids, until } = requireWhole(seal);
  const late = ids.filter(([, last]) => last <= end.until);
  const ranges = until > end.until ? [...late, [end.until + 1, until] as const] : late;
  const found = new Map((await rowsWithin(db, ranges, countOf(ids) + OTHERS)).map((row) => [row.id, row]));
  const checked = checkLink(end, seal, (id, index) => {
    const row = found.get(id);
    found.delete(id);
    return row && { row, hash: hashAt(seal.hashes, index + 1).toString('hex') };
  });
  return { ...checked, others: [...found.keys()] };
}
