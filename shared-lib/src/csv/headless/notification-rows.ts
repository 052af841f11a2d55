import { FileRows } from './file-rows.ts';
import { readImeiCell } from './imei-cell.ts';
import { LONGEST_NAME, readAmount, readDate, readName, readTemplate } from './notification-cells.ts';
import { notificationColumns } from './notification-file.ts';
import { fieldFault, rowFault } from './notification-texts.ts';
import type { PackedNotificationRows, PackedNotifications } from './packed-notifications.ts';
import { addDuplicate } from './row-problems.ts';
import type { PackedNotificationRepeats } from './repeats.ts';

/** Judges the rows of a notification file (T4, D10, D13a): reports every fault, keeps every valid row. */
export class NotificationRows extends FileRows {
  readonly #columns: PackedNotifications = { names: [], amounts: [], days: [], templates: [] };
  readonly #repeats: PackedNotificationRepeats = {
    imeis: { lines: [], imeis: [], firstLines: [], indices: [] },
    rows: { lines: [], imeis: [], firstLines: [], indices: [] },
  };
  /** The first of equal rows, by their content; only of IMEIs that repeat. */
  readonly #firstEqual = new Map<string, number>();

  constructor() {
    super(notificationColumns.length, rowFault);
  }

  packed(): PackedNotificationRows {
    return { columns: this.#columns, repeats: this.#repeats };
  }

  protected override judge(cells: readonly string[], line: number): void {
    const [, nameCell = '', imeiCell = '', amountCell = '', dateCell = '', templateCell = ''] = cells;
    const name = readName(nameCell);
    if (name.length > LONGEST_NAME) {
      this.incorrect(cells, line, rowFault.longName);
      return;
    }
    const imei = readImeiCell(imeiCell);
    const amount = readAmount(amountCell);
    const date = readDate(dateCell);
    const template = readTemplate(templateCell);
    const faults =
      (imei === 'excel-number' ? fieldFault.excelNumber : 0) |
      (imei === 'wrong-length' ? fieldFault.imei : 0) |
      (name === '' ? fieldFault.name : 0) |
      (amount < 0 ? fieldFault.amount : 0) |
      (template < 0 ? fieldFault.template : 0);
    if (typeof date !== 'number')
      this.incorrect(cells, line, faults | (date === 'changed' ? fieldFault.changedDate : fieldFault.date));
    else if (typeof imei !== 'number' || faults !== 0) this.incorrect(cells, line, faults);
    else this.#keepRow(imei, line, name, amount, date, template);
  }

  /** Also records what the row repeats (D13a). */
  #keepRow(imei: number, line: number, name: string, amount: number, date: number, template: number): void {
    const index = this.valid;
    const first = this.firstRow(imei);
    this.keep(imei, line);
    this.#columns.names.push(name);
    this.#columns.amounts.push(amount);
    this.#columns.days.push(date);
    this.#columns.templates.push(template);
    if (first < index) this.#noteRepeat(index, first);
  }

  #noteRepeat(index: number, first: number): void {
    this.#firstEqualTo(first);
    const equal = this.#firstEqualTo(index);
    const [repeats, earlier] = equal < index ? [this.#repeats.rows, equal] : [this.#repeats.imeis, first];
    addDuplicate(repeats, this.lines[index] ?? 0, this.imeis[index] ?? 0, this.lines[earlier] ?? 0);
    repeats.indices.push(index);
  }

  /** The first row that equals this one, possibly itself, which is then kept. */
  #firstEqualTo(row: number): number {
    const { names, amounts, days, templates } = this.#columns;
    const content = [this.imeis, amounts, days, templates, names].map((column) => column[row]).join(' ');
    const first = this.#firstEqual.get(content) ?? row;
    this.#firstEqual.set(content, first);
    return first;
  }
}
