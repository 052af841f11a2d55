import {
  cleanImei,
  hasValidCheckDigit,
  IMEI_LENGTH,
  imeisIn,
  isImei,
  isRounded,
  plainDigits,
} from '../../contract/index.ts';

/** Faults that no console can correct: digits are lost, or it is unclear which ones are meant. */
type Loss = 'rounded' | 'missing-zero' | 'several-imeis' | 'digit-count' | 'letters' | 'no-imei' | 'unreadable';
/** Rows that no device is missed from. */
type NoDevice = 'repeated-header' | 'no-device';
/** Faults of a row whose IMEI is certain all the same. */
export type MendableFault =
  | ('separators' | 'text-marks' | 'decimals')
  | ('whole-exponent' | 'extra-columns' | 'other-delimiter');

/** Why a row is invalid, and its IMEI where that is certain all the same. */
export type RowFinding =
  | { readonly fault: MendableFault; readonly imei: string }
  | { readonly fault: Loss | NoDevice; readonly imei: null };

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
