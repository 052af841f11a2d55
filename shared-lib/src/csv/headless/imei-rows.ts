import { FileRows } from './file-rows.ts';
import { rowErrorCode } from './texts.ts';

/** Judges the rows of an IMEI file one by one (B2, D10, D13): valid, incorrect, or a repetition, which is not kept. */
export class ImeiRows extends FileRows {
  constructor() {
    super(2, rowErrorCode);
  }

  protected override judge(cells: readonly string[], line: number): void {
    const found = this.scanner.readCell(cells[1] ?? '');
    if (found !== 'imei') {
      this.incorrect(cells, line, found === 'excel-number' ? rowErrorCode.excelNumber : rowErrorCode.imei);
      return;
    }
    const first = this.firstRow();
    if (first === this.valid) this.keep(line);
    else this.duplicates.add(line, this.scanner.value, this.lines.at(first));
  }
}
