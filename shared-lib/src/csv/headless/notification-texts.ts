import { EXCEL_NUMBER_HELP, LINE_TOO_LONG, UNCLOSED_QUOTE } from './texts.ts';
import { t } from '../../i18n/own.ts';

/** Precedes the faults of a row (T4). */
const INCORRECT_FIELDS = t('Incorrect fields: ');

/** A row without exactly six columns (T4). */
const INVALID_ROW = t('Invalid row, missing or extra columns');

/** A row whose IMEI does not have exactly 15 digits (T4). */
const INVALID_IMEI = t('Invalid IMEI (must be 15 digits)');

/** A row whose template is none of the three (T4). */
const INVALID_TEMPLATE = t("Invalid template, expected values are 'Pre', 'Post', or 'Due'");

/** A row whose amount is not a number with up to two decimals (T4). */
const INVALID_AMOUNT = t('Invalid amount (must be a number with up to 2 decimal places)');

/** A row whose date is not DD/MM/YYYY, or not a day of the calendar (T4). */
const INVALID_DATE = t('Invalid date format (expected DD/MM/YYYY)');

/** A row without a name: every message addresses someone (T5). */
const INVALID_NAME = t('Invalid name (must not be empty)');

/** A row whose name is longer than LONGEST_NAME (W7). */
const LONG_NAME = t('Invalid name (at most 500 characters)');

/** What the operator can do about a date that a spreadsheet has changed (D10). */
const CHANGED_DATE_HELP = t(
  'Excel has changed it. In the original list, format the date column as Text, then save it again',
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
} as const;

/** Codes of rows whose fields cannot be separated. */
export const rowFault = { columns: 128, unclosedQuote: 129, tooLong: 130, longName: 131 } as const;

const rowTexts: Readonly<Record<number, string>> = {
  [rowFault.columns]: INCORRECT_FIELDS + INVALID_ROW,
  [rowFault.unclosedQuote]: UNCLOSED_QUOTE,
  [rowFault.tooLong]: LINE_TOO_LONG,
  [rowFault.longName]: INCORRECT_FIELDS + LONG_NAME,
};

const fieldTexts: readonly (readonly [fault: number, text: string])[] = [
  [fieldFault.name, INVALID_NAME],
  [fieldFault.imei, INVALID_IMEI],
  [fieldFault.excelNumber, `${INVALID_IMEI}. ${EXCEL_NUMBER_HELP}`],
  [fieldFault.amount, INVALID_AMOUNT],
  [fieldFault.date, INVALID_DATE],
  [fieldFault.changedDate, `${INVALID_DATE}. ${CHANGED_DATE_HELP}`],
  [fieldFault.template, INVALID_TEMPLATE],
];

/** The error of a row by its code: all its faults, in column order (T4). */
export function notificationErrorText(code: number): string {
  const wrong = fieldTexts.filter(([fault]) => (code & fault) !== 0).map(([, text]) => text.replace(/\.$/, ''));
  return rowTexts[code] ?? INCORRECT_FIELDS + wrong.join('; ');
}
