import { IMEI_LENGTH } from '../contract/imei.ts';
import { t } from '../i18n/own.ts';

/** The name of the product, in every title of the document. */
const product = t('Device Console');

/** The texts that the parts themselves bring; every other text comes from the screens (D22). */
export const messages = {
  asTheyCame: t('As they came'),
  cancel: t('Cancel'),
  chart: {
    day: t('Day'),
    name: t('Name'),
    value: t('Value'),
    part: (name: string, value: string) => `${name}: ${value}`,
  },
  chooseFile: t('Choose a file'),
  chooseOtherFile: t('Choose another file'),
  closeMenu: t('Close menu'),
  columns: t('Columns'),
  columnsAutomatic: t('As the width allows'),
  columnsHidden: (count: string) => t('Columns, {count} hidden', { count }),
  confirm: t('Confirm'),
  dismiss: t('Dismiss'),
  documentTitle: (page: string) => (page === '' || page === product ? product : `${page} · ${product}`),
  dropFile: t('or drop it here'),
  dropOneFile: (count: number) => t('{count} files were dropped. Please drop one file at a time.', { count }),
  fileSize: (size: string) => t('{value} KB', { value: size }),
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
  imeiCheckDigit: t(
    'The last digit does not fit the others. Please compare this IMEI with the device before you go on.',
  ),
  imeiDigitsOnly: t('An IMEI has digits only. Please remove the other characters.'),
  imeiHint: t('Please provide 15 digit IMEI number'),
  imeiLabel: t('IMEI number'),
  imeiLength: (count: number) =>
    t('IMEI number must be exactly {imeiLength} digits; this one has {count}.', { imeiLength: IMEI_LENGTH, count }),
  imeisPasted: (count: string) => t('{count} IMEIs.', { count }),
  imeisPastedHelp: t('This field takes one of them.'),
  makeBatch: t('Make a batch?'),
  imeiMissing: t('Please provide 15 digit IMEI number'),
  less: t('Less'),
  lessOf: (row: string) => t('Less of {row}', { row }),
  menu: t('Menu'),
  more: t('More'),
  moreOf: (row: string) => t('More of {row}', { row }),
  noRowPasses: t('No row matches this filter.'),
  ok: t('OK'),
  pleaseWait: t('Please wait'),
  optional: t('optional'),
  rowsShown: (rows: string, total: string) =>
    t('{rows} of {total, plural, one {{total} row} other {{total} rows}}', { rows, total }),
  showPassword: t('Show password'),
  sortBy: t('Sort by'),
  sortedDown: (column: string) => t('{column}, descending', { column }),
  sortedUp: (column: string) => t('{column}, ascending', { column }),
  skipToContent: t('Skip to content'),
  tableArea: (table: string) => t('{table}, table', { table }),
  typeToConfirm: (word: string) => t('Type {word} to confirm', { word }),
} as const;
