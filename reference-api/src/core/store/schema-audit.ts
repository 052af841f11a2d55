import type { Generated } from 'kysely';
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
