import { FileRows, isBlankRow, widthOf } from './file-rows.ts';
import { Growing } from './growing.ts';
import { hashOf } from './imei-index.ts';
import { LONGEST_NAME, readAmount, readDate, readName, readTemplate } from './notification-cells.ts';
import { notificationColumns } from './notification-file.ts';
import { fieldFault, rowFault } from './notification-texts.ts';
import { NotificationCollector, type PackedNotificationRows } from './packed-notifications.ts';
import { RepeatIndex } from './repeat-index.ts';
import { RepeatCollector } from './repeats.ts';
import type { RowSink } from './rows.ts';

const COLUMNS = notificationColumns.length;

/**
 * Judges the rows of a file of notifications one by one (T4, D10, D13a); every fault of a row is told, and every valid
 * row is kept.
 */
export class NotificationRows extends FileRows implements RowSink {
  readonly #notifications = new NotificationCollector();
  readonly #imeis = new Growing((length) => new Float64Array(length));
  readonly #lines = new Growing((length) => new Int32Array(length));
  readonly #repeatedImeis = new RepeatCollector();
  readonly #repeatedRows = new RepeatCollector();
  readonly #rows = new RepeatIndex(
    (row) => hashOf(this.#imeis.at(row)) ^ this.#notifications.hashAt(row),
    (one, other) => this.#imeis.at(one) === this.#imeis.at(other) && this.#notifications.areEqual(one, other),
  );

  override get valid(): number {
    return this.#imeis.length;
  }

  override values(): Float64Array {
    return this.#imeis.done();
  }

  packed(): PackedNotificationRows {
    const repeats = { imeis: this.#repeatedImeis.done(), rows: this.#repeatedRows.done() };
    return { columns: this.#notifications.done(), repeats };
  }

  /** Every line goes by its cells: six of them have no usual shape that could be read where it stands. */
  plainLine(): boolean {
    return false;
  }

  row(cells: readonly string[], line: number): void {
    if (isBlankRow(cells)) return;
    if (widthOf(cells, COLUMNS) !== COLUMNS) {
      this.incorrect(cells, line, rowFault.columns);
      return;
    }
    const [, nameCell = '', imeiCell = '', amountCell = '', dateCell = '', templateCell = ''] = cells;
    const name = readName(nameCell);
    if (name.length > LONGEST_NAME) {
      this.incorrect(cells, line, rowFault.longName);
      return;
    }
    const amount = readAmount(amountCell);
    const date = readDate(dateCell);
    const template = readTemplate(templateCell);
    const faults =
      this.#imeiFault(imeiCell) |
      (name === '' ? fieldFault.name : 0) |
      (amount < 0 ? fieldFault.amount : 0) |
      (template < 0 ? fieldFault.template : 0);
    if (typeof date !== 'number')
      this.incorrect(cells, line, faults | (date === 'changed' ? fieldFault.changedDate : fieldFault.date));
    else if (faults !== 0) this.incorrect(cells, line, faults);
    else this.#keepRow(line, name, amount, date, template);
  }

  /** Keeps the row whose IMEI was scanned last, and notes what it repeats (D13a). */
  #keepRow(line: number, name: string, amount: number, date: number, template: number): void {
    const { value, passesLuhn } = this.scanner;
    const index = this.#imeis.length;
    const firstLine = this.imeis.add(value, line);
    this.#imeis.push(value);
    this.#lines.push(line);
    this.#notifications.add(name, amount, date, template);
    if (!passesLuhn) this.luhnLines.push(line);
    if (firstLine > 0) this.#noteRepeat(index, firstLine);
  }

  /** A row whose IMEI stood first on a line; rows of an IMEI that stands once are never looked at. */
  #noteRepeat(index: number, firstLine: number): void {
    const line = this.#lines.at(index);
    const imei = this.#imeis.at(index);
    this.#rows.add(this.#rowOfLine(firstLine));
    const first = this.#rows.add(index);
    if (first < index) this.#repeatedRows.add(index, line, imei, this.#lines.at(first));
    else this.#repeatedImeis.add(index, line, imei, firstLine);
  }

  /** The valid row of a line, found by halves: lines come in their order. */
  #rowOfLine(line: number): number {
    let [low, high] = [0, this.#lines.length - 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.#lines.at(middle) < line) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  unclosedQuote(text: string, line: number): void {
    this.errors.add(line, text.trimEnd(), rowFault.unclosedQuote);
  }

  tooLong(text: string, line: number): void {
    this.errors.add(line, text, rowFault.tooLong);
  }

  #imeiFault(cell: string): number {
    const found = this.scanner.readCell(cell);
    if (found === 'imei') return 0;
    return found === 'excel-number' ? fieldFault.excelNumber : fieldFault.imei;
  }
}
