import type { ReportDefinition } from '@device-console/shared-lib/contract';
import type { executedCommandRow, reportRow } from '@device-console/shared-lib/contract/server';
import type { Selectable } from 'kysely';
import type * as v from 'valibot';
import { executedColumns, type ExecutedCommand } from '../store/commands.ts';
import { placeOf, reportList, type Place, type ReportList } from '../store/report-lists.ts';
import type { Schema } from '../store/schema.ts';
import type { Database } from '../store/store.ts';

type ReportRow = v.InferInput<typeof reportRow>;
type ExecutedRow = v.InferInput<typeof executedCommandRow>;

/** A row of the answer, and its place in its list. */
export interface PartRow {
  readonly place: Place;
  readonly row: ReportRow | ExecutedRow;
}

export interface ReportPart extends ReportList<PartRow> {
  /** Its field in the answer. */
  readonly name: 'items' | 'commanditems';
}

/** A command as reports and audits return it (R5, A2). */
export function executedRow(row: ExecutedCommand): ExecutedRow {
  return {
    id: row.id,
    transactionId: row.transaction_id,
    date_and_time: row.created_at,
    createdat: row.created_at,
    imei1: row.imei,
    interface: row.interface,
    command: row.reported_as,
    commandType: row.action,
    status: row.status,
    user: row.user_email,
  };
}

function registrationRow(row: Selectable<Schema['registrations']>): ReportRow {
  return {
    id: row.id,
    imei1: row.imei1,
    imei2: row.imei2,
    Match_Status: row.matched === 'YES' ? 'Matched' : 'Unmatched',
    Registration_status: row.registration_status,
    date_and_time: row.created_at,
    createdat: row.created_at,
    Manufacturer: row.brand,
    Model: row.model,
  };
}

function enrolmentRow(row: Selectable<Schema['enrolments']>): ReportRow {
  return {
    id: row.id,
    imei1: row.imei1,
    imei2: row.imei2,
    action: row.action,
    date: row.created_at,
    createdat: row.created_at,
    date_and_time: row.created_at,
  };
}

function uploadRow(row: Selectable<Schema['uploads']>): ReportRow {
  return {
    id: row.id,
    date_and_time: row.created_at,
    createdat: row.created_at,
    file: row.file,
    oldfile: row.old_file,
    isComplete: row.is_complete,
    lastimei: row.last_imei,
    remarks: row.remarks,
  };
}

function partOf<Row extends { readonly created_at: string; readonly id: number }>(
  name: ReportPart['name'],
  list: ReportList<Row>,
  toRow: (row: Row) => PartRow['row'],
): ReportPart {
  return {
    ...list,
    name,
    async rows(slice, limit) {
      return (await list.rows(slice, limit)).map((row) => ({ place: placeOf(row), row: toRow(row) }));
    },
  };
}

/**
 * The lists of a report in the order of its pages: registrations, matched or not (R2, R3); de-enrolments and
 * re-registrations (R4); or a command's uploaded files, then its executed commands (R5).
 */
export function partsOf(
  db: Database,
  { kind, report }: ReportDefinition,
  match: 'ALL' | 'YES' | 'NO',
): readonly ReportPart[] {
  if (kind === 'registrations') {
    const matching: Record<string, string> = match === 'ALL' ? {} : { matched: match };
    const list = reportList<Selectable<Schema['registrations']>>(db, 'registrations', matching);
    return [partOf('items', list, registrationRow)];
  }
  if (kind === 'enrolments')
    return [partOf('items', reportList<Selectable<Schema['enrolments']>>(db, 'enrolments', {}), enrolmentRow)];
  return [
    partOf('items', reportList<Selectable<Schema['uploads']>>(db, 'uploads', { report }), uploadRow),
    partOf('commanditems', reportList<ExecutedCommand>(db, 'commands', { report }, executedColumns), executedRow),
  ];
}
