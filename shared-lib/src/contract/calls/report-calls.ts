import * as v from 'valibot';
import { answerWith, fieldsOf, wireList, wireOptionalText, wireText } from '../wire.ts';
import { added, change, specified } from './define-call.ts';
import {
  adminsOnly,
  cursor,
  day,
  empty,
  imei,
  line,
  pageAnswer,
  pageFields,
  pageLimit,
  superadminsOnly,
  unknownOrNumber,
  word,
} from './fields.ts';
import { figuresAnswer, figuresBody, telemetryReport } from '../telemetry.ts';

/** An executed command (R5, A2). */
export const executedCommandRow = v.object({
  ...fieldsOf(
    wireOptionalText,
    'id',
    'transactionId',
    'date_and_time',
    'imei1',
    'interface',
    'command',
    'status',
    'user',
  ),
  ...fieldsOf(wireOptionalText, 'commandType', 'createdat'),
});
const auditRegistrationRow = v.object(
  fieldsOf(wireOptionalText, 'imei1', 'imei2', 'brand', 'model', 'command', 'createdat'),
);

const auditReleaseRow = v.object(fieldsOf(wireOptionalText, 'imei1', 'imei2', 'brand', 'model', 'createdat'));

/** A de-enrolment or re-registration in the audit and in its report (A2, R4). */
const enrolmentRow = v.object(fieldsOf(wireOptionalText, 'imei1', 'imei2', 'action', 'date', 'createdat'));

/** A row of a report's `items`: registration, de-enrolment or uploaded file (R3 to R5); absent columns are ''. */
export const reportRow = v.object({
  ...fieldsOf(wireOptionalText, 'id', 'imei1', 'imei2', 'Match_Status', 'Registration_status', 'Manufacturer', 'Model'),
  ...fieldsOf(wireOptionalText, 'action', 'date', 'createdat', 'date_and_time', 'file', 'oldfile', 'isComplete'),
  ...fieldsOf(wireOptionalText, 'lastimei', 'remarks'),
});

const deviceAudit = answerWith({
  registration: wireList(auditRegistrationRow),
  release: wireList(auditReleaseRow),
  commands: wireList(executedCommandRow),
  deenroll: wireList(enrolmentRow),
});

/** The answer of auditReportByImei.php: all about one device (A2). */
export type DeviceAudit = v.InferOutput<typeof deviceAudit>;

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

/**
 * Reports and the audit of a device (R1 to R8, A1, A2); beyond the specification operators' actions, and failures of
 * remotes.
 */
/** One publication of a preview. */
const preview = { remote: word, version: word, publishedAt: word };

export const reportCalls = {
  /**
   * Beyond the specification, a body with `limit` asks for a page: `next` is the `cursor` of the next page ('' after
   * the last), `total` the rows of all pages: on the first page, or on the second for a report so long that the first
   * does not wait for it. Without `limit` all rows come at once.
   */
  downloadReports: specified(
    'downloadReports.php',
    { permission: 'Reports' },
    {
      report: word,
      startdate: day,
      enddate: day,
      match: v.optional(v.picklist(['ALL', 'YES', 'NO'])),
      timezone: v.optional(word),
      limit: v.optional(pageLimit),
      cursor: v.optional(cursor),
    },
    answerWith({
      items: wireList(reportRow),
      commanditems: wireList(executedCommandRow),
      ...pageAnswer,
    }),
    {
      shows: ['status', 'items', 'commanditems', 'message'],
      beyondBody: ['timezone', 'limit', 'cursor'],
      beyondAnswer: ['next', 'total'],
    },
  ),
  auditReportByImei: specified('auditReportByImei.php', { permission: 'Audit Report' }, { imei1: imei }, deviceAudit, {
    shows: ['registration', 'release', 'commands', 'deenroll'],
  }),
  /**
   * Who did what, newest first, in pages as downloadReports. `account`, `imei` and `called` (the path) select by part
   * of the text, `kind` selects changes or reads. The first page has `total`, or `morethan` where counting to the end
   * would take too long. Beyond the specification.
   */
  operatorAudit: added(
    'operatorAudit.php',
    adminsOnly,
    {
      startdate: day,
      enddate: day,
      timezone: v.optional(word),
      account: v.optional(line),
      imei: v.optional(line),
      called: v.optional(line),
      outcome: v.optional(v.picklist(auditOutcomes)),
      kind: v.optional(v.picklist(auditKinds)),
      ...pageFields,
    },
    {
      items: wireList(operatorAuditRow),
      ...pageAnswer,
      morethan: unknownOrNumber,
    },
  ),
  /** A page's loads and failures of remotes, without personal data. Beyond the specification. */
  platformReport: added('platformReport.php', 'session', telemetryReport.entries, empty),
  /** Previews of remotes that a superadmin ended before their date. Beyond the specification. */
  endedPreviews: added('endedPreviews.php', 'session', empty, {
    items: wireList(v.object(fieldsOf(wireText, 'remote', 'publishedAt'))),
  }),
  /** The caller begins to try a preview; refused if it was ended. Beyond the specification. */
  beginPreview: change('beginPreview.php', 'session', preview),
  /** Ends a preview for everybody. Beyond the specification. */
  endPreview: change('endPreview.php', superadminsOnly, preview),
  /** All operators' figures. Beyond the specification. */
  platformFigures: added('platformFigures.php', 'figures', figuresBody.entries, figuresAnswer.entries),
} as const;
