import {
  fixed,
  nullable,
  numbers,
  reference,
  texts,
  type Fixed,
  type RowsOf,
  type TableSet,
} from '../../core/store/columns.ts';

const tables = {
  /** Commands of an account (its keys included) or of a key in a UTC day; of a key with a rate, in a minute. */
  command_counts: {
    kind: fixed<'account' | 'key' | 'minute'>(),
    /** Of the account or key. */
    id: reference<Fixed<number>>('not null'),
    begins_at: fixed(),
    ...numbers('commands'),
  },
  /** An account whose sending is or was paused for a sudden rise (C11). */
  command_pauses: {
    account_id: reference<Fixed<number>>('primary key references accounts (id)'),
    ...texts('paused_at', 'why'),
    /** Null while it is paused. */
    lifted_at: nullable<string | null>(),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends RowsOf<typeof tables> {}
}

export const schema: TableSet = {
  tables,
  constraints: {
    command_counts: 'primary key (kind, id, begins_at)',
  },
  indexes: {
    command_counts_day: 'command_counts (kind, begins_at)',
  },
};
