import type { Generated, Insertable } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import type { Fixed, Time } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

/** An hour: the first 13 characters of its times, and sorted like them. */
type Hour = string;

/** How many screens of a build were loaded in an hour, by step of load time, each a tenth longer than the last. */
interface RemoteLoadTable {
  hour: Fixed<Hour>;
  remote: Fixed<string>;
  version: Fixed<string>;
  release: Fixed<string>;
  source: Fixed<string>;
  step: Fixed<number>;
  loads: number;
}

/** A kind of failure, as it was first met. */
interface RemoteFailureTable {
  id: Generated<number>;
  /** SHA-256 of what makes it this kind. */
  fingerprint: Fixed<string>;
  remote: Fixed<string>;
  owner: Fixed<string>;
  version: Fixed<string>;
  release: Fixed<string>;
  source: Fixed<string>;
  screen: Fixed<string>;
  kind: Fixed<string>;
  message: Fixed<string>;
  stack: Fixed<string>;
  browser: Fixed<string>;
  first_at: Fixed<Time>;
  last_at: Time;
}

interface RemoteFailureCountTable {
  failure_id: Fixed<number>;
  hour: Fixed<Hour>;
  account_id: Fixed<number>;
  failures: number;
}

declare module '../../core/store/schema.ts' {
  interface Schema {
    remote_loads: RemoteLoadTable;
    remote_failures: RemoteFailureTable;
    remote_failure_counts: RemoteFailureCountTable;
  }
}

/** Adds loads to those of their hour and step. `rows` must be distinct and in one order, to prevent deadlocks. */
export async function addLoads(db: Database, rows: readonly Insertable<RemoteLoadTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('remote_loads')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'remote', 'version', 'release', 'source', 'step'])
        .doUpdateSet((update) => ({ loads: update('remote_loads.loads', '+', update.ref('excluded.loads')) })),
    )
    .execute();
}

/** Notes that a known kind of failure was met again and returns its id; undefined if it is new. */
export async function findFailure(db: Database, fingerprint: string, at: string): Promise<number | undefined> {
  const row = await db
    .updateTable('remote_failures')
    .set({ last_at: at })
    .where('fingerprint', '=', fingerprint)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Stores a new kind of failure and returns its id; undefined if another report was faster. */
export async function insertFailure(
  db: Database,
  failure: Insertable<RemoteFailureTable>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('remote_failures')
    .values(failure)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export function countFailureKinds(db: Database, remote: string, release: string): Promise<number> {
  return countRows(db.selectFrom('remote_failures').where('remote', '=', remote).where('release', '=', release));
}

export async function countFailure(
  db: Database,
  count: { failureId: number; hour: Hour; accountId: number; failures: number },
): Promise<void> {
  await db
    .insertInto('remote_failure_counts')
    .values({ failure_id: count.failureId, hour: count.hour, account_id: count.accountId, failures: count.failures })
    .onConflict((conflict) =>
      conflict.columns(['hour', 'failure_id', 'account_id']).doUpdateSet((update) => ({
        failures: update('remote_failure_counts.failures', '+', update.ref('excluded.failures')),
      })),
    )
    .execute();
}

const release = ['remote', 'version', 'release', 'source'] as const;

/** Sums the loads of every build from an hour on, by step of time, the quickest first. */
export function loadsSince(db: Database, hour: Hour) {
  return db
    .selectFrom('remote_loads')
    .select([...release, 'step'])
    .select((select) => select.fn.sum<number>('loads').as('loads'))
    .where('hour', '>=', hour)
    .groupBy([...release, 'step'])
    .orderBy('step')
    .execute();
}

/** Counts the failures of every build from an hour on, and how many accounts met them. */
export function failuresSince(db: Database, hour: Hour) {
  return db
    .selectFrom('remote_failure_counts as counts')
    .innerJoin('remote_failures as kinds', 'kinds.id', 'counts.failure_id')
    .select(['kinds.remote', 'kinds.version', 'kinds.release', 'kinds.source'])
    .select((select) => [
      select.fn.sum<number>('counts.failures').as('failures'),
      select.fn.count<number>('counts.account_id').distinct().as('operators'),
    ])
    .where('counts.hour', '>=', hour)
    .groupBy(['kinds.remote', 'kinds.version', 'kinds.release', 'kinds.source'])
    .execute();
}

export function failureKindsSince(db: Database, hour: Hour, limit: number) {
  const met = db
    .selectFrom('remote_failure_counts')
    .where('hour', '>=', hour)
    .groupBy('failure_id')
    .select(
      (select) =>
        [
          'failure_id',
          select.fn.sum<number>('failures').as('failures'),
          select.fn.count<number>('account_id').distinct().as('operators'),
        ] as const,
    );
  return db
    .selectFrom('remote_failures as kinds')
    .innerJoin(met.as('met'), 'met.failure_id', 'kinds.id')
    .selectAll('kinds')
    .select(['met.failures', 'met.operators'])
    .orderBy('kinds.last_at', 'desc')
    .orderBy('kinds.id', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteOldTelemetry(db: Database, before: Hour): Promise<void> {
  await db.deleteFrom('remote_loads').where('hour', '<', before).execute();
  await db.deleteFrom('remote_failure_counts').where('hour', '<', before).execute();
  await db
    .deleteFrom('remote_failures')
    .where('last_at', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('remote_failure_counts')
            .select('failure_id')
            .whereRef('failure_id', '=', 'remote_failures.id'),
        ),
      ),
    )
    .execute();
}
