import { IMEI_LENGTH } from '../contract/imei.ts';
import { t } from '../i18n/own.ts';

/** The name of the product, in every title of the document. */
const product = t('Device Console');

/** The texts that the parts themselves bring; every other text comes from the screens (D22). */
export const messages = {
  cancel: t('Cancel'),
  chooseFile: t('Choose a file'),
  chooseOtherFile: t('Choose another file'),
  closeMenu: t('Close menu'),
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
  exported: (rows: string, total: string) => t('{rows} of {total} rows written', { rows, total }),
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
  imeiMissing: t('Please provide 15 digit IMEI number'),
  menu: t('Menu'),
  noRowPasses: t('No row matches this filter.'),
  ok: t('OK'),
  pleaseWait: t('Please wait'),
  optional: t('optional'),
  rowsShown: (rows: string, total: string) => t('{rows} of {total} rows', { rows, total }),
  showPassword: t('Show password'),
  skipToContent: t('Skip to content'),
  tableArea: (table: string) => t('{table}, table', { table }),
  typeToConfirm: (word: string) => t('Type {word} to confirm', { word }),
} as const;
