import Papa from 'papaparse';

export type Delimiter = ',' | ';' | '\t';
type Newline = '\n' | '\r';

/** A longer line is skipped, so that memory stays bounded. No row of an IMEI file is nearly as long. */
const LINE_LIMIT = 64 * 1024;

/** Why a line has no cells. */
export type LineFault = 'unclosedQuote' | 'tooLong';

/** Receives the lines of a file. Every physical line is reported exactly once, in order. */
export interface RowSink {
  row(cells: readonly string[], line: number): void;
  faultyLine(text: string, line: number, fault: LineFault): void;
}

/**
 * Lets papaparse read text that arrives in pieces, whole lines at a time. No cell of such a file contains a line end,
 * so an open quotation mark is an error of its line only: the lines below are read without it, and none is lost.
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
    if (this.#pending.length > LINE_LIMIT) {
      this.#faulty(this.#pending, 'tooLong');
      this.#pending = '';
      this.#skipping = true;
    }
  }

  end(): void {
    if (this.#pending !== '') this.#lines(this.#pending + this.newline);
    this.#pending = '';
  }

  /** Reads whole lines at once, or one by one if a quotation mark stays open or a line is too long. */
  #lines(block: string): void {
    const lines = block.split(this.newline).slice(0, -1);
    const rows = this.#parsed(block);
    if (rows.length === lines.length && lines.every(({ length }) => length <= LINE_LIMIT)) {
      for (const cells of rows) this.#row(cells);
    } else {
      for (const line of lines) this.#readLine(line);
    }
  }

  #readLine(text: string): void {
    if (text.length > LINE_LIMIT) {
      this.#faulty(text, 'tooLong');
      return;
    }
    const [cells] = this.#parsed(text + this.newline);
    if (cells) this.#row(cells);
    else this.#faulty(text, 'unclosedQuote');
  }

  /** Behind the last line papaparse finds one more, which an open quotation mark swallows. */
  #parsed(lines: string): readonly string[][] {
    return Papa.parse<string[]>(lines, { delimiter: this.delimiter, newline: this.newline }).data.slice(0, -1);
  }

  #row(cells: readonly string[]): void {
    this.sink.row(cells, this.line);
    this.line += 1;
  }

  #faulty(text: string, fault: LineFault): void {
    this.sink.faultyLine(text, this.line, fault);
    this.line += 1;
  }
}
