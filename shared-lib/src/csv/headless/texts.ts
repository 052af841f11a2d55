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
const EXCEL_NUMBER_HELP = t(
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

/** The faults of a field, one bit each; a code is their sum. `excelNumber` and `changedDate` say how to mend it. */
export const fieldFault = {
  imei: 1,
  excelNumber: 2,
  name: 4,
  amount: 8,
  date: 16,
  changedDate: 32,
  template: 64,
  lostName: 256,
  unclearAmount: 512,
} as const;

/** Codes of rows whose fields are not looked at; no sum of fields is one of them. */
export const rowFault = { columns: 128, unclosedQuote: 129, tooLong: 130, longName: 131 } as const;

const lineErrors = { [rowFault.unclosedQuote]: UNCLOSED_QUOTE, [rowFault.tooLong]: LINE_TOO_LONG };

const imeiErrors: Readonly<Record<number, string>> = {
  ...lineErrors,
  [rowFault.columns]: WRONG_COLUMNS,
  [fieldFault.imei]: INVALID_IMEI_LENGTH,
  [fieldFault.excelNumber]: EXCEL_NUMBER,
};

/** The error of a row of a file of sno, imei1 by its code (B2). */
export const imeiErrorText = (code: number): string => imeiErrors[code] ?? WRONG_COLUMNS;

/** Precedes the faults of a row (T4). */
const INCORRECT_FIELDS = t('Incorrect fields: ');

const notificationErrors: Readonly<Record<number, string>> = {
  ...lineErrors,
  [rowFault.columns]: INCORRECT_FIELDS + t('Invalid row, missing or extra columns'),
  [rowFault.longName]: INCORRECT_FIELDS + t('Invalid name (at most 500 characters)'),
};

const INVALID_IMEI = t('Invalid IMEI (must be 15 digits)');
const INVALID_DATE = t('Invalid date format (expected DD/MM/YYYY)');
const CHANGED_DATE_HELP = t(
  'Excel has changed it. In the original list, format the date column as Text, then save it again',
);

const INVALID_AMOUNT = t('Invalid amount (must be a number with up to 2 decimal places)');

/** For an amount with commas that may be decimal points (T4). */
export const UNCLEAR_AMOUNT = t('It is not clear which mark is the decimal point. Write the amount as 1250.50');

/** In the order of the columns (T4). */
const fieldTexts: readonly (readonly [fault: number, text: string])[] = [
  [fieldFault.name, t('Invalid name (must not be empty)')],
  [fieldFault.lostName, t('Invalid name (some of its characters are lost: \ufffd)')],
  [fieldFault.imei, INVALID_IMEI],
  [fieldFault.excelNumber, `${INVALID_IMEI}. ${EXCEL_NUMBER_HELP}`],
  [fieldFault.amount, INVALID_AMOUNT],
  [fieldFault.unclearAmount, `${INVALID_AMOUNT}. ${UNCLEAR_AMOUNT}`],
  [fieldFault.date, INVALID_DATE],
  [fieldFault.changedDate, `${INVALID_DATE}. ${CHANGED_DATE_HELP}`],
  [fieldFault.template, t("Invalid template, expected values are 'Pre', 'Post', or 'Due'")],
];

/** The error of a row of notifications by its code: all its faults (T4). */
export function notificationErrorText(code: number): string {
  const wrong = fieldTexts.filter(([fault]) => (code & fault) !== 0).map(([, text]) => text.replace(/\.$/, ''));
  return notificationErrors[code] ?? INCORRECT_FIELDS + wrong.join('; ');
}
