import {
  column,
  fixed,
  reference,
  type Bytes,
  type Fixed,
  type RowsOf,
  type TableSet,
} from '../../core/store/columns.ts';

const tables = {
  /** Append-only: a link of the chain over rows of `audit_log` (A6). */
  audit_seals: {
    /** From 1, without a gap. */
    sequence: reference<Fixed<number>>('primary key'),
    /** The seal's statement as JSON, hashed byte for byte. */
    statement: fixed(),
    /** The hash of the statement, then the hash after each row, 32 bytes each. */
    hashes: column<Bytes>('<bytes> not null'),
    /** The last of `hashes`, in hexadecimal. */
    hash: fixed(),
    /** If this seal records a removal: the last seal whose rows were removed. */
    removed_through: reference<Fixed<number | null>>(),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends RowsOf<typeof tables> {}
}

export const schema: TableSet = { tables, appendOnly: ['audit_seals'] };
