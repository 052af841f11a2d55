import * as v from 'valibot';
import { figuresAnswer, figuresBody, telemetryReport } from '../telemetry.ts';
import { answerFields, plainAnswer, wireList, wireOptionalText, wireText } from '../wire.ts';
import { added } from './define-call.ts';
import { adminsOnly, cursor, line, pageLimit, unknownOrNumber, word } from './fields.ts';

/** How an operator's call ended, in the operator audit: done, answered with an error, or refused. */
export const auditOutcomes = ['success', 'error', 'refused'] as const;

/** Entries in the operator audit: those that change or send something, and those that only read. */
export const auditKinds = ['actions', 'reads'] as const;

/** An entry of the append-only audit: an action of an operator, API key or unknown caller; beyond the specification. */
const operatorAuditRow = v.object({
  id: wireText,
  at: wireOptionalText,
  /** E-mail of the account, or what was typed if no account was known. */
  user: wireOptionalText,
  /** `session`, `key`, `anonymous` or `cli`. */
  via: wireOptionalText,
  /** Network address of the caller. */
  address: wireOptionalText,
  call: wireOptionalText,
  /** The command, report or status in the body. */
  action: wireOptionalText,
  imei: wireOptionalText,
  outcome: wireOptionalText,
  /** What the caller was told, or why the call was refused. */
  message: wireOptionalText,
  /** Other fields of the body as JSON text; never a secret. */
  detail: wireOptionalText,
  transactionId: wireOptionalText,
});
export type OperatorAuditRow = v.InferOutput<typeof operatorAuditRow>;

/** Operators' actions, and failures of remotes; beyond the specification. */
export const platformCalls = {
  /**
   * Who did what, newest first, in pages as downloadReports. `account`, `imei` and `called` (the path) select by part
   * of the text, `kind` selects changes or reads. Beyond the specification.
   */
  operatorAudit: added(
    'operatorAudit.php',
    adminsOnly,
    v.object({
      startdate: v.pipe(v.string(), v.isoDate()),
      enddate: v.pipe(v.string(), v.isoDate()),
      timezone: v.optional(word),
      account: v.optional(line),
      imei: v.optional(line),
      called: v.optional(line),
      outcome: v.optional(v.picklist(auditOutcomes)),
      kind: v.optional(v.picklist(auditKinds)),
      limit: pageLimit,
      cursor: v.optional(cursor),
    }),
    v.object({
      ...answerFields,
      items: wireList(operatorAuditRow),
      next: wireOptionalText,
      total: unknownOrNumber,
    }),
  ),
  /** A page's loads and failures of remotes, without personal data. Beyond the specification. */
  platformReport: added('platformReport.php', 'session', telemetryReport, plainAnswer),
  /** All operators' figures. Beyond the specification. */
  platformFigures: added('platformFigures.php', 'figures', figuresBody, figuresAnswer),
} as const;
