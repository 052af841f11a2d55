import * as c from '../../core/store/columns.ts';
import { firstStep } from './0001-initial.ts';
import { sql } from 'kysely';
import type { StoreMigration, TableSet } from '../../core/store/migrations/migration-list.ts';

const tables = {
  /** Commands of an account (its keys included) or of a key in a UTC day; of a key with a rate, in a minute. */
  command_counts: {
    kind: c.fixed<'account' | 'key' | 'minute'>(),
    /** Of the account or key. */
    id: c.reference<c.Fixed<number>>('not null'),
    /** Of the day or minute. */
    begins_at: c.fixed(),
    ...c.numbers('commands'),
  },
  /** On PostgreSQL also: what a connection has added by itself, while a budget is far from used. */
  command_count_shares: {
    kind: c.fixed<'account' | 'key'>(),
    id: c.reference<c.Fixed<number>>('not null'),
    begins_at: c.fixed(),
    /** The connection's process; 0 has what is put together. */
    ...c.fixedNumbers('shard'),
    ...c.numbers('commands'),
  },
  /** An account whose sending is or was paused for a sudden rise (C11). */
  command_pauses: {
    account_id: c.reference<c.Fixed<number>>('primary key references accounts (id)'),
    ...c.texts('paused_at', 'why'),
    /** Null while it is paused. */
    lifted_at: c.nullable<string | null>(),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends c.RowsOf<typeof tables> {}
}

const shares: StoreMigration = {
  name: '0007-command-count-shares',
  kind: 'schema',
  up: async (db) => {
    await sql`create table command_count_shares (
      kind text not null default '',
      id bigint not null,
      begins_at text not null default '',
      shard integer not null default 0,
      commands integer not null default 0,
      primary key (kind, id, begins_at, shard)
    )`.execute(db);
    await sql`create index command_count_shares_day on command_count_shares (kind, begins_at)`.execute(db);
  },
};

export const schema: TableSet = { tables, firstStep, steps: () => [shares] };
