import {
  chosenFileOf,
  type ImeiFile,
  imeiText,
  type IncorrectRow,
  type MendableFault,
  type RejectedFile,
  repairedFileOf,
  type RowList,
  rowList,
  unrepairedFileOf,
} from '../csv/index.ts';
import { hasValidCheckDigit } from '../contract/index.ts';
import { type FileDiagnosis, faultTexts } from './file-diagnosis.ts';
import { readAs } from './invalid-rows.tsx';
import { t } from '../i18n/own.ts';

/** Reads a file instead of the last one; of a workbook, this table. */
export type ReadAgain = (file: File, table?: number) => void;

/** The rows of a problem. `remark` is the header of what is said of each: its error, or another line. */
export interface ProblemRows {
  readonly remark: string;
  readonly list: RowList<IncorrectRow>;
  /** As they are saved; default: as shown. */
  readonly saved?: RowList<IncorrectRow>;
}

/** One kind of problem in a file. */
export interface FileProblem {
  readonly id: string;
  readonly tone: 'danger' | 'warning' | 'info';
  readonly title: string;
  readonly count: number;
  /** What becomes of these rows. */
  readonly note: string;
  /** Undefined if only their number is known. */
  readonly rows?: ProblemRows | undefined;
  /** Default: to save the rows. */
  readonly action?: ProblemAction | undefined;
}

/** What can be done with the rows of a problem. */
export interface ProblemAction {
  readonly label: string;
  /** It is done; another press undoes it. Default: it is done once. */
  readonly isOn?: boolean;
  readonly onPress: () => void;
}

/** Whether devices that fail their check digit are left out (D10). */
export interface CheckDigitChoice {
  readonly areLeftOut: boolean;
  readonly onChange: (areLeftOut: boolean) => void;
}

/** The devices of a file that fail their check digit (D10). */
export const failingCheckDigit = ({ rows }: Pick<ImeiFile, 'rows'>): Float64Array =>
  rows.filter((imei) => !hasValidCheckDigit(imeiText(imei)));

/** What the problems of a file depend on. */
export interface ProblemsOptions {
  readonly file: ImeiFile | RejectedFile;
  /** Its rows hold only an IMEI, so their faults can be diagnosed (D10). */
  readonly isDiagnosed: boolean;
  /** Reads the file again, with repaired rows or without; absent: they can only be saved. */
  readonly onFile?: ReadAgain | undefined;
  /** For the sentence about failed check digits, such as 'sent'. */
  readonly purpose: string;
  readonly checkDigits?: CheckDigitChoice | undefined;
}

/** Wrong rows by their faults, or by their errors. */
export type WrongRows = FileDiagnosis | ReadonlyMap<string, readonly number[]>;

type Fault = Exclude<FileDiagnosis, { kind: 'nothing-to-say' }>['findings'][number]['fault'];

const mendableFaults: ReadonlySet<string> = new Set<MendableFault>([
  'separators',
  'text-marks',
  'decimals',
  'whole-exponent',
  'extra-columns',
  'other-delimiter',
]);
export const isMendable = (fault: Fault): fault is MendableFault => mendableFaults.has(fault);

/** The rows of a list at these places. */
function rowsAt(list: RowList<IncorrectRow>, places: readonly number[]): RowList<IncorrectRow> {
  return rowList(places.length, (index) => {
    const row = list.at(places[index] ?? -1);
    if (!row) throw new RangeError(`There is no invalid row ${String(places[index])}.`);
    return row;
  });
}

const leftOut = (): string => t('Left out');

/** The wrong rows by their faults, or by their errors. */
export function wrongOf({ file, onFile }: ProblemsOptions, wrong: WrongRows): readonly FileProblem[] {
  const { errors, workbook } = file;
  if (!('kind' in wrong))
    return [...wrong].map(([error, places]) => ({
      id: error,
      tone: 'danger',
      title: error,
      count: places.length,
      note: leftOut(),
      rows: { remark: t('Error'), list: rowsAt(errors, places) },
    }));
  if (wrong.kind === 'nothing-to-say') return [];
  const chosen = chosenFileOf(file);
  return wrong.findings.map(({ fault, rows: places }) => {
    const rows = rowsAt(errors, places);
    const isUsable = isMendable(fault) && onFile !== undefined && chosen !== undefined;
    return {
      id: fault,
      tone: 'danger',
      title: faultTexts[fault],
      count: places.length,
      note: leftOut(),
      rows: isMendable(fault) ? readRows(rows) : { remark: t('Error'), list: rows },
      ...(isUsable && {
        action: {
          label: t('Use as read'),
          onPress: () => onFile(repairedFileOf(chosen, [fault]), workbook?.read),
        },
      }),
    };
  });
}

/** Rows with what is read of each. */
const readRows = (rows: RowList<IncorrectRow>): ProblemRows => ({
  remark: t('Read as'),
  list: rowList(rows.length, (index) => {
    const { line = 0, data = '' } = rows.at(index) ?? {};
    return { line, data, error: readAs(data) };
  }),
});

/** What is to be known of the rows that are used, and of repeated ones. */
export function othersOf({ file, onFile, ...props }: ProblemsOptions): readonly FileProblem[] {
  const hidden = file.workbook?.hiddenRows ?? 0;
  const ofSheet: FileProblem = {
    id: 'hidden',
    tone: 'warning',
    title: t('Rows that the sheet hides, for example by a filter'),
    count: hidden,
    note: t('Read as well. Check whether their devices are meant.'),
  };
  const rest = file.kind === 'read' ? [repairedOf(file, onFile), repeatedOf(file), unsureOf(file, props)] : [];
  return [...rest, ofSheet].filter(({ count }) => count > 0);
}

function unsureOf(
  file: ImeiFile,
  { purpose, checkDigits }: Pick<ProblemsOptions, 'purpose' | 'checkDigits'>,
): FileProblem {
  const { count, lines } = file.warnings;
  const areLeftOut = checkDigits?.areLeftOut ?? false;
  return {
    id: 'check-digit',
    tone: 'warning',
    title: t('IMEIs that fail their check digit'),
    count,
    note: areLeftOut
      ? t('Left out by you')
      : t('They are {purpose} anyway. Check whether they were mistyped.', { purpose }),
    rows: { remark: t('Error'), list: unsureRows(file, lines) },
    ...(checkDigits && {
      action: { label: t('Leave them out'), isOn: areLeftOut, onPress: () => checkDigits.onChange(!areLeftOut) },
    }),
  };
}

function unsureRows(file: ImeiFile, lines: readonly number[]): RowList<IncorrectRow> {
  let failing: Float64Array | null = null;
  return rowList(lines.length, (index) => {
    failing ??= failingCheckDigit(file);
    return { line: lines[index] ?? 0, data: imeiText(failing[index] ?? 0), error: t('Check digit') };
  });
}

function repairedOf(file: ImeiFile, onFile: ReadAgain | undefined): FileProblem {
  const repaired = file.repaired ?? [];
  const chosen = chosenFileOf(file);
  return {
    id: 'repaired',
    tone: 'info',
    title: t('Repaired rows'),
    count: repaired.length,
    note: t('Used as they were read. Compare them with your list.'),
    rows: readRows(rowList(repaired.length, (index) => ({ line: 0, data: '', ...repaired.at(index), error: '' }))),
    ...(onFile &&
      chosen && {
        action: {
          label: t('Leave them out'),
          onPress: () => onFile(unrepairedFileOf(chosen), file.workbook?.read),
        },
      }),
  };
}

function repeatedOf({ duplicates }: ImeiFile): FileProblem {
  return {
    id: 'repeated',
    tone: 'warning',
    title: t('Repeated IMEIs'),
    count: duplicates.length,
    note: t('Left out. The first row of each counts.'),
    rows: repeatedRows(duplicates),
  };
}

/** Repeated rows, with the line of the first. */
export function repeatedRows(rows: ImeiFile['duplicates']): ProblemRows {
  const list = (remark: (firstLine: string) => string): ProblemRows['list'] =>
    rowList(rows.length, (index) => {
      const { line = 0, imei = '', firstLine = 0 } = rows.at(index) ?? {};
      return { line, data: imei, error: remark(String(firstLine)) };
    });
  return {
    remark: t('First on line'),
    list: list((line) => line),
    saved: list((line) => t('First on line {line}', { line })),
  };
}
