import { sql } from 'kysely';
import { appendOnlyTriggers } from '../../core/store/append-only.ts';
import { dialectOf } from '../../core/store/dialect.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoTime, type Clock } from '../../core/time/clock.ts';
import {
  chainEnd,
  insertSeal,
  holdSealing,
  rowsWithin,
  sealsAfter,
  type SealRow,
  countOf,
  sealOf,
  type Statement,
  statementOf,
} from './sealer.ts';

/** Seals whose rows one transaction removes. Writers to the audit log wait for it. */
const SEALS_IN_PIECE = 20;

/** Returns the first seals, while they and all their rows are older than `before`; never the newest. */
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

/** Removes the rows of some old seals, and adds the seal that records this. Returns how many; undefined without any. */
async function removePiece(tx: Database, clock: Clock, before: string): Promise<number | undefined> {
  await holdSealing(tx);
  const end = await chainEnd(tx);
  const old = await oldSeals(tx, before, end.sequence);
  const last = old.at(-1);
  if (!last) return undefined;
  const ids = old.flatMap((said) => said.ids);
  const rows = await withoutProtection(tx, async () => {
    let deleted = 0;
    for (const [first, end] of ids) {
      const gone = await tx.deleteFrom('audit_log').where('id', '>=', first).where('id', '<=', end).executeTakeFirst();
      deleted += Number(gone.numDeletedRows);
    }
    await tx.deleteFrom('audit_seals').where('sequence', '<=', last.sequence).execute();
    return deleted;
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

/**
 * Removes rows older than `before` with their seals, from the first on, and returns how many rows. Each transaction
 * adds a seal that records the removal, so the chain continues (A9). Only the owner of the tables can do this.
 */
export async function removeOldRows(db: Database, clock: Clock, before: string): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await inTransaction(db, (tx) => removePiece(tx, clock, before));
    if (rows === undefined) return removed;
    removed += rows;
  }
}

const tables = ['audit_log', 'audit_seals'] as const;

/**
 * Runs `work` with deletes allowed on both tables, which only their owner can do; afterwards they refuse every change
 * again. On PostgreSQL, writers to them wait until the transaction ends.
 */
async function withoutProtection<Result>(tx: Database, work: () => Promise<Result>): Promise<Result> {
  const run = (statement: string) => sql.raw(statement).execute(tx);
  const isPostgres = dialectOf(tx) === 'postgres';
  for (const table of tables)
    await run(
      isPostgres ? `alter table ${table} disable trigger ${table}_no_change` : `drop trigger ${table}_no_delete`,
    );
  const result = await work();
  for (const table of tables) {
    const [, noDelete = ''] = appendOnlyTriggers(table, 'sqlite');
    await run(isPostgres ? `alter table ${table} enable trigger ${table}_no_change` : noDelete);
  }
  return result;
}
