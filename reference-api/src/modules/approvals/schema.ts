import type { SendCallName } from '@device-console/shared-lib/contract';
import {
  fixed,
  fixedAccount,
  fixedNumbers,
  fixedTexts,
  id,
  nullable,
  reference,
  text,
  type Fixed,
  type RowsOf,
  type TableSet,
} from '../../core/store/columns.ts';

/** `failed`: approved, but could no longer be executed. `expired`: nobody decided in time. */
type ApprovalState = 'waiting' | 'approved' | 'refused' | 'expired' | 'failed';

const tables = {
  /** A request to approve a command or a batch's list (C12 to C16). */
  approvals: {
    id,
    /** The asker; for an API key, its owner. */
    ...fixedAccount,
    via: fixed<'session' | 'key'>(),
    credential_id: reference<Fixed<number>>('not null'),
    /** Name, id and body as JSON of the call to execute, and its device; '' for a batch. */
    call: fixed<SendCallName | ''>(),
    ...fixedTexts('transaction_id', 'body', 'imei'),
    /** Hash of the call's body, or of the batch's list. */
    body_hash: fixed(),
    action: fixed(),
    batch_id: nullable<Fixed<string | null>>(),
    ...fixedNumbers('devices'),
    state: text<ApprovalState>(),
    why: text(),
    created_at: fixed(),
    expires_at: text(),
    decided_by: reference<number | null>('references accounts (id)'),
    decided_at: nullable<string | null>(),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends RowsOf<typeof tables> {}
}

export const schema: TableSet = {
  tables,
  indexes: {
    approvals_account_id: 'approvals (account_id, id)',
    approvals_batch: { unique: 'approvals (account_id, batch_id) where batch_id is not null' },
    approvals_waiting: "approvals (expires_at) where state = 'waiting'",
  },
};
