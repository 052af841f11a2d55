import { sql, type ColumnType, type Selectable } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import type { Fixed, AuditTable } from '../../core/store/schema.ts';
import { dialectOf } from '../../core/store/dialect.ts';
import { givenRows } from '../../core/store/given-rows.ts';
import type { Database } from '../../core/store/store.ts';

/** Append-only: a link of the chain over rows of `audit_log` (A6). */
interface AuditSealTable {
  /** From 1, without a gap. */
  sequence: Fixed<number>;
  /** The seal's statement as JSON, hashed byte for byte. */
  statement: Fixed<string>;
  /** The hash of the statement, then the hash after each row, 32 bytes each. */
  hashes: ColumnType<Uint8Array | ArrayBuffer, Uint8Array, never>;
  /** The last of `hashes`, in hexadecimal. */
  hash: Fixed<string>;
  /** If this seal records a removal: the last seal whose rows were removed. */
  removed_through: Fixed<number | null>;
}

declare module '../../core/store/schema.ts' {
  interface Schema {
    audit_seals: AuditSealTable;
  }
}

export type SealedAuditRow = Selectable<AuditTable>;

export type SealRow = Omit<Selectable<AuditSealTable>, 'hashes'> & { readonly hashes: Uint8Array };

type Ranges = readonly (readonly [first: number, last: number])[];

/** The advisory lock for sealing; no other lock has this number. */
const SEALING = sql.lit(4_150_001_006);

/** True if nobody else seals until the transaction ends. On SQLite always: a transaction locks the whole file. */
const mayTakeSealing = (db: Database) =>
  dialectOf(db) === 'sqlite' ? sql<boolean>`true` : sql<boolean>`pg_try_advisory_xact_lock(${SEALING})`;

/** Takes the sealing lock until the transaction ends; false if somebody else has it. */
export async function takeSealing(tx: Database): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean | number }>`select ${mayTakeSealing(tx)} as taken`.execute(tx);
  return Boolean(rows[0]?.taken);
}

/** Reads the newest seal and the highest row id in the audit log; undefined before the first seal. */
export function newestSeal(db: Database) {
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

/** Inserts a seal and takes the sealing lock in one statement; false if another sealer was faster. */
export async function insertSeal(db: Database, seal: SealRow): Promise<boolean> {
  const { sequence, statement, hashes, hash, removed_through: removed } = seal;
  const { rows } = await sql`
    insert into audit_seals (sequence, statement, hashes, hash, removed_through)
    select ${sql.val(sequence)}, ${statement}, ${hashes}, ${hash}, ${removed}
    where ${mayTakeSealing(db)} and coalesce((select max(sequence) from audit_seals), 0) = ${sequence - 1}
    on conflict do nothing returning sequence`.execute(db);
  return rows.length > 0;
}

export async function sealsFrom(db: Database, sequence: number, limit: number): Promise<readonly SealRow[]> {
  const rows = await db
    .selectFrom('audit_seals')
    .selectAll()
    .where('sequence', '>=', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, hashes: new Uint8Array(row.hashes) }));
}

const SEALS_AT_ONCE = 20;

/** Reads the seals after one, in order. */
export async function* sealsAfter(db: Database, sequence: number): AsyncGenerator<SealRow> {
  for (let last: number | undefined = sequence; last !== undefined;) {
    const seals: readonly SealRow[] = await sealsFrom(db, last + 1, SEALS_AT_ONCE);
    yield* seals;
    last = seals.at(-1)?.sequence;
  }
}

export function statementsFrom(db: Database, sequence: number, limit: number) {
  return db
    .selectFrom('audit_seals')
    .select(['sequence', 'statement'])
    .where('sequence', '>=', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** Finds the seal that records the removal of all seals up to a number. */
export function removalThrough(db: Database, sequence: number): Promise<Pick<SealRow, 'statement'> | undefined> {
  return db
    .selectFrom('audit_seals')
    .select('statement')
    .where('removed_through', '=', sequence)
    .limit(1)
    .executeTakeFirst();
}

export function rowsAfter(db: Database, id: number, limit: number): Promise<SealedAuditRow[]> {
  return db.selectFrom('audit_log').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
}

export async function rowsWithin(db: Database, ranges: Ranges, limit: number): Promise<SealedAuditRow[]> {
  if (ranges.length === 0) return [];
  const { rows } = await sql<SealedAuditRow>`
    select audit_log.* from ${givenRows(db, ranges, (range) => range)} cross join audit_log
    where id between cast(value ->> 0 as bigint) and cast(value ->> 1 as bigint)
    order by id limit ${limit}`.execute(db);
  return rows;
}

export function countRowsAfter(db: Database, id: number): Promise<number> {
  return countRows(db.selectFrom('audit_log').where('id', '>', id));
}

/** Deletes rows and the seals up to a number, and returns how many rows. The append-only triggers must be off. */
export async function deleteSealed(tx: Database, ranges: Ranges, through: number): Promise<number> {
  let deleted = 0;
  for (const [first, last] of ranges) {
    const gone = await tx.deleteFrom('audit_log').where('id', '>=', first).where('id', '<=', last).executeTakeFirst();
    deleted += Number(gone.numDeletedRows);
  }
  await tx.deleteFrom('audit_seals').where('sequence', '<=', through).execute();
  return deleted;
}

/** Returns the lowest and the highest id of the rows of a time; undefined if there are none. */
export async function idsOfTime(db: Database, from: string, before: string): Promise<Ranges[number] | undefined> {
  const { first, last } = await db
    .selectFrom('audit_log')
    .select((select) => [select.fn.min<number | null>('id').as('first'), select.fn.max<number | null>('id').as('last')])
    .where('at', '>=', from)
    .where('at', '<', before)
    .executeTakeFirstOrThrow();
  return first === null || last === null ? undefined : [first, last];
}
