import { cellsOf, type Delimiter, type Newline } from './header.ts';

/** No row of an IMEI file comes near it; a longer line is refused and skipped, so that memory stays bounded. */
const LINE_LIMIT = 64 * 1024;

/** What becomes of the lines of a file. Every physical line is told exactly once, in order. */
export interface RowSink {
  /** Takes the line `text` from `start` to before `end` if it has the usual shape; false asks for its cells. */
  plainLine(text: string, start: number, end: number, line: number): boolean;
  row(cells: readonly string[], line: number): void;
  unclosedQuote(text: string, line: number): void;
  tooLong(text: string, line: number): void;
}

/**
 * Splits text that comes in pieces into rows. No cell of such a file holds a line end, so a quotation mark that is
 * still open at the end of its line is an error of that line alone: the lines below it are read as if it were not
 * there, and none is lost.
 */
export class RowReader {
  #pending = '';
  #skipping = false;

  constructor(
    private readonly delimiter: Delimiter,
    private readonly newline: Newline,
    private readonly sink: RowSink,
    private line: number,
  ) {}

  read(text: string): void {
    let start = 0;
    if (this.#skipping) {
      start = text.indexOf(this.newline) + 1;
      if (start === 0) return;
      this.#skipping = false;
    }
    const end = text.lastIndexOf(this.newline) + 1;
    if (end <= start) {
      this.#pending += text.slice(start);
    } else {
      this.#lines(this.#pending + text.slice(start, end));
      this.#pending = text.slice(end);
    }
    if (this.#pending.length > LINE_LIMIT) this.#refuseLongLine();
  }

  end(): void {
    if (this.#pending !== '') this.#lines(this.#pending + this.newline);
    this.#pending = '';
  }

  #refuseLongLine(): void {
    this.sink.tooLong(this.#pending, this.line);
    this.line += 1;
    this.#pending = '';
    this.#skipping = true;
  }

  #lines(block: string): void {
    let start = 0;
    for (let end = block.indexOf(this.newline); end >= 0; end = block.indexOf(this.newline, start)) {
      if (!this.sink.plainLine(block, start, end, this.line)) this.#unusualLine(block.slice(start, end));
      this.line += 1;
      start = end + 1;
    }
  }

  #unusualLine(text: string): void {
    if (text.length > LINE_LIMIT) {
      this.sink.tooLong(text, this.line);
      return;
    }
    const { cells, closed } = cellsOf(text, this.delimiter);
    if (closed) this.sink.row(cells, this.line);
    else this.sink.unclosedQuote(text, this.line);
  }
}
