import { reports } from '@device-console/shared-lib/contract';
import { dayRange, serverTimeZone } from '../time-zone.ts';
import type { CommandRow } from '../store/commands.ts';
import { auditOfDevice, commandsBetween, enrolmentsBetween, registrationsBetween, uploadsBetween } from '../store/reports.ts';
import { BusinessError } from './business-error.ts';
import type { Service } from './context.ts';

/** Most rows of one report; more would be too large a reply. */
const REPORT_ROWS = 200_000;

function executed(row: CommandRow) {
  return {
    id: row.id, transactionId: row.transaction_id, date_and_time: row.created_at, createdat: row.created_at, imei1: row.imei,
    interface: row.interface, command: row.reported_as, commandType: row.action, status: row.status, user: row.user_email,
  };
}

function complete<Row>(rows: readonly Row[]): readonly Row[] {
  if (rows.length > REPORT_ROWS) throw new BusinessError(`The report has more than ${REPORT_ROWS} rows. Please choose a shorter range of dates.`);
  return rows;
}

type ReportAnswer = Awaited<ReturnType<Service<'downloadReports'>>>;
type Range = ReturnType<typeof dayRange>;
type Database = Parameters<Service<'downloadReports'>>[0]['db'];

async function registrations(db: Database, range: Range, match: 'ALL' | 'YES' | 'NO'): Promise<ReportAnswer> {
  const rows = complete(await registrationsBetween(db, range, match, REPORT_ROWS + 1));
  return {
    items: rows.map((row) => ({
      id: row.id, imei1: row.imei1, imei2: row.imei2, Match_Status: row.matched === 'YES' ? 'Matched' : 'Unmatched',
      Registration_status: row.registration_status, date_and_time: row.created_at, createdat: row.created_at,
      Manufacturer: row.brand, Model: row.model,
    })),
  };
}

async function enrolments(db: Database, range: Range): Promise<ReportAnswer> {
  const rows = complete(await enrolmentsBetween(db, range, REPORT_ROWS + 1));
  return {
    items: rows.map((row) => ({
      id: row.id, imei1: row.imei1, imei2: row.imei2, action: row.action, date: row.created_at, createdat: row.created_at, date_and_time: row.created_at,
    })),
  };
}

async function commandHistory(db: Database, report: string, range: Range): Promise<ReportAnswer> {
  const uploads = complete(await uploadsBetween(db, report, range, REPORT_ROWS + 1));
  const commands = complete(await commandsBetween(db, report, range, REPORT_ROWS + 1));
  return {
    items: uploads.map((row) => ({
      id: row.id, date_and_time: row.created_at, createdat: row.created_at, file: row.file, oldfile: row.old_file,
      isComplete: row.is_complete, lastimei: row.last_imei, remarks: row.remarks,
    })),
    commanditems: commands.map(executed),
  };
}

/** One report over whole days of a zone (R1 to R5, D3). */
export const downloadReports: Service<'downloadReports'> = async ({ db }, body) => {
  const report = reports.find((row) => row.report === body.report);
  if (!report) throw new BusinessError(`There is no report "${body.report}".`);
  if (body.startdate > body.enddate) throw new BusinessError('End date cannot be prior to start date');
  const range = dayRange(body.startdate, body.enddate, body.timezone ?? serverTimeZone());
  const head = { status: 'success', message: '' };
  if (report.kind === 'registrations') return { ...head, ...(await registrations(db, range, body.match ?? 'ALL')) };
  if (report.kind === 'enrolments') return { ...head, ...(await enrolments(db, range)) };
  return { ...head, ...(await commandHistory(db, report.report, range)) };
};

/** Everything about one device (A2). A device that was released has no registration until it is registered again (A3). */
export const auditReportByImei: Service<'auditReportByImei'> = async ({ db }, { imei1 }) => {
  const audit = await auditOfDevice(db, imei1);
  const releasedAt = audit.release[0]?.created_at ?? '';
  const identity = (row: { imei1: string; imei2: string; brand: string; model: string; created_at: string }) =>
    ({ imei1: row.imei1, imei2: row.imei2, brand: row.brand, model: row.model, createdat: row.created_at });
  return {
    status: 'success', message: '',
    registration: audit.registration.filter((row) => row.created_at > releasedAt)
      .map((row) => ({ ...identity(row), command: audit.commands[0]?.reported_as ?? '' })),
    release: audit.release.map(identity),
    commands: audit.commands.map(executed),
    deenroll: audit.deenroll.map((row) => ({ imei1: row.imei1, imei2: row.imei2, action: row.action, date: row.created_at, createdat: row.created_at })),
  };
};
