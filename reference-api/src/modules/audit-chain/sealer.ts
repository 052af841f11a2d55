import { createHash } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { sql, type Selectable } from 'kysely';
import type { Schema } from '../../core/store/schema.ts';
import { appendOnlyTriggers } from '../../core/store/append-only.ts';
import { coreSchema } from '../../core/store/schema.ts';
import { schema } from './schema.ts';
import { givenRows } from '../../core/store/given-rows.ts';
import { dialectOf, inTransaction, type Database } from '../../core/store/store.ts';
import { DAY, HOUR, isoAfter, isoTime, type Clock } from '../../core/time/clock.ts';

export type SealedAuditRow = Selectable<Schema['audit_log']>;

export type SealRow = Omit<Selectable<Schema['audit_seals']>, 'hashes'> & { readonly hashes: Uint8Array };

type IdRanges = readonly (readonly [first: number, last: number])[];

/** An advisory lock; no other has this number. */
const SEALING = sql.lit(4_150_001_006);

function newestSeal(db: Database) {
  return db
    .selectFrom('audit_seals')
    .select(['sequence', 'statement', 'hash'])
    .select((select) =>
      select
        .selectFrom('audit_log')
        .select((log) => log.fn.max<number | null>('id').as('id'))
        .as('newest_row'),
    )
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether the chain has this head, or ended later and its part was removed since. */
export async function hasHead(db: Database, { sequence, hash }: Pick<ChainEnd, 'sequence' | 'hash'>): Promise<boolean> {
  if (sequence === 0) return true;
  const seals = db.selectFrom('audit_seals').select(['sequence', 'hash']);
  const newest = await seals.orderBy('sequence', 'desc').limit(1).executeTakeFirst();
  if (!newest || newest.sequence < sequence) return false;
  const same = await seals.where('sequence', '=', sequence).executeTakeFirst();
  return same === undefined || same.hash === hash;
}

/** False if another sealer was faster. */
async function insertSeal(db: Database, seal: SealRow): Promise<boolean> {
  const { sequence, statement, hashes, hash, removed_through: removed } = seal;
  const isFree = dialectOf(db) === 'sqlite' ? sql`true` : sql`pg_try_advisory_xact_lock(${SEALING})`;
  const { rows } = await sql`
    insert into audit_seals (sequence, statement, hashes, hash, removed_through)
    select ${sql.val(sequence)}, ${statement}, ${hashes}, ${hash}, ${removed}
    where ${isFree} and coalesce((select max(sequence) from audit_seals), 0) = ${sequence - 1}
    on conflict do nothing returning sequence`.execute(db);
  return rows.length > 0;
}

const SEALS_AT_ONCE = 20;

export async function* sealsAfter(db: Database, sequence: number): AsyncGenerator<SealRow> {
  for (let last: number | undefined = sequence; last !== undefined;) {
    const rows: readonly Selectable<Schema['audit_seals']>[] = await db
      .selectFrom('audit_seals')
      .selectAll()
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(SEALS_AT_ONCE)
      .execute();
    for (const row of rows) yield { ...row, hashes: new Uint8Array(row.hashes) };
    last = rows.at(-1)?.sequence;
  }
}

export async function rowsWithin(db: Database, ranges: IdRanges, limit: number): Promise<SealedAuditRow[]> {
  if (ranges.length === 0) return [];
  const bounds = ranges.map(([first, last]) => ({ first, last }));
  const { given, column } = givenRows(db, bounds, { first: 'bigint', last: 'bigint' });
  const { rows } = await sql<SealedAuditRow>`
    select audit_log.* from ${given} cross join audit_log where id between ${column.first} and ${column.last}
    order by id limit ${limit}`.execute(db);
  return rows;
}

const hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/));
const id = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const ranges = v.array(v.tuple([id, id]));

/** Ids up to the highest one seen whose rows did not exist yet; they may still be committed. */
const gap = v.object({ first: id, last: id, since: v.string() });

const statement = v.object({
  version: v.literal(1),
  sequence: id,
  at: v.string(),
  previous: hash,
  ids: ranges,
  /** The highest id seen so far. */
  until: id,
  gaps: v.array(gap),
  /** True if no row was left unsealed. */
  complete: v.boolean(),
  /** Old rows that were removed: those of all seals up to `through`, with these seals. */
  removed: v.optional(v.object({ through: id, hash, until: id, gaps: v.array(gap), rows: id, before: v.string() })),
});

/** A seal's hash covers this text, byte for byte, and then each row (A6). */
export type Statement = v.InferOutput<typeof statement>;

export function readStatement(text: string): Statement | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), statement), text);
  return read.success ? read.output : undefined;
}

/** A row is hashed as the JSON of these columns, in this order. */
const hashed = [
  'id',
  'at',
  'account_id',
  'email',
  'via',
  'call',
  'action',
  'imei',
  'outcome',
  'detail',
  'transaction_id',
  'address',
] as const;

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

export const hashOfStatement = ({ statement: text }: Pick<SealRow, 'statement'>): Buffer => sha256(text);

export type HashedRow = Readonly<Partial<Record<(typeof hashed)[number], unknown>>>;

export function hashAfterRow(before: Uint8Array, row: HashedRow): Buffer {
  return sha256(before, JSON.stringify(hashed.map((column) => row[column])));
}

export function sealOf(said: Statement, rows: readonly SealedAuditRow[]): SealRow {
  const text = JSON.stringify(said);
  let last = sha256(text);
  const hashes = [last];
  for (const row of rows) {
    last = hashAfterRow(last, row);
    hashes.push(last);
  }
  return {
    sequence: said.sequence,
    statement: text,
    hashes: Buffer.concat(hashes),
    hash: last.toString('hex'),
    removed_through: said.removed?.through ?? null,
  };
}

export class ChainFault extends Error {
  override readonly name = 'ChainFault';
}

/** Throws ChainFault if it is not valid, or is another seal's. */
export function statementOf({ sequence, statement: text }: Pick<SealRow, 'sequence' | 'statement'>): Statement {
  const said = readStatement(text);
  if (said?.sequence !== sequence) throw new ChainFault(`The seal ${sequence} was altered.`);
  return said;
}

/** `ids` must be ascending. */
function rangesOf(ids: Iterable<number>): Statement['ids'] {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === id) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}

export function countOf(ranges: IdRanges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** `ids` must be ascending. */
function without([first, last]: IdRanges[number], ids: Iterable<number>): IdRanges {
  const left: [number, number][] = [];
  let from = first;
  for (const id of ids) {
    if (id < from || id > last) continue;
    if (id > from) left.push([from, id - 1]);
    from = id + 1;
  }
  return from > last ? left : [...left, [from, last]];
}

const rangesOfGaps = (gaps: Statement['gaps']): IdRanges => gaps.map(({ first, last }) => [first, last]);

/** Most rows per seal: with SQLite nothing else runs while they are read and hashed. */
const SEAL_ROWS = 500;
/** Smaller gaps in the ids are dropped after a day: no transaction lasts that long. A rollback leaves no larger one. */
const GAP_ROWS = 1_000;

export type ChainEnd = Pick<Statement, 'sequence' | 'until' | 'gaps'> & { readonly hash: string };

export const beginning: ChainEnd = { sequence: 0, until: 0, gaps: [], hash: '0'.repeat(64) };

function endOf(newest: Awaited<ReturnType<typeof newestSeal>>): ChainEnd {
  if (!newest) return beginning;
  const said = readStatement(newest.statement);
  if (!said) throw new Error(`The seal ${newest.sequence} of the audit cannot be read.`);
  return { ...said, hash: newest.hash };
}

export const chainEnd = async (db: Database): Promise<ChainEnd> => endOf(await newestSeal(db));

/** First late ones, whose ids fill gaps, then those after the end of the chain. */
async function unsealedRows(db: Database, { until, gaps }: ChainEnd, limit: number): Promise<SealedAuditRow[]> {
  const late = await rowsWithin(db, rangesOfGaps(gaps), limit);
  const next = db.selectFrom('audit_log').selectAll().where('id', '>', until).orderBy('id');
  return late.length === limit ? late : [...late, ...(await next.limit(limit - late.length).execute())];
}

/** Old and new gaps, except those that no row can fill any more. */
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
    ids: rangesOf(rows.map(({ id }) => id)),
    until,
    gaps: gapsAfter(end, rows, until, at),
    complete: rows.length < SEAL_ROWS,
  };
  return sealOf(said, rows);
}

/** One seal at most. Every committed row is sealed, however late: by id alone, and gaps are searched again (A6). */
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
  /** When sealing starts, each hour, and when it stops. Kept elsewhere, it proves all before it unchanged (A7). */
  onHead(head: Pick<ChainEnd, 'sequence' | 'hash'> & { readonly at: string }): Promise<void>;
  /** Sealing is tried again half a minute later. */
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

async function tellHead({ db, clock, onHead }: SealingParts): Promise<boolean> {
  const { sequence, hash } = await chainEnd(db);
  if (sequence > 0) await onHead({ at: isoTime(clock.now()), sequence, hash });
  return sequence > 0;
}

/** Seals now and every second. The returned function stops it, after sealing what was written by then. */
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

  const running = (async () => {
    while (!closing.signal.aborted)
      await setTimeout(await round(), undefined, { signal: closing.signal }).catch(() => undefined);
  })();
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

/** Seals whose rows one transaction removes. Writers to the audit log wait for it. */
const SEALS_IN_PIECE = 20;

/** The first seals, while they and all their rows are older than `before`; never the newest. */
async function oldSeals(db: Database, before: string, newest: number) {
  const old: (Statement & Pick<SealRow, 'hash'>)[] = [];
  for await (const seal of sealsAfter(db, 0)) {
    if (old.length === SEALS_IN_PIECE) break;
    const said = statementOf(seal);
    const rows = await rowsWithin(db, said.ids, countOf(said.ids));
    if (seal.sequence === newest || said.at >= before || rows.some(({ at }) => at >= before)) break;
    old.push({ ...said, hash: seal.hash });
  }
  return old;
}

async function removePiece(tx: Database, clock: Clock, before: string): Promise<number | undefined> {
  // Nobody else seals until the transaction ends; on SQLite it has the whole file.
  if (dialectOf(tx) === 'postgres') await sql`select pg_advisory_xact_lock(${SEALING})`.execute(tx);
  const end = await chainEnd(tx);
  const old = await oldSeals(tx, before, end.sequence);
  const last = old.at(-1);
  if (!last) return undefined;
  let rows = 0;
  await withoutProtection(tx, async () => {
    for (const [first, end] of old.flatMap(({ ids }) => ids)) {
      const gone = await tx.deleteFrom('audit_log').where('id', '>=', first).where('id', '<=', end).executeTakeFirst();
      rows += Number(gone.numDeletedRows);
    }
    await tx.deleteFrom('audit_seals').where('sequence', '<=', last.sequence).execute();
  });
  const { until, gaps } = last;
  const said: Statement = {
    version: 1,
    sequence: end.sequence + 1,
    at: isoTime(clock.now()),
    previous: end.hash,
    ids: [],
    until: end.until,
    gaps: end.gaps,
    complete: false,
    removed: { through: last.sequence, hash: last.hash, until, gaps, rows, before },
  };
  if (!(await insertSeal(tx, sealOf(said, [])))) throw new Error('Another has sealed while old rows were removed.');
  return rows;
}

/** Each transaction adds a seal that records the removal, so the chain continues (A9). By the owner of the tables. */
export async function removeOldRows(db: Database, clock: Clock, before: string): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await inTransaction(db, (tx) => removePiece(tx, clock, before));
    if (rows === undefined) return removed;
    removed += rows;
  }
}

const tables: Readonly<Record<string, string>> = { ...coreSchema.appendOnly, ...schema.appendOnly };

/** Only the owner can. On PostgreSQL, writers to the tables wait until the transaction ends. */
async function withoutProtection(tx: Database, work: () => Promise<void>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(tx);
  const isPostgres = dialectOf(tx) === 'postgres';
  for (const table of Object.keys(tables))
    await run(
      isPostgres ? `alter table ${table} disable trigger ${table}_no_change` : `drop trigger ${table}_no_delete`,
    );
  await work();
  for (const [table, key] of Object.entries(tables)) {
    const [, noDelete] = appendOnlyTriggers(table, key);
    await run(isPostgres ? `alter table ${table} enable trigger ${table}_no_change` : noDelete);
  }
}
