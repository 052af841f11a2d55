import type { ColumnType, Generated } from 'kysely';
import type { Fixed, Time } from './columns.ts';

/** Append-only: triggers refuse UPDATE and DELETE. */
export interface AuditTable {
  id: Generated<number>;
  at: Fixed<Time>;
  account_id: Fixed<number | null>;
  email: Fixed<string>;
  via: Fixed<'session' | 'key' | 'anonymous' | 'cli'>;
  call: Fixed<string>;
  action: Fixed<string>;
  imei: Fixed<string>;
  outcome: Fixed<'success' | 'error' | 'refused'>;
  detail: Fixed<string>;
  transaction_id: Fixed<string>;
  address: Fixed<string>;
}

/** Append-only: a link of the chain over rows of `audit_log` (A6). */
export interface AuditSealTable {
  /** From 1, without a gap. */
  sequence: Fixed<number>;
  /** JSON of what the seal says; it is hashed as it stands. */
  statement: Fixed<string>;
  /** The hash of the statement, then the hash after each row, 32 bytes each. */
  hashes: ColumnType<Uint8Array | ArrayBuffer, Uint8Array, never>;
  /** The last of them, in hexadecimal. */
  hash: Fixed<string>;
  /** The last seal whose rows were removed, where this one says so. */
  removed_through: Fixed<number | null>;
}
