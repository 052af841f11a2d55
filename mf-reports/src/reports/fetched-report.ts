import type { ReportKind } from '@device-console/shared-lib/contract';
import { packedRows, type PackedRows } from './row-packer.ts';

const registrationFields = {
  imei1: 'imei',
  imei2: 'imei',
  Match_Status: 'word',
  Registration_status: 'word',
  date_and_time: 'time',
  createdat: 'time',
  Manufacturer: 'word',
  Model: 'word',
} as const;
const enrolmentFields = {
  imei1: 'imei',
  imei2: 'imei',
  date_and_time: 'time',
  date: 'time',
  createdat: 'time',
  action: 'word',
} as const;
const uploadFields = {
  date_and_time: 'time',
  createdat: 'time',
  file: 'text',
  oldfile: 'text',
  isComplete: 'word',
  lastimei: 'imei',
  remarks: 'word',
} as const;
const commandFields = {
  date_and_time: 'time',
  createdat: 'time',
  imei1: 'imei',
  transactionId: 'text',
  interface: 'word',
  command: 'word',
  status: 'word',
  user: 'word',
} as const;

type RowOf<Fields extends object> = Readonly<Record<keyof Fields & string, string>>;
type RowsOf<Fields extends object> = PackedRows<keyof Fields & string>;

/** A row of the registration table (R3). */
export type RegistrationRow = RowOf<typeof registrationFields>;
/** A row of the De-enroll/Re-register table (R4). */
export type EnrolmentRow = RowOf<typeof enrolmentFields>;
/** A row of the Bulk Upload History (R5). */
export type UploadRow = RowOf<typeof uploadFields>;

/** The rows of a report, packed. The report's kind decides which lists there are (R3 to R5). */
export type ReportRows =
  | { readonly kind: 'registrations'; readonly registrations: RowsOf<typeof registrationFields> }
  | { readonly kind: 'enrolments'; readonly enrolments: RowsOf<typeof enrolmentFields> }
  | {
      readonly kind: 'commands';
      readonly uploads: RowsOf<typeof uploadFields>;
      readonly commands: RowsOf<typeof commandFields>;
    };

export function noRows(kind: ReportKind): ReportRows {
  if (kind === 'registrations') return { kind, registrations: packedRows(registrationFields) };
  if (kind === 'enrolments') return { kind, enrolments: packedRows(enrolmentFields) };
  return { kind, uploads: packedRows(uploadFields), commands: packedRows(commandFields) };
}

export function countRows(rows: ReportRows): number {
  if (rows.kind === 'registrations') return rows.registrations.count;
  return rows.kind === 'enrolments' ? rows.enrolments.count : rows.uploads.count + rows.commands.count;
}
