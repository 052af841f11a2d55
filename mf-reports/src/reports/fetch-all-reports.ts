import { failureText } from '@device-console/shared-lib/console';
import { type ReportDefinition, reports } from '@device-console/shared-lib/contract';
import { type Sheet } from '@device-console/shared-lib/sheets';
import { type Column, sheetOf } from '@device-console/shared-lib/ui/table';
import { commandColumns, wordColumn } from '../tables/columns.tsx';
import { enrolmentColumns, registrationColumns, uploadColumns } from './report-columns.tsx';
import {
  countRows,
  fetchReport,
  type FetchOptions,
  refuseTooMany,
  type ReportQuestion,
  type ReportRow,
  type ReportRows,
} from './fetch-report.ts';
import { t } from '../t.ts';

/** An uploaded file, with the report that lists it. */
type Upload = ReportRow & { readonly reportTitle: string };

const allUploadColumns: readonly Column<Upload>[] = [
  wordColumn('report', t('Report'), ({ reportTitle }) => reportTitle),
  ...uploadColumns,
];

function sheetOfReport(name: string, { kind, items, commands }: ReportRows): Sheet {
  if (kind === 'commands') return sheetOf(name, commandColumns, { rows: commands });
  return sheetOf(name, kind === 'registrations' ? registrationColumns : enrolmentColumns, { rows: items });
}

async function fetchOne(definition: ReportDefinition, question: Question, options: FetchOptions): Promise<ReportRows> {
  try {
    return await fetchReport({ ...question, definition }, options);
  } catch (error) {
    if (options.signal.aborted) throw error;
    throw new Error(`${t.known(definition.title)}: ${failureText(error)}`, { cause: error });
  }
}

type Question = Omit<ReportQuestion, 'definition'>;

/**
 * A sheet for every report of a range, by the names of the tabs, and one of all uploaded files, bulkupload (R6, R7).
 * Fetches one report after another. Throws if one of them fails, and names it: a part would look like the whole.
 */
export async function fetchAllReports(
  question: Question,
  { onReport, ...options }: Omit<FetchOptions, 'onProgress'> & { readonly onReport: (fetched: number) => void },
): Promise<readonly Sheet[]> {
  const sheets: Sheet[] = [];
  const uploads: Upload[] = [];
  let count = 0;
  for (const [index, definition] of reports.entries()) {
    onReport(index);
    const title = t.known(definition.title);
    const rows = await fetchOne(definition, question, { ...options, onProgress: () => undefined });
    count += countRows(rows);
    refuseTooMany(count);
    sheets.push(sheetOfReport(title, rows));
    if (rows.kind === 'commands') for (const row of rows.items) uploads.push({ ...row, reportTitle: title });
  }
  return [...sheets, sheetOf('bulkupload', allUploadColumns, { rows: uploads })];
}
