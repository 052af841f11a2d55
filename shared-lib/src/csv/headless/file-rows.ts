import { hasValidCheckDigit, plainDigits } from '../../contract/index.ts';
import { imeiText, isBlank, isPlainImei, readImeiCell } from './imei-cell.ts';
import type { ImeiFileTotals, ReadAs, RepairedRow } from './imei-file.ts';
import {
  isLostName,
  isPlainAmount,
  LONGEST_NAME,
  notificationColumns,
  readAmount,
  readDate,
  readName,
  readTemplate,
} from './notification-file.ts';
import { diagnoseRow, type MendableFault } from './row-diagnosis.ts';
import type { LineFault, RowSink } from './rows.ts';
import { fieldFault, imeiErrorText, notificationErrorText, rowFault } from './texts.ts';
import { t } from '../../i18n/own.ts';

/** Characters of a row that its error keeps. */
const DATA_LIMIT = 500;

/** Incorrect rows in columns (B3): a million cross from a worker without blocking the page. */
export interface PackedErrors {
  readonly lines: number[];
  readonly codes: number[];
  readonly data: string[];
}

/** Repeated IMEIs in columns (D13). */
export interface PackedDuplicates {
  readonly lines: number[];
  readonly imeis: number[];
  readonly firstLines: number[];
}

/**
 * The columns beside the IMEI: `amounts` in hundredths, `days` as YYYYMMDD, `templates` by their places. Repeated IMEIs
 * are further messages; repeated rows have their places among the valid rows too (D13a).
 */
export interface PackedNotifications {
  readonly lines: number[];
  readonly names: string[];
  readonly amounts: number[];
  readonly days: number[];
  readonly templates: number[];
  readonly repeats: {
    readonly imeis: PackedDuplicates;
    readonly rows: PackedDuplicates;
    readonly places: number[];
  };
}

const noDuplicates = (): PackedDuplicates => ({ lines: [], imeis: [], firstLines: [] });

function addDuplicate(duplicates: PackedDuplicates, line: number, imei: number, firstLine: number): void {
  duplicates.lines.push(line);
  duplicates.imeis.push(imei);
  duplicates.firstLines.push(firstLine);
}

/** Ignores wholly empty cells after the wanted columns (D10). */
function widthOf(cells: readonly string[], columns: number): number {
  let width = cells.length;
  while (width > columns && isBlank(cells[width - 1] ?? '')) width -= 1;
  return width;
}

/** What every batch file keeps: valid IMEIs, and the faults of the other rows (B2, D10, D13). */
export abstract class FileRows implements RowSink {
  readonly errors: PackedErrors = { lines: [], codes: [], data: [] };
  readonly duplicates = noDuplicates();
  readonly luhnLines: number[] = [];
  /** The other columns of the valid rows; null if the file has none. */
  readonly notifications: PackedNotifications | null = null;
  /** A valid row was read otherwise than written, so that a server may read it otherwise too. */
  isRewritten = false;
  /** Rows whose IMEI is used although they are invalid as written. */
  readonly repaired: RepairedRow[] = [];
  protected readonly imeis: number[] = [];
  protected readonly lines: number[] = [];
  /** The first valid row of an IMEI. */
  readonly #firstRows = new Map<number, number>();

  protected constructor(private readonly columns: number) {}

  get valid(): number {
    return this.imeis.length;
  }

  values(): Float64Array {
    return Float64Array.from(this.imeis);
  }

  totals(): ImeiFileTotals {
    const { valid } = this;
    const invalid = this.errors.lines.length;
    const duplicates = this.duplicates.lines.length;
    return { total: valid + invalid + duplicates, valid, invalid, duplicates };
  }

  row(cells: readonly string[], line: number): void {
    if (cells.every(isBlank)) return;
    const code = widthOf(cells, this.columns) === this.columns ? this.judge(cells, line) : rowFault.columns;
    if (code !== 0) this.#incorrect(cells.join(','), line, code);
  }

  faultyLine(text: string, line: number, fault: LineFault): void {
    this.#incorrect(text, line, rowFault[fault]);
  }

  /** Keeps a row; 0, or the code of its error. */
  protected abstract judge(cells: readonly string[], line: number): number;

  /** Keeps an invalid row all the same; false where it cannot. */
  protected repair(_data: string, _line: number): boolean {
    return false;
  }

  /** The first valid row of an IMEI; for a new IMEI, the next row. */
  protected firstRow(imei: number): number {
    const first = this.#firstRows.get(imei) ?? this.valid;
    if (first === this.valid) this.#firstRows.set(imei, first);
    return first;
  }

  protected keep(imei: number, line: number): void {
    this.imeis.push(imei);
    this.lines.push(line);
    if (!hasValidCheckDigit(imeiText(imei))) this.luhnLines.push(line);
  }

  #incorrect(text: string, line: number, code: number): void {
    const whole = text.trimEnd();
    const data = whole.length > DATA_LIMIT ? `${whole.slice(0, DATA_LIMIT)}…` : whole;
    if (this.repair(data, line)) return;
    this.errors.lines.push(line);
    this.errors.codes.push(code);
    this.errors.data.push(data);
  }
}

/** Judges the rows of an IMEI file one by one (B2, D10, D13): valid, invalid, or a repetition, which is dropped. */
class ImeiRows extends FileRows {
  readonly #repairs: ReadonlySet<MendableFault>;

  constructor(repairs: readonly MendableFault[]) {
    super(2);
    this.#repairs = new Set(repairs);
  }

  protected override judge(cells: readonly string[], line: number): number {
    const imei = readImeiCell(cells[1] ?? '');
    if (typeof imei !== 'number') return imei === 'excel-number' ? fieldFault.excelNumber : fieldFault.imei;
    if (!isPlainImei(cells[1] ?? '')) this.isRewritten = true;
    this.#take(imei, line);
    return 0;
  }

  protected override repair(data: string, line: number): boolean {
    if (this.#repairs.size === 0) return false;
    const found = diagnoseRow(data);
    if (found.imei === null || !this.#repairs.has(found.fault)) return false;
    this.isRewritten = true;
    this.repaired.push({ line, data });
    this.#take(Number(found.imei), line);
    return true;
  }

  #take(imei: number, line: number): void {
    const first = this.firstRow(imei);
    if (first === this.valid) this.keep(imei, line);
    else addDuplicate(this.duplicates, line, imei, this.lines[first] ?? 0);
  }
}

/** Judges the rows of a notification file (T4, D10, D13a): reports every fault, keeps every valid row. */
class NotificationRows extends FileRows {
  override readonly notifications: PackedNotifications = {
    lines: this.lines,
    names: [],
    amounts: [],
    days: [],
    templates: [],
    repeats: { imeis: noDuplicates(), rows: noDuplicates(), places: [] },
  };
  /** The first of equal rows, by their content; only of IMEIs that repeat. */
  readonly #firstEqual = new Map<string, number>();

  constructor() {
    super(notificationColumns.length);
  }

  protected override judge(cells: readonly string[], line: number): number {
    const [, nameCell = '', imeiCell = '', amountCell = '', dateCell = '', templateCell = ''] = cells;
    const name = readName(nameCell);
    if (name.length > LONGEST_NAME) return rowFault.longName;
    const imei = readImeiCell(imeiCell);
    const amount = readAmount(amountCell);
    const date = readDate(dateCell);
    const template = readTemplate(templateCell);
    const faults =
      (imei === 'excel-number' ? fieldFault.excelNumber : 0) |
      (imei === 'wrong-length' ? fieldFault.imei : 0) |
      (isBlank(name) ? fieldFault.name : 0) |
      (isLostName(name) ? fieldFault.lostName : 0) |
      (amount === 'invalid' ? fieldFault.amount : 0) |
      (amount === 'unclear' ? fieldFault.unclearAmount : 0) |
      (date === 'changed' ? fieldFault.changedDate : 0) |
      (date === 'invalid' ? fieldFault.date : 0) |
      (template < 0 ? fieldFault.template : 0);
    if (faults !== 0 || typeof imei !== 'number' || typeof amount !== 'number' || typeof date !== 'number')
      return faults;
    const isPlain = [imeiCell, amountCell, dateCell, templateCell].every((cell) => plainDigits(cell) === cell);
    if (!isPlain || !isPlainAmount(amountCell)) this.isRewritten = true;
    const index = this.valid;
    const first = this.firstRow(imei);
    this.keep(imei, line);
    const { names, amounts, days, templates } = this.notifications;
    names.push(name);
    amounts.push(amount);
    days.push(date);
    templates.push(template);
    if (first < index) this.#noteRepeat(index, first);
    return 0;
  }

  /** Records what a row repeats (D13a). */
  #noteRepeat(index: number, first: number): void {
    this.#firstEqualTo(first);
    const equal = this.#firstEqualTo(index);
    const { imeis, rows, places } = this.notifications.repeats;
    const [repeats, earlier] = equal < index ? [rows, equal] : [imeis, first];
    addDuplicate(repeats, this.lines[index] ?? 0, this.imeis[index] ?? 0, this.lines[earlier] ?? 0);
    if (equal < index) places.push(index);
  }

  /** The first row that equals this one, possibly itself, which is then kept. */
  #firstEqualTo(row: number): number {
    const { names, amounts, days, templates } = this.notifications;
    const content = [this.imeis, amounts, days, templates, names].map((column) => column[row]).join(' ');
    const first = this.#firstEqual.get(content) ?? row;
    this.#firstEqual.set(content, first);
    return first;
  }
}

/** Kinds of batch file: devices only (B1), or with a message for each (T4). */
export type FileFormat = 'imei' | 'notification';

interface FormatDefinition {
  readonly columns: readonly string[];
  /** For a file whose rows are all invalid (D14). */
  readonly noValidRow: string;
  readonly errorText: (code: number) => string;
  readonly begin: (reading: ReadAs) => FileRows;
}

/** All differences between the kinds of batch file. */
export const fileFormats: Readonly<Record<FileFormat, FormatDefinition>> = {
  imei: {
    columns: ['sno', 'imei1'],
    noValidRow: t('No row has a valid IMEI.'),
    errorText: imeiErrorText,
    begin: ({ repairs = [] }) => new ImeiRows(repairs),
  },
  notification: {
    columns: notificationColumns,
    noValidRow: t('No row is valid.'),
    errorText: notificationErrorText,
    begin: () => new NotificationRows(),
  },
};
