import { formatLocale } from '../../i18n/index.ts';
import { t } from '../../i18n/own.ts';
import { fileFormats, type FileFormat } from './file-rows.ts';
import { INCORRECT_FORMAT, INVALID_HEADERS, NOT_A_CSV_FILE } from './texts.ts';
import type { Rejection } from './imei-file.ts';

interface RejectionTexts {
  readonly reason: string;
  /** What to do about it, or ''. */
  readonly detail: string;
}

type Texts<Kind extends Rejection['kind']> = (
  rejection: Extract<Rejection, { kind: Kind }>,
  file: { readonly name: string; readonly format: FileFormat },
) => RejectionTexts;

const MEGABYTE = 1024 * 1024;
const SPLIT_IT = t('Split it, then choose each part.');
const SAVE_ANEW = t('Open it in Excel, save it as an Excel workbook (.xlsx) or as CSV, then choose that file.');

const count = (value: number): string => value.toLocaleString(formatLocale());

/** Megabytes with one decimal, rounded up: what exceeds a limit never reads as the limit. */
const megabytes = (bytes: number): string => count(Math.ceil((bytes / MEGABYTE) * 10) / 10);

const withCause = (advice: string, cause: string): string => (cause === '' ? advice : `${advice} (${cause})`);

function mustBe(format: FileFormat): string {
  return t('It must be: {columns}', { columns: fileFormats[format].columns.join(',') });
}

const texts: { readonly [Kind in Rejection['kind']]: Texts<Kind> } = {
  'not-csv': (_rejection, { name }) => ({
    reason: NOT_A_CSV_FILE,
    detail: /\.xls[a-z]?$/i.test(name)
      ? `${t('{name} does not contain an Excel workbook.', { name })} ${SAVE_ANEW}`
      : t('Workbooks (.xlsx, .ods) are read as well.'),
  }),
  'no-valid-row': (_rejection, { format }) => ({ reason: INCORRECT_FORMAT, detail: fileFormats[format].noValidRow }),
  'no-row': () => ({ reason: INCORRECT_FORMAT, detail: t('The file has no row below its header.') }),
  'empty-list': () => ({ reason: t('The list is empty.'), detail: t('Paste the IMEIs, each on a line of its own.') }),
  headers: ({ found }, { format }) => ({
    reason: INVALID_HEADERS,
    detail: `${
      found === '' ? t('The file has no header line.') : t('The first line is "{found}".', { found: found.trim() })
    } ${mustBe(format)}`,
  }),
  encoding: ({ names }, { name }) => ({
    reason: t('{name} is not in UTF-8: letters beyond A to Z may be read wrongly.', { name }),
    detail: t(
      'Excel on Windows writes Windows-1252. Read so, the file has these names: {names}. If they are right, read it ' +
        'so. Otherwise save it as "CSV UTF-8", then choose it again.',
      { names: names.join('; ') },
    ),
  }),
  unreadable: ({ cause }, { name }) => ({
    reason: t('{name} could not be read.', { name }),
    detail: t('It may have been moved or changed while it was read. Choose the file again. ({cause})', { cause }),
  }),
  'old-workbook': (_rejection, { name }) => ({
    reason: t('{name} has an old or binary Excel format (.xls, .xlsb), which cannot be read.', { name }),
    detail: SAVE_ANEW,
  }),
  'protected-workbook': (_rejection, { name }) => ({
    reason: t('{name} is protected by a password.', { name }),
    detail: t('Open it in Excel and take the password away, or save the sheet as CSV. Then choose that file.'),
  }),
  'damaged-workbook': ({ cause }, { name }) => ({
    reason: t('{name} is damaged: its cells cannot be read.', { name }),
    detail: withCause(SAVE_ANEW, cause),
  }),
  'no-workbook-reader': ({ cause }, { name }) => ({
    reason: t('{name} was not read: the part of the console that reads Excel workbooks could not be loaded.', { name }),
    detail: withCause(
      t('Load the page again, then choose the file again. Or save the sheet as CSV and choose that.'),
      cause,
    ),
  }),
  'large-workbook': ({ most, unpacked }, { name }) => ({
    reason: unpacked
      ? t('{name} holds more than {most} MB once it is unpacked, which is too much to be read here.', {
          name,
          most: megabytes(most),
        })
      : t('{name} is too large: an Excel workbook is read up to {most} MB.', { name, most: megabytes(most) }),
    detail: t('Save the sheet with the IMEIs as CSV, or copy it into a workbook of its own. Then choose that file.'),
  }),
  'no-table': ({ sheets }, { format, name }) => ({
    reason:
      format === 'imei'
        ? t('No column of IMEIs was found in {name}.', { name })
        : t('No sheet of {name} has the columns of this file.', { name }),
    detail: `${t('Sheets that were searched: {sheets}.', { sheets: sheets.join(', ') })} ${
      format === 'imei'
        ? t('Put imei1 above the column with the IMEIs, save the workbook, then choose it again.')
        : mustBe(format)
    }`,
  }),
  'many-rows': ({ takenBy, found, most }) => ({
    reason: t('The file has {validRows} valid rows; a {takenBy} takes at most {rows}.', {
      validRows: count(found),
      takenBy,
      rows: count(most),
    }),
    detail: SPLIT_IT,
  }),
  'large-copy': ({ takenBy, found, most }) => ({
    reason: t('The valid rows of the file have {bytes} MB; a {takenBy} takes at most {copyBytes} MB.', {
      bytes: megabytes(found),
      takenBy,
      copyBytes: megabytes(most),
    }),
    detail: SPLIT_IT,
  }),
};

/** The words for a file that cannot be used, in the language of the page. */
export function rejectionTexts<Kind extends Rejection['kind']>(
  rejection: Extract<Rejection, { kind: Kind }>,
  file: { readonly name: string; readonly format: FileFormat },
): RejectionTexts {
  const ofKind: Texts<Kind> = texts[rejection.kind as Kind];
  return ofKind(rejection, file);
}
