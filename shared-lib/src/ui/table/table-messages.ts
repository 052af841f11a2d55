import { t } from '../../i18n/own.ts';

/** The texts of tables. */
export const messages = {
  asTheyCame: t('As they came'),
  cancel: t('Cancel'),
  columns: t('Columns'),
  columnsAutomatic: t('As the width allows'),
  columnsHidden: (count: string) => t('Columns, {count} hidden', { count }),
  exportAs: t('Export'),
  exportCsv: t('CSV (.csv)'),
  exportExcel: t('Excel (.xlsx)'),
  exportFailed: (file: string) => t('{file} was not saved', { file }),
  exported: (rows: string, total: string) =>
    t('{rows} of {total, plural, one {{total} row} other {{total} rows}} written', { rows, total }),
  exporting: (file: string) => t('{file} is being written.', { file }),
  exportMissing: t('The export menu could not be loaded. Reload the page to export this table.'),
  fileWritten: (file: string) => t('{file} was written.', { file }),
  filter: t('Filter'),
  less: t('Less'),
  lessOf: (row: string) => t('Less of {row}', { row }),
  more: t('More'),
  moreOf: (row: string) => t('More of {row}', { row }),
  noRowPasses: t('No row matches this filter.'),
  rowsShown: (rows: string, total: string) =>
    t('{rows} of {total, plural, one {{total} row} other {{total} rows}}', { rows, total }),
  sortBy: t('Sort by'),
  sortedDown: (column: string) => t('{column}, descending', { column }),
  sortedUp: (column: string) => t('{column}, ascending', { column }),
  tableArea: (table: string) => t('{table}, table', { table }),
} as const;
