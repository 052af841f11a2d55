import * as c from '../../core/store/columns.ts';
import { firstStep } from './0001-initial.ts';
import type { TableSet } from '../../core/store/migrations/migration-list.ts';

const tables = {
  /** Append-only: a link of the chain over rows of `audit_log` (A6). */
  audit_seals: {
    /** From 1, without a gap. */
    sequence: c.reference<c.Fixed<number>>('primary key'),
    /** The seal's statement as JSON, hashed byte for byte. */
    statement: c.fixed(),
    /** The hash of the statement, then the hash after each row, 32 bytes each. */
    hashes: c.column<c.Bytes>('<bytes> not null'),
    /** The last of `hashes`, in hexadecimal. */
    hash: c.fixed(),
    /** If this seal records a removal: the last seal whose rows were removed. */
    removed_through: c.reference<c.Fixed<number | null>>(),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends c.RowsOf<typeof tables> {}
}

export const schema = { tables, appendOnly: { audit_seals: 'sequence' }, firstStep } as const satisfies TableSet;
