import { t } from '../i18n/own.ts';

/** The texts about a file of IMEIs that was chosen. */
export const messages = {
  chooseFile: t('CSV file'),
  columnsHint: t(
    'CSV with the columns sno and imei1, one device a line, or an Excel workbook (.xlsx) with a column imei1. ' +
      'A sample is on the Home page.',
  ),
  file: t('File'),
  size: t('Size'),
  readingTime: t('Reading time'),
  reading: (name: string) => t('Reading {name}', { name }),
  cancelReading: t('Cancel reading'),

  readFrom: t('Read from'),
  rows: t('Rows'),
  table: (sheet: string, column: string) => t('Sheet “{sheet}”, column {column}', { sheet, column }),
  tableWithHeading: (sheet: string, column: string, heading: string) =>
    t('Sheet “{sheet}”, column {column}: {heading}', { sheet, column, heading }),
  hiddenTable: (table: string) => t('{table} (hidden sheet)', { table }),
  otherTable: t('Sheet and column of the IMEIs'),
  otherTableHint: t('The workbook has several. Choose another one if these are not the devices that you mean.'),
  hiddenRows: (count: string) =>
    t(
      '{count, plural, one {{count} row that the sheet hides is read as well. Look whether its device is meant.} ' +
        'other {{count} rows that the sheet hides, for example by a filter, are read as well. Look whether their ' +
        'devices are meant.}}',
      { count },
    ),

  pasteList: t('Paste a list'),
  pastedList: t('List of IMEIs'),
  pastedListHint: t(
    'One IMEI a line, or several with commas, semicolons, tabs or spaces between them. Columns copied from a ' +
      'spreadsheet work too.',
  ),
  readList: t('Read the list'),
  cancelList: t('Cancel'),

  unusable: (count: string, of: string) =>
    t('{count} of {of, plural, one {{of} row} other {{of} rows}} cannot be used.', { count, of }),
  listedBefore: t('They were listed when the file was read, and are not kept when the page is closed.'),
  duplicates: (count: string) =>
    t(
      '{count, plural, one {{count} repeated IMEI is left out; its first row counts.} ' +
        'other {{count} repeated IMEIs are left out; the first row of each counts.}}',
      { count },
    ),
  checkDigits: (count: string, first: number, purpose: string) =>
    t(
      '{count, plural, one {{count} IMEI fails its check digit, on line {first}. It is {purpose} anyway; check ' +
        'whether it was mistyped.} other {{count} IMEIs fail their check digit, the first on line {first}. They ' +
        'are {purpose} anyway; check whether they were mistyped.}}',
      { count, first, purpose },
    ),
  invalidRows: t('Invalid IMEI list'),
  downloadErrors: t('Download incorrect_data.csv'),

  diagnosis: t('What was found in the file'),
  diagnosing: t('Looking at the invalid rows'),
  mendable: t(
    'Nothing is lost: every IMEI below can be read. Download corrected.csv, compare it with your list, ' +
      'and choose it instead of this file.',
  ),
  notMendable: t(
    'No corrected file is offered, because digits of some IMEIs are lost or ambiguous. Correct those rows ' +
      'in the original list.',
  ),
  downloadCorrected: t('Download corrected.csv'),
  findingRows: (count: string, line: string) => t('{count}, the first on line {line}', { count, line }),
  findings: {
    separators: t('IMEIs written with spaces, dashes or other separators'),
    'text-marks': t('IMEIs marked as text, by an apostrophe, quotation marks or ="…"'),
    decimals: t('IMEIs with decimals (.0) at their end'),
    'wide-digits': t('IMEIs in full-width digits'),
    'extra-columns': t('Rows with further columns after the IMEI, which are left out'),
    'other-delimiter': t("Rows whose columns are separated by another character than the header's"),
    rounded: t('IMEIs that Excel has rounded (3.56E+14): their last digits are lost'),
    'missing-zero': t(
      'IMEIs of 13 or 14 digits that would be whole with zeros in front: a spreadsheet may have removed ' +
        'them, check the original list',
    ),
    'several-imeis': t('Rows with more than one IMEI: it is not clear which one is meant'),
    unreadable: t('Rows in which no IMEI can be read'),
  },
} as const;
