import { sql } from 'kysely';
import { foldShards } from '../../core/store/fold-shards.ts';
import { dialectOf } from '../../core/store/dialect.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, isoAfter, MINUTE } from '../../core/time/clock.ts';

export const beginOf = (now: Date, length: number): string => isoAfter(now, -(now.getTime() % length));

/** Days of an account's own history that a sudden rise is compared with. */
export const USUAL_DAYS = 14;

const usualBegins = (now: Date): string => beginOf(new Date(now.getTime() - USUAL_DAYS * DAY), DAY);

/** What was counted exactly, and what connections have added by themselves. */
export const allCounts = (db: Database) =>
  db
    .selectFrom('command_counts')
    .select(['kind', 'id', 'begins_at', 'commands'])
    .unionAll(db.selectFrom('command_count_shares').select(['kind', 'id', 'begins_at', 'commands']));

/** `keyId`: a key of the account, whose day is read too. */
export async function readUse(db: Database, accountId: number, now: Date, keyId = 0) {
  const today = beginOf(now, DAY);
  const days = db
    .selectFrom(allCounts(db).as('counts'))
    .select(({ fn }) => ['begins_at', fn.sum<number>('commands').as('commands')])
    .where('kind', '=', 'account')
    .where('id', '=', accountId)
    .where('begins_at', '>=', usualBegins(now))
    .groupBy('begins_at');
  const { paused_at, lifted_at, ...counts } = await db
    .selectFrom('accounts')
    .leftJoin('command_pauses', 'command_pauses.account_id', 'accounts.id')
    .select(['paused_at', 'lifted_at'])
    .select(({ selectFrom }) => {
      const ofToday = selectFrom(allCounts(db).as('counts'))
        .select(({ fn }) => fn.sum<number | null>('commands').as('commands'))
        .where('begins_at', '=', today);
      const ofDays = selectFrom(days.as('days'));
      return [
        ofToday.where('kind', '=', 'account').as('deployment'),
        ofToday.where('kind', '=', 'key').where('counts.id', '=', keyId).as('key'),
        ofDays.select('commands').where('begins_at', '=', today).as('account'),
        ofDays
          .select(({ fn }) => fn.max<number | null>('commands').as('commands'))
          .where('begins_at', '<', today)
          .as('usual'),
      ];
    })
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    account: counts.account ?? 0,
    key: counts.key ?? 0,
    deployment: counts.deployment ?? 0,
    usual: counts.usual ?? 0,
    pausedAt: lifted_at === null ? paused_at : null,
    liftedAt: lifted_at,
  };
}

export type Use = Awaited<ReturnType<typeof readUse>>;

export interface Limit {
  readonly kind: 'account' | 'key' | 'minute' | 'deployment';
  readonly most: number;
}

export interface CountedLimit extends Limit {
  readonly kind: Exclude<Limit['kind'], 'deployment'>;
  /** Of the account or key. */
  readonly id: number;
}

export const lengthOf = (kind: Limit['kind']): number => (kind === 'minute' ? MINUTE : DAY);

const countsOf = (limits: readonly CountedLimit[], now: Date, more: number) =>
  limits.map(({ kind, id }) => ({ kind, id, begins_at: beginOf(now, lengthOf(kind)), commands: more }));

/** Counts in rows of this connection alone. */
export async function countApart(
  db: Database,
  limits: readonly CountedLimit[],
  now: Date,
  more: number,
): Promise<void> {
  const rows = countsOf(limits, now, more).flatMap(({ kind, ...row }) =>
    kind === 'minute' ? [] : [{ kind, ...row, shard: sql<number>`pg_backend_pid()` }],
  );
  await db
    .insertInto('command_count_shares')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'id', 'begins_at', 'shard'])
        .doUpdateSet((update) => ({ commands: update('command_count_shares.commands', '+', more) })),
    )
    .execute();
}

/** Counts in one row for all: commands of one account wait for each other here. Returns the minute's count. */
export async function countTogether(db: Database, limits: readonly CountedLimit[], now: Date, more: number) {
  const counted = await db
    .insertInto('command_counts')
    .values(countsOf(limits, now, more))
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'id', 'begins_at'])
        .doUpdateSet((update) => ({ commands: update('command_counts.commands', '+', more) })),
    )
    .returning(['kind', 'commands'])
    .execute();
  return counted.find(({ kind }) => kind === 'minute')?.commands ?? 0;
}

const shares = { table: 'command_count_shares', keys: ['kind', 'id', 'begins_at'], names: ['commands'] } as const;

/** Deletes what says nothing any more, and puts together what connections have added by themselves. */
export async function tidyCounts(db: Database, now: Date, closing: AbortSignal): Promise<void> {
  await db.deleteFrom('command_count_shares').where('begins_at', '<', usualBegins(now)).execute();
  if (dialectOf(db) === 'postgres') await foldShards(db, shares, closing);
  await db
    .deleteFrom('command_counts')
    .where((where) =>
      where.or([
        where('begins_at', '<', usualBegins(now)),
        where.and([where('kind', '=', 'minute'), where('begins_at', '<', beginOf(now, MINUTE))]),
      ]),
    )
    .execute();
}
