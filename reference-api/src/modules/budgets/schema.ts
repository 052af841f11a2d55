import * as c from '../../core/store/columns.ts';
import { firstStep } from './0001-initial.ts';
import type { TableSet } from '../../core/store/migrations/migration-list.ts';

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

export const schema: TableSet = { tables, firstStep };
