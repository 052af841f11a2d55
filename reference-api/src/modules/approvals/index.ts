import type { ApiModule } from '../../core/module.ts';
import { approvalVariables, askApproval, expireApprovals } from './ask-approval.ts';
import { approvals as list, decideApproval } from './decide-approval.ts';
import { schema } from './schema.ts';

/** Commands and batches that wait for a second person (C12 to C16). */
export const approvals = {
  name: 'approvals',
  schema,
  services: { approvals: list, decideApproval },
  variables: approvalVariables,
  housekeeping: { approvals: ({ db, clock }) => expireApprovals(db, clock) },
  beforeSend: askApproval,
} as const satisfies ApiModule;
