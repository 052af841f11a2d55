import { FileRows, isBlankRow, widthOf } from './file-rows.ts';
import { readAmount, readDate, readName, readTemplate } from './notification-cells.ts';
import { notificationColumns } from './notification-file.ts';
import { fieldFault, rowFault } from './notification-texts.ts';
import { NotificationCollector } from './packed-notifications.ts';
import type { RowSink } from './rows.ts';

const COLUMNS = notificationColumns.length;

/** Judges the rows of a file of notifications one by one (T4, D10, D13); every fault of a row is told. */
export class NotificationRows extends FileRows implements RowSink {
  readonly notifications = new NotificationCollector();

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
    const amount = readAmount(amountCell);
    const date = readDate(dateCell);
    const template = readTemplate(templateCell);
    const faults = this.#imeiFault(imeiCell)
      | (name === '' ? fieldFault.name : 0)
      | (amount < 0 ? fieldFault.amount : 0)
      | (template < 0 ? fieldFault.template : 0);
    if (typeof date !== 'number') this.incorrect(cells, line, faults | (date === 'changed' ? fieldFault.changedDate : fieldFault.date));
    else if (faults !== 0) this.incorrect(cells, line, faults);
    else if (this.keep(line)) this.notifications.add(name, amount, date, template);
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
