import { t } from '../../i18n/own.ts';

/** Shown for other files than CSV (B1, D10). */
export const NOT_A_CSV_FILE = t('Only CSV files are allowed.');

/** Shown if the first line is not the expected header (B1). */
export const INVALID_HEADERS = t('Invalid Headers');

/** The error of the header's line (B1). */
export const HEADERS_NOT_MATCHED = 'headers not matched';

/** The summary above a list of incorrect rows (B3). */
export const INCORRECT_FORMAT = t('CSV contains incorrect format data.');

/** A row without exactly two columns (B2). */
export const WRONG_COLUMNS = t('More than two columns found. please check your file');

/** A row whose IMEI does not have exactly 15 digits (B2). */
export const INVALID_IMEI_LENGTH = t('Invalid Length found in imei, only 15 digits allowed');

/** What the operator can do about an IMEI that Excel has rounded (D10). */
export const EXCEL_NUMBER_HELP = t(
  'Excel has rounded this IMEI and its last digits are lost. In the original list, format the imei1 column as Text, ' +
    'then save it again.',
);

/** The error of such an IMEI: the text of B2, then how to mend it (D10). */
export const EXCEL_NUMBER = `${INVALID_IMEI_LENGTH}. ${EXCEL_NUMBER_HELP}`;

/** A quotation mark that is not closed on its line. */
export const UNCLOSED_QUOTE = t(
  'A quotation mark on this line is opened and never closed. Remove it, or close it on the same line',
);

/** A line longer than any row of such a file. */
export const LINE_TOO_LONG = t(
  'This line is far too long for a row of this file. Check that the file is a CSV file with one device ' + 'a line',
);

/** In the order of their codes in packed answers. */
const rowErrors = [WRONG_COLUMNS, INVALID_IMEI_LENGTH, EXCEL_NUMBER, UNCLOSED_QUOTE, LINE_TOO_LONG] as const;

/** Codes of errors: positions in the list of their texts. */
export const rowErrorCode = { columns: 0, imei: 1, excelNumber: 2, unclosedQuote: 3, tooLong: 4 } as const;

/** The error of a row of a file of sno, imei1 by its code (B2). */
export const imeiErrorText = (code: number): string => rowErrors[code] ?? rowErrors[0];
