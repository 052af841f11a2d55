import fc from 'fast-check';
import Papa from 'papaparse';
import type { Delimiter } from './header.ts';
import { imeiText } from './imei-cell.ts';
import { ImeiRows } from './imei-rows.ts';
import { RowReader } from './rows.ts';

/** What was read of each line: the cells, or the IMEI of a line that was read where it stands. */
class ReadLines extends ImeiRows {
  readonly lines: (readonly string[] | { readonly imei: string })[] = [];

  override plainLine(text: string, start: number, end: number, line: number): boolean {
    const isPlain = super.plainLine(text, start, end, line);
    if (isPlain) this.lines.push({ imei: imeiText(this.scanner.value) });
    return isPlain;
  }

  override row(cells: readonly string[]): void {
    this.lines.push(cells);
  }

  override unclosedQuote(text: string): void {
    throw new Error(`The line ${JSON.stringify(text)} has no open quotation mark.`);
  }
}

const imei = fc.stringMatching(/^\d{15}$/);
const text = fc.string({ unit: fc.constantFrom('1', 'a', 'é', ' ', '"', ',', ';', '\t', "'", '='), maxLength: 6 });
const cell = fc.record({ content: fc.oneof(imei, text), isQuoted: fc.boolean() });
const row = fc.oneof(
  fc.array(cell, { minLength: 1, maxLength: 4 }),
  fc.tuple(fc.record({ content: fc.oneof(fc.stringMatching(/^\d{1,3}$/), text), isQuoted: fc.boolean() }), cell),
  fc.tuple(cell, fc.record({ content: imei, isQuoted: fc.boolean() })),
);
const file = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 12 }),
  delimiter: fc.constantFrom<Delimiter>(',', ';', '\t'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  hasLastNewline: fc.boolean(),
  pieces: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
});

/** A cell as a program writes it: in quotation marks where it asks for them, and where it may. */
const written = (delimiter: Delimiter) => (one: { readonly content: string; readonly isQuoted: boolean }) =>
  one.isQuoted || one.content.includes(delimiter) || one.content.includes('"')
    ? `"${one.content.replaceAll('"', '""')}"`
    : one.content;

function* inPieces(whole: string, sizes: readonly number[]): Generator<string> {
  let start = 0;
  for (const size of sizes) {
    yield whole.slice(start, start + size);
    start += size;
  }
  yield whole.slice(start);
}

it('B2 D10 on random cells, delimiters, quotation marks, line ends and pieces it reads what papaparse reads', () => {
  let plain = 0;
  fc.assert(
    fc.property(file, ({ rows, delimiter, newline, hasLastNewline, pieces }) => {
      const lines = rows.map((cells) => cells.map(written(delimiter)).join(delimiter));
      const whole = lines.join(newline) + (hasLastNewline ? newline : '');
      // Behind the last line end papaparse finds a row of one empty cell.
      const every = Papa.parse<string[]>(lines.join(newline) + newline, { delimiter, newline }).data.slice(0, -1);

      const read = new ReadLines();
      read.delimitedBy(delimiter);
      const reader = new RowReader(delimiter, newline === '\r' ? '\r' : '\n', read, 1);
      for (const piece of inPieces(whole, pieces)) reader.read(piece);
      reader.end();

      // A last line without any text and without its end is no line.
      const expected = lines.at(-1) === '' && !hasLastNewline ? every.slice(0, -1) : every;
      expect(read.lines).toHaveLength(expected.length);
      expected.forEach((cells, index) => {
        const line = read.lines[index];
        if (line && 'imei' in line) {
          plain += 1;
          expect(cells).toHaveLength(2);
          expect(line.imei).toBe(cells[1]);
        } else {
          expect(line?.map((one) => one.trim())).toEqual(cells.map((one) => one.trim()));
        }
      });
    }),
    { numRuns: 500 },
  );
  expect(plain).toBeGreaterThan(500);
});
