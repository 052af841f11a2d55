import type { Generated } from 'kysely';
import type { Fixed, Time } from './columns.ts';

/** `failed`: it was approved, and could not be carried out any more. `expired`: nobody decided in time. */
export type ApprovalState = 'waiting' | 'approved' | 'refused' | 'expired' | 'failed';

/** A command, or a batch's list, that waits or waited for a second person (C12 to C16). */
export interface ApprovalTable {
  id: Generated<number>;
  /** Who asks: of an API key its owner. */
  account_id: Fixed<number>;
  via: Fixed<'session' | 'key'>;
  credential_id: Fixed<number>;
  /** Name of the call that is carried out; '' of a batch. */
  call: Fixed<string>;
  transaction_id: Fixed<string>;
  /** Of the call, as JSON; '' of a batch. */
  body: Fixed<string>;
  /** Of the call's body, or of the batch's list. */
  body_hash: Fixed<string>;
  action: Fixed<string>;
  /** '' of a batch. */
  imei: Fixed<string>;
  batch_id: Fixed<string | null>;
  devices: Fixed<number>;
  state: ApprovalState;
  /** Why it was refused, or not carried out. */
  why: string;
  created_at: Fixed<Time>;
  expires_at: Time;
  decided_by: number | null;
  decided_at: Time | null;
}
