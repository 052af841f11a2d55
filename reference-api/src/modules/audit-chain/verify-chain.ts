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
import { compareHeads, noHeads, type HeadList } from './heads.ts';
import { beginning, type ChainEnd } from './sealer.ts';

/** A row with the hash after it. */
export interface ChainedRow<Row = SealedAuditRow> {
  readonly row: Row;
  readonly hash: string;
}

/** A link of the chain, stored or exported. */
export interface Link<Row extends HashedRow = SealedAuditRow> {
  readonly seal: Pick<SealRow, 'sequence' | 'statement' | 'hash'>;
  /** Returns the row of an id; `index` counts the rows of the seal. */
  found(id: number, index: number): ChainedRow<Row> | undefined;
}

type Place = Pick<ChainEnd, 'sequence' | 'hash'>;

/** Throws ChainFault if a seal does not follow the end of the chain. */
function requireNext(end: Place, { sequence, previous }: Statement): void {
  const first = end.sequence + 1;
  if (sequence !== first)
    throw new ChainFault(
      sequence === first + 1 ? `The seal ${first} is missing.` : `The seals ${first} to ${sequence - 1} are missing.`,
    );
  if (previous !== end.hash)
    throw new ChainFault(`The seal ${sequence} does not follow the one before it: one of the two was replaced.`);
}

/**
 * The verifier of the chain, whether it comes from the database or an export: each link must follow the one before, the
 * first one `start` if that is known, and its rows must match their hashes (A6). Throws ChainFault at the first fault.
 */
export async function* checked<Row extends HashedRow, One extends Link<Row>>(
  links: AsyncIterable<One & Link<Row>>,
  start?: Place,
) {
  let end = start;
  for await (const link of links) {
    const { seal } = link;
    const said = statementOf(seal);
    if (end) requireNext(end, said);
    const rows: ChainedRow<Row>[] = [];
    let last = hashOfStatement(seal.statement);
    for (const id of idsOf(said.ids)) {
      const one = link.found(id, rows.length);
      if (!one)
        throw new ChainFault(`Row ${id} of the audit is missing: the seal ${said.sequence} of ${said.at} has it.`);
      last = hashAfterRow(last, one.row);
      if (last.toString('hex') !== one.hash)
        throw new ChainFault(`Row ${id} of the audit was altered after it was sealed at ${said.at}.`);
      rows.push(one);
    }
    if (last.toString('hex') !== seal.hash) throw new ChainFault(`The seal ${seal.sequence} was altered.`);
    end = seal;
    yield { link, said, rows };
  }
}

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
  return before ? { ...statementOf(before), hash: before.hash } : startOf(db);
}

/** Most rows that are read besides a seal's own. */
const OTHERS = 2_000;

/** Reads the links after `end`; `rows` are those in the seal's range that a check has not found to be the seal's. */
export async function* storedLinks(db: Database, end: ChainEnd) {
  let { until } = end;
  for await (const seal of sealsAfter(db, end.sequence)) {
    const said = statementOf(seal);
    const isWhole =
      (said.removed?.through ?? null) === seal.removed_through &&
      hashAt(seal.hashes, 0).equals(hashOfStatement(seal.statement));
    if (!isWhole) throw new ChainFault(`The seal ${seal.sequence} was altered.`);
    const late = said.ids.filter(([, last]) => last <= until);
    const ranges = said.until > until ? [...late, [until + 1, said.until] as const] : late;
    const read = await rowsWithin(db, ranges, countOf(said.ids) + OTHERS);
    const rows = new Map(read.map((row) => [row.id, row]));
    const found = (id: number, index: number) => {
      const row = rows.get(id);
      rows.delete(id);
      return row && { row, hash: hashAt(seal.hashes, index + 1).toString('hex') };
    };
    yield { seal, rows, found };
    ({ until } = said);
  }
}

function inserted(id: number): ChainFault {
  return new ChainFault(`Row ${id} of the audit was inserted: it lies between sealed rows, and no seal has it.`);
}

/** Most unsealed rows that may lie between sealed ones. */
const MOST_PENDING = 10_000;
/** Servers' clocks differ, and a row gets its time before it is written. */
const TOLERANCE = 15 * MINUTE;

/** Returns ids of removed seals' rows that still wait for a seal. Throws ChainFault for inserted rows. */
async function leftBehind(db: Database, { until, gaps }: ChainEnd): Promise<Set<number>> {
  const rows = until === 0 ? [] : await rowsWithin(db, [[1, until]], MOST_PENDING);
  const stranger = rows.find(({ id }) => !holds(rangesOfGaps(gaps), id));
  if (stranger) throw inserted(stranger.id);
  return new Set(rows.map(({ id }) => id));
}

export type VerifiedChain = Awaited<ReturnType<typeof verifyChain>>;

/**
 * Checks every seal and row, and compares them with stored heads (A6, A7). Throws ChainFault at the first fault.
 * `first` is the first seal that still exists; `backdated` are rows dated before a time at which everything was sealed.
 */
export async function verifyChain(db: Database, list: HeadList = noHeads) {
  const start = await startOf(db);
  const pending = await leftBehind(db, start);
  const backdated: { rows: number; first?: number } = { rows: 0 };
  const counts = { seals: 0, rows: 0, sealedAt: '' };
  const wanted = new Set(list.heads.map(({ sequence }) => sequence));
  const hashes = new Map([[start.sequence, start.hash]]);
  /** When everything was last sealed. */
  let completeAt = -Infinity;
  let end = start;
  for await (const { link, said, rows } of checked(storedLinks(db, start), start)) {
    for (const { row } of rows) {
      pending.delete(row.id);
      if (Date.parse(row.at) >= completeAt - TOLERANCE) continue;
      backdated.rows += 1;
      backdated.first ??= row.id;
    }
    for (const id of link.rows.keys()) pending.add(id);
    if (pending.size > MOST_PENDING) throw inserted(Math.min(...pending));
    counts.seals += 1;
    counts.rows += rows.length;
    counts.sealedAt = said.at;
    if (said.complete) completeAt = Date.parse(said.at);
    end = { ...said, hash: link.seal.hash };
    if (wanted.has(end.sequence)) hashes.set(end.sequence, end.hash);
  }
  for (const id of pending) if (!holds(rangesOfGaps(end.gaps), id)) throw inserted(id);
  const heads = compareHeads(list, hashes, { first: start.sequence + 1, last: end.sequence });
  const unsealed = (await countRows(db.selectFrom('audit_log').where('id', '>', end.until))) + pending.size;
  return { ...counts, first: start.sequence + 1, unsealed, end, backdated, heads };
}
