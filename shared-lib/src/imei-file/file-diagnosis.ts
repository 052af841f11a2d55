import { forEachInSlices, type SliceClock } from '../async/index.ts';
import {
  cleanImei,
  hasValidCheckDigit,
  IMEI_LENGTH,
  imeisIn,
  isImei,
  isRounded,
  plainDigits,
} from '../contract/index.ts';
import { HEADERS_NOT_MATCHED, validRowsFile, type IncorrectRow } from '../csv/index.ts';
import { t } from '../i18n/own.ts';

/** The faults of a row, in words. */
export const faultTexts = {
  separators: t('IMEIs written with spaces, dashes or other separators'),
  'text-marks': t('IMEIs marked as text, by an apostrophe, quotation marks or ="…"'),
  decimals: t('IMEIs with decimals (.0) at their end'),
  'whole-exponent': t('IMEIs with an exponent that still have all their digits (3.56938035643809E+14)'),
  'extra-columns': t('Rows with further columns after the IMEI, which are left out'),
  'other-delimiter': t("Rows whose columns are separated by another character than the header's"),
  rounded: t('IMEIs that Excel has rounded (3.56E+14): their last digits are lost'),
  'missing-zero': t(
    'IMEIs of 13 or 14 digits that would be complete with leading zeros: a spreadsheet may have removed them, ' +
      'check the original list',
  ),
  'several-imeis': t('Rows with more than one IMEI: it is not clear which one is meant'),
  'digit-count': t('Numbers with fewer or more than 15 digits'),
  letters: t('Numbers with letters or other characters inside'),
  'no-imei': t('Rows whose IMEI is empty'),
  unreadable: t('Rows in which no IMEI can be read'),
  'repeated-header': t('The header line once more'),
  'no-device': t('Rows that hold no device, such as a total'),
} as const;

/** Faults that no console can correct: digits are lost, or it is unclear which ones are meant. */
type Loss = 'rounded' | 'missing-zero' | 'several-imeis' | 'digit-count' | 'letters' | 'no-imei' | 'unreadable';
/** Rows that no device is missed from. */
type NoDevice = 'repeated-header' | 'no-device';
type HarmlessFault = Exclude<keyof typeof faultTexts, Loss | NoDevice>;

type RowFinding =
  | { readonly fault: HarmlessFault; readonly imei: string }
  | { readonly fault: Loss | NoDevice; readonly imei: null };

interface Finding {
  readonly fault: RowFinding['fault'];
  readonly count: number;
  /** Line of the file, from 1. */
  readonly firstLine: number;
}

/**
 * `mendable`: no row has lost a digit. `lost`: `imeis` can be read, the device of `others` is not certain. `no-device`:
 * none of the rows holds one.
 */
export type FileDiagnosis =
  | { readonly kind: 'nothing-to-say' }
  | {
      readonly kind: 'mendable' | 'lost' | 'no-device';
      readonly findings: readonly Finding[];
      readonly imeis: readonly string[];
      readonly others: readonly string[];
    };

const GROUPED = /^\d{1,3}(?:,\d{3})+$/;
const IMEI_ANYWHERE = /(?<!\d)\d{15}(?!\d)/;

/** Fewer digits are a row's number or a sum, and not what is left of an IMEI. */
const FEWEST_DIGITS = 7;

const loss = (fault: Loss | NoDevice): RowFinding => ({ fault, imei: null });

/** An IMEI with an exponent is whole if all its digits come before that. */
function diagnoseExponent(text: string): RowFinding {
  const [mantissa = '', exponent] = text.toLowerCase().split(/e\+?/);
  const digits = mantissa.replace(/[.,]/, '');
  const isWhole = isImei(digits) && /^\d[.,]/.test(mantissa) && Number(exponent) === IMEI_LENGTH - 1;
  return isWhole ? { fault: 'whole-exponent', imei: digits } : loss('rounded');
}

/** A row's cells without the quotation marks, apostrophes and ="…" that mark text in a spreadsheet. */
function withoutTextMarks(cell: string): string {
  return cell
    .trim()
    .replace(/^=/, '')
    .replace(/^["'`´‘’“”]+|["'`´‘’“”]+$/g, '')
    .trim();
}

const digitsIn = (text: string): number => text.replaceAll(/\D/g, '').length;

function diagnoseCell(cell: string): RowFinding {
  const trimmed = cell.trim();
  if (isImei(trimmed)) return { fault: 'extra-columns', imei: trimmed };
  const bare = withoutTextMarks(trimmed);
  if (isImei(bare)) return { fault: 'text-marks', imei: bare };
  if (isRounded(bare)) return diagnoseExponent(bare);
  const whole = bare.replace(/\.0+$/, '');
  if (isImei(whole)) return { fault: 'decimals', imei: whole };
  // A single point may be a decimal point: then the digits after it are not part of the IMEI.
  if (/^\d+\.\d+$/.test(bare)) return loss('unreadable');
  const joined = cleanImei(bare);
  if (isImei(joined)) return { fault: 'separators', imei: joined };
  if (/^[1-9]\d{12,13}$/.test(joined) && hasValidCheckDigit(joined.padStart(IMEI_LENGTH, '0')))
    return loss('missing-zero');
  if (joined === '') return loss('no-imei');
  if (/^\d+$/.test(joined)) return loss('digit-count');
  return loss(digitsIn(joined) < FEWEST_DIGITS ? 'unreadable' : 'letters');
}

/** Why no device is missed from a row: it names columns, or begins with a word and has few digits. Null: one may be. */
function noDeviceIn(data: string, cells: readonly string[]): NoDevice | null {
  if (digitsIn(data) >= FEWEST_DIGITS || cells.some((cell) => isRounded(withoutTextMarks(cell)))) return null;
  if (cells.some((cell) => /^imei/i.test(withoutTextMarks(cell)))) return 'repeated-header';
  const first = cells.find((cell) => cell.trim() !== '') ?? '';
  return digitsIn(data) === 0 || /^\p{L}/u.test(withoutTextMarks(first)) ? 'no-device' : null;
}

const holdsImei = (cell: string): boolean => IMEI_ANYWHERE.test(cleanImei(withoutTextMarks(cell)));

/** The finding for one invalid row, from its cells joined by commas. */
export function diagnoseRow(written: string): RowFinding {
  // The reader keeps 500 characters of a row; the rest is unknown.
  if (written.endsWith('…')) return loss('unreadable');
  const data = plainDigits(written);
  const cells = data.split(',');
  const noDevice = noDeviceIn(data, cells);
  if (noDevice) return loss(noDevice);
  const { imeis: whole, repeated } = imeisIn(data);
  if (whole.length + repeated > 1) return loss('several-imeis');
  const [, cell, ...further] = cells;
  if (cell === undefined) {
    const [, other, ...more] = data.split(/[;\t|]/);
    if (other === undefined || more.some(holdsImei)) return loss('unreadable');
    const { imei, fault } = diagnoseCell(other);
    return imei === null ? loss(fault) : { fault: 'other-delimiter', imei };
  }
  const grouped = withoutTextMarks(cells.slice(1).join(','));
  if (GROUPED.test(grouped) && isImei(grouped.replaceAll(',', '')))
    return { fault: 'separators', imei: grouped.replaceAll(',', '') };
  if (isRounded(grouped)) return diagnoseExponent(grouped);
  const found = diagnoseCell(cell);
  return found.imei !== null && further.some(holdsImei) ? loss('several-imeis') : found;
}

/**
 * Classifies the faults of invalid rows (B3, D10), and returns the IMEIs that have lost no digit. One row with lost
 * digits makes the whole file `lost`: a corrected file must never lack a device silently. Works in slices; null if
 * `isCancelled` is true.
 */
export async function diagnoseRows(
  errors: Iterable<IncorrectRow>,
  clock: SliceClock,
  isCancelled: () => boolean,
): Promise<FileDiagnosis | null> {
  const findings = new Map<Finding['fault'], Finding>();
  const imeis: string[] = [];
  const others: string[] = [];
  let hasNoHeaders = false;
  const diagnose = ({ line, data, error }: IncorrectRow): void => {
    if (error === HEADERS_NOT_MATCHED) {
      hasNoHeaders = true;
      return;
    }
    const { fault, imei } = diagnoseRow(data);
    const known = findings.get(fault);
    findings.set(fault, { fault, count: (known?.count ?? 0) + 1, firstLine: known?.firstLine ?? line });
    if (imei !== null) imeis.push(imei);
    else if (fault !== 'no-device' && fault !== 'repeated-header') others.push(data);
  };
  const isWhole = await forEachInSlices(errors, diagnose, clock, () => hasNoHeaders || isCancelled());
  if (hasNoHeaders) return { kind: 'nothing-to-say' };
  if (!isWhole) return null;
  const list = [...findings.values()];
  if (list.length === 0) return { kind: 'nothing-to-say' };
  const kind = others.length > 0 ? 'lost' : imeis.length > 0 ? 'mendable' : 'no-device';
  return { kind, findings: list, imeis, others };
}

/** Every IMEI of a corrected file once: the valid rows, then the mended ones. */
export function correctedImeis(validRows: Float64Array, mended: readonly string[]): Float64Array {
  return Float64Array.from(new Set([...validRows, ...mended.map(Number)]));
}

/** The same file as CSV: valid rows, then mended ones, then lost ones, to be reported again (B3). */
export function repairedFile(
  name: string,
  validRows: Float64Array,
  { imeis, others }: { readonly imeis: readonly string[]; readonly others: readonly string[] },
): File {
  const lines = others.map((data) => `${data}\r\n`);
  const content = [...validRowsFile(correctedImeis(validRows, imeis)), ...lines];
  return new File(content, `${name.replace(/\.[^.]*$/, '')}.csv`, { type: 'text/csv' });
}
