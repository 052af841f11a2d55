import { IMEI_LENGTH } from '../contract/imei.ts';

/** The name of the product, in every title of the document. */
const product = 'Device Console';

/** The texts that the parts themselves bring; every other text comes from the screens (D22). */
export const messages = {
  cancel: 'Cancel',
  chart: {
    day: 'Day',
    name: 'Name',
    value: 'Value',
    part: (name: string, value: string) => `${name}: ${value}`,
  },
  chooseFile: 'Choose a file',
  chooseOtherFile: 'Choose another file',
  closeMenu: 'Close menu',
  confirm: 'Confirm',
  dismiss: 'Dismiss',
  documentTitle: (page: string) => (page === '' || page === product ? product : `${page} · ${product}`),
  dropFile: 'or drop it here',
  dropOneFile: (count: number) => `${count} files were dropped. Please drop one file at a time.`,
  fileSize: (size: string) => `${size} KB`,
  exportAs: 'Export',
  exportCsv: 'CSV (.csv)',
  exportExcel: 'Excel (.xlsx)',
  exportFailed: (file: string) => `${file} was not saved`,
  exported: (rows: string, total: string) => `${rows} of ${total} rows written`,
  exporting: (file: string) => `${file} is being written.`,
  exportMissing: 'The export menu could not be loaded. Reload the page to export this table.',
  fileWritten: (file: string) => `${file} was written.`,
  filter: 'Filter',
  imeiCheckDigit: 'The last digit does not fit the others. Please compare this IMEI with the device before you go on.',
  imeiDigitsOnly: 'An IMEI has digits only. Please remove the other characters.',
  imeiHint: 'Please provide 15 digit IMEI number',
  imeiLabel: 'IMEI number',
  imeiLength: (count: number) => `IMEI number must be exactly ${IMEI_LENGTH} digits; this one has ${count}.`,
  imeiMissing: 'Please provide 15 digit IMEI number',
  menu: 'Menu',
  noRowPasses: 'No row matches this filter.',
  ok: 'OK',
  pleaseWait: 'Please wait',
  optional: 'optional',
  rowsShown: (rows: string, total: string) => `${rows} of ${total} rows`,
  showPassword: 'Show password',
  skipToContent: 'Skip to content',
  tableArea: (table: string) => `${table}, table`,
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
} as const;
