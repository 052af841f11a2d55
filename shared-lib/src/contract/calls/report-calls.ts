import * as v from 'valibot';
import { answerFields, each, wireList, wireOptionalText } from '../wire.ts';
import { partlyBeyond, sealed, shows } from './define-call.ts';
import { cursor, imei, pageLimit, unknownOrNumber, word } from './fields.ts';

/** An executed command (R5, A2). */
export const executedCommandRow = v.object({
  ...each(wireOptionalText, 'id', 'transactionId', 'date_and_time', 'imei1', 'interface', 'command', 'status', 'user'),
  ...each(wireOptionalText, 'commandType', 'createdat'),
});
/** A registration in the audit (A2). */
const auditRegistrationRow = v.object(
  each(wireOptionalText, 'imei1', 'imei2', 'brand', 'model', 'command', 'createdat'),
);

/** A release in the audit (A2). */
const auditReleaseRow = v.object(each(wireOptionalText, 'imei1', 'imei2', 'brand', 'model', 'createdat'));

/** A de-enrolment or re-registration in the audit and in its report (A2, R4). */
const enrolmentRow = v.object(each(wireOptionalText, 'imei1', 'imei2', 'action', 'date', 'createdat'));

/** A row of a report's `items`: registration, de-enrolment or uploaded file (R3 to R5); absent columns are ''. */
export const reportRow = v.object({
  ...each(wireOptionalText, 'id', 'imei1', 'imei2', 'Match_Status', 'Registration_status', 'Manufacturer', 'Model'),
  ...each(wireOptionalText, 'action', 'date', 'createdat', 'date_and_time', 'file', 'oldfile', 'isComplete'),
  ...each(wireOptionalText, 'lastimei', 'remarks'),
});

const deviceAudit = v.object({
  ...answerFields,
  registration: wireList(auditRegistrationRow),
  release: wireList(auditReleaseRow),
  commands: wireList(executedCommandRow),
  deenroll: wireList(enrolmentRow),
});

/** The answer of auditReportByImei.php: all about one device (A2). */
export type DeviceAudit = v.InferOutput<typeof deviceAudit>;

/** Reports and the audit of a device (R1 to R8, A1, A2). */
export const reportCalls = {
  /**
   * Beyond the specification, a body with `limit` asks for a page: `next` is the `cursor` of the next page ('' after
   * the last), `total` the rows of all pages if counted (on the first page). Without `limit` all rows come at once.
   */
  downloadReports: shows(
    partlyBeyond(
      sealed(
        'POST',
        'downloadReports.php',
        { permission: 'Reports' },
        v.object({
          report: word,
          startdate: v.pipe(v.string(), v.isoDate()),
          enddate: v.pipe(v.string(), v.isoDate()),
          match: v.optional(v.picklist(['ALL', 'YES', 'NO'])),
          timezone: v.optional(word),
          limit: v.optional(pageLimit),
          cursor: v.optional(cursor),
        }),
        v.object({
          ...answerFields,
          items: wireList(reportRow),
          commanditems: wireList(executedCommandRow),
          next: wireOptionalText,
          total: unknownOrNumber,
        }),
      ),
      ['timezone', 'limit', 'cursor'],
      ['next', 'total'],
    ),
    ['status', 'items', 'commanditems', 'message'],
  ),
  auditReportByImei: shows(
    sealed('POST', 'auditReportByImei.php', { permission: 'Audit Report' }, v.object({ imei1: imei }), deviceAudit),
    ['registration', 'release', 'commands', 'deenroll'],
  ),
} as const;
