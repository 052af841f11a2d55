import * as v from 'valibot';
import { answerFields, each, wireList, wireNumber, wireOptionalText, wireText } from '../wire.ts';
import { added, change } from './define-call.ts';
import { empty, reasonText } from './fields.ts';

/** The permission to decide on commands that wait for a second person; admins and superadmins have it (C15). */
export const APPROVALS_PERMISSION = 'Approvals';

/** `reason` of an answer whose command waits for a second person (C12): nothing was sent yet. */
export const WAITS_FOR_APPROVAL = 'approval';

/**
 * A command, or a batch's list, that needs or needed a second person (C12 to C16). `state`: waiting, approved, refused,
 * expired, or failed if it could no longer be carried out. `own` is `yes` for the caller's own. Times are ISO 8601;
 * `decider`, `decidedAt` and `why` are '' until decided; `batchId` is '' for a single command.
 */
const approvalRow = v.object({
  id: wireText,
  ...each(wireOptionalText, 'asker', 'own', 'via', 'action', 'imei', 'batchId'),
  devices: wireNumber,
  ...each(wireOptionalText, 'state', 'createdAt', 'expiresAt', 'decider', 'decidedAt', 'why'),
});
export type ApprovalRow = v.InferOutput<typeof approvalRow>;

/** Commands that wait for a second person; beyond the specification. */
export const approvalCalls = {
  /** The caller's newest requests; everyone's if the caller may decide (C15). `off`: no command waits for approval. */
  approvals: added(
    'approvals.php',
    'session',
    empty,
    v.object({ ...answerFields, items: wireList(approvalRow), off: wireOptionalText }),
  ),
  /** Approves, which carries the command out once or lets the batch continue, or refuses for good (C13, C14). */
  decideApproval: change(
    'decideApproval.php',
    { permission: APPROVALS_PERMISSION },
    v.object({
      id: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'id must be a number')),
      decision: v.picklist(['approve', 'refuse']),
      reason: v.optional(reasonText),
    }),
  ),
} as const;
