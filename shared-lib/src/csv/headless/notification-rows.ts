import { FileRows } from './file-rows.ts';
import { LONGEST_NAME, readAmount, readDate, readName, readTemplate } from './notification-cells.ts';
import { notificationColumns } from './notification-file.ts';
import { fieldFault, rowFault } from './notification-texts.ts';
import { NotificationCollector, type PackedNotificationRows } from './packed-notifications.ts';
import { RepeatCollector } from './repeats.ts';

/** Judges the rows of a notification file (T4, D10, D13a): reports every fault, keeps every valid row. */
export class NotificationRows extends FileRows {
  readonly #notifications = new NotificationCollector();
  readonly #repeatedImeis = new RepeatCollector();
  readonly #repeatedRows = new RepeatCollector();
  /** The first of equal rows, by content; only for IMEIs that occur more than once. */
  readonly #firstEqual = new Map<string, number>();

  constructor() {
    super(notificationColumns.length, rowFault);
  }

  packed(): PackedNotificationRows {
    const repeats = { imeis: this.#repeatedImeis.done(), rows: this.#repeatedRows.done() };
    return { columns: this.#notifications.done(), repeats };
  }

  protected override judge(cells: readonly string[], line: number): void {
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

  /** Keeps the row of the IMEI scanned last, and records what it repeats (D13a). */
  #keepRow(line: number, name: string, amount: number, date: number, template: number): void {
    const index = this.valid;
    const first = this.firstRow();
    this.keep(line);
    this.#notifications.add(name, amount, date, template);
    if (first < index) this.#noteRepeat(index, first);
  }

  #noteRepeat(index: number, first: number): void {
    const { value } = this.scanner;
    this.#firstEqualTo(first);
    const equal = this.#firstEqualTo(index);
    const [repeats, earlier] = equal < index ? [this.#repeatedRows, equal] : [this.#repeatedImeis, first];
    repeats.add(index, this.lines.at(index), value, this.lines.at(earlier));
  }

  /** The first row that equals this one, possibly itself, which is then kept. */
  #firstEqualTo(row: number): number {
    const content = `${String(this.imeis.at(row))} ${this.#notifications.contentAt(row)}`;
    const first = this.#firstEqual.get(content) ?? row;
    this.#firstEqual.set(content, first);
    return first;
  }

  #imeiFault(cell: string): number {
    const found = this.scanner.readCell(cell);
    if (found === 'imei') return 0;
    return found === 'excel-number' ? fieldFault.excelNumber : fieldFault.imei;
  }
}
