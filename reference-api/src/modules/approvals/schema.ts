import type { SendCallName } from '@device-console/shared-lib/contract';
import * as c from '../../core/store/columns.ts';
import { firstStep } from './0001-initial.ts';
import type { TableSet } from '../../core/store/migrations/migration-list.ts';

/** `failed`: approved, but could no longer be executed. `expired`: nobody decided in time. */
type ApprovalState = 'waiting' | 'approved' | 'refused' | 'expired' | 'failed';

const tables = {
  /** A request to approve a command or a batch's list (C12 to C16). */
  approvals: {
    id: c.id,
    /** The asker; for an API key, its owner. */
    ...c.fixedAccount,
    via: c.fixed<'session' | 'key'>(),
    credential_id: c.reference<c.Fixed<number>>('not null'),
    /** Name, id and body as JSON of the call to execute, and its device; '' for a batch. */
    call: c.fixed<SendCallName | ''>(),
    ...c.fixedTexts('transaction_id', 'body', 'imei'),
    /** Hash of the call's body, or of the batch's list. */
    body_hash: c.fixed(),
    action: c.fixed(),
    batch_id: c.nullable<c.Fixed<string | null>>(),
    ...c.fixedNumbers('devices'),
    state: c.text<ApprovalState>(),
    /** Why it was refused, failed or expired. */
    why: c.text(),
    created_at: c.fixed(),
    expires_at: c.text(),
    decided_by: c.reference<number | null>('references accounts (id)'),
    decided_at: c.nullable<string | null>(),
  },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends c.RowsOf<typeof tables> {}
}

export const schema: TableSet = { tables, firstStep };
