import { sql, type RawBuilder } from 'kysely';
import type { Fixed, Time } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

/** Whose commands are counted: an account's, including those of its keys, or one key's. */
type CountedKind = 'account' | 'key';

interface CommandCountTable {
  kind: Fixed<CountedKind>;
  /** Id of the account or key. */
  id: Fixed<number>;
  /** The first 13 characters of an ISO time. */
  hour: Fixed<string>;
  commands: number;
}

/** An account whose sending is or was paused for a sudden rise (C11). */
interface CommandPauseTable {
  account_id: Fixed<number>;
  paused_at: Time;
  why: string;
  /** Null while it is paused. */
  lifted_at: Time | null;
  lifted_by: string | null;
}

declare module '../../core/store/schema.ts' {
  interface Schema {
    command_counts: CommandCountTable;
    command_pauses: CommandPauseTable;
  }
}

export interface Counted {
  readonly kind: CountedKind;
  readonly id: number;
}

/**
 * Adds commands to the counts of an account, and of the key that sends them; returns the new count of each for the
 * hour. Others who count there wait until the transaction ends.
 */
export async function addCommands(
  db: Database,
  counted: readonly Counted[],
  hour: string,
  more: number,
): Promise<readonly (Counted & { readonly commands: number })[]> {
  return db
    .insertInto('command_counts')
    .values(counted.map((one) => ({ ...one, hour, commands: more })))
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'id', 'hour'])
        .doUpdateSet((update) => ({ commands: update('command_counts.commands', '+', more) })),
    )
    .returning(['kind', 'id', 'commands'])
    .execute();
}

export interface CountedHour {
  readonly hour: string;
  /** Of all accounts, without counts that are not committed yet. */
  readonly deployment: number;
  readonly account: number;
  readonly key: number;
  readonly paused_at: string | null;
  readonly lifted_at: string | null;
}

/**
 * Reads the hours from one on, oldest first, with the counts of an account and of its key. After an account has counted
 * there is at least one hour, so its pause is known too.
 */
export async function countedHours(
  db: Database,
  { accountId, keyId = 0 }: { readonly accountId: number; readonly keyId?: number | undefined },
  from: string,
): Promise<readonly CountedHour[]> {
  const sumWhere = (condition: RawBuilder<unknown>) =>
    sql`cast(coalesce(sum(case when ${condition} then commands end), 0) as bigint)`;
  const pause = (column: string) =>
    sql`(select ${sql.ref(column)} from command_pauses where account_id = ${accountId}) as ${sql.ref(column)}`;
  const { rows } = await sql<CountedHour>`
    select hour, ${sumWhere(sql`kind = 'account'`)} as deployment,
      ${sumWhere(sql`kind = 'account' and id = ${accountId}`)} as account,
      ${sumWhere(sql`kind = 'key' and id = ${keyId}`)} as key,
      ${pause('paused_at')}, ${pause('lifted_at')}
    from command_counts where kind in ('account', 'key') and hour >= ${from} group by hour order by hour`.execute(db);
  return rows;
}

export function findPause(db: Database, accountId: number) {
  return db.selectFrom('command_pauses').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}
