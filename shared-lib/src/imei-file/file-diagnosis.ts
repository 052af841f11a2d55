import { forEachInSlices, type SliceClock } from '../async/index.ts';
import { diagnoseRow, HEADERS_NOT_MATCHED, type IncorrectRow, type RowFinding } from '../csv/index.ts';
import { t } from '../i18n/own.ts';

/** The faults of a row, in words. */
export const faultTexts: Readonly<Record<RowFinding['fault'], string>> = {
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
};

interface Finding {
  readonly fault: RowFinding['fault'];
  /** Places among the invalid rows, in the order of the file. */
  readonly rows: readonly number[];
}

/**
 * `mendable`: no row has lost a digit. `lost`: `imeis` can be read, the device of `unclear` rows is not certain.
 * `no-device`: none of the rows holds one.
 */
export type FileDiagnosis =
  | { readonly kind: 'nothing-to-say' }
  | {
      readonly kind: 'mendable' | 'lost' | 'no-device';
      readonly findings: readonly Finding[];
      readonly imeis: readonly string[];
      readonly unclear: number;
    };

function addTo<Key>(groups: Map<Key, number[]>, key: Key, place: number): void {
  const group = groups.get(key);
  if (group) group.push(place);
  else groups.set(key, [place]);
}

/** The places of invalid rows by what is wrong with them, of a file whose rows hold more than an IMEI (T4). */
export async function rowsByError(
  errors: Iterable<IncorrectRow>,
  clock: SliceClock,
  isCancelled: () => boolean,
): Promise<ReadonlyMap<string, readonly number[]> | null> {
  const groups = new Map<string, number[]>();
  let place = 0;
  const add = ({ error }: IncorrectRow): void => {
    addTo(groups, error, place);
    place += 1;
  };
  return (await forEachInSlices(errors, add, clock, isCancelled)) ? groups : null;
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
  const findings = new Map<Finding['fault'], number[]>();
  const imeis: string[] = [];
  let unclear = 0;
  let place = 0;
  let hasNoHeaders = false;
  const diagnose = ({ data, error }: IncorrectRow): void => {
    if (error === HEADERS_NOT_MATCHED) {
      hasNoHeaders = true;
      return;
    }
    const { fault, imei } = diagnoseRow(data);
    addTo(findings, fault, place);
    place += 1;
    if (imei !== null) imeis.push(imei);
    else if (fault !== 'no-device' && fault !== 'repeated-header') unclear += 1;
  };
  const isWhole = await forEachInSlices(errors, diagnose, clock, () => hasNoHeaders || isCancelled());
  if (hasNoHeaders) return { kind: 'nothing-to-say' };
  if (!isWhole) return null;
  const list = [...findings].map(([fault, rows]) => ({ fault, rows }));
  if (list.length === 0) return { kind: 'nothing-to-say' };
  const kind = unclear > 0 ? 'lost' : imeis.length > 0 ? 'mendable' : 'no-device';
  return { kind, findings: list, imeis, unclear };
}

/** Every IMEI of a corrected file once: the valid rows, then the mended ones. */
export function correctedImeis(validRows: Float64Array, mended: readonly string[]): Float64Array {
  return Float64Array.from(new Set([...validRows, ...mended.map(Number)]));
}
