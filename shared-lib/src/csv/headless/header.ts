import Papa from 'papaparse';

export type Delimiter = ',' | ';' | '\t';
export type Newline = '\n' | '\r';

const delimiters: readonly Delimiter[] = [',', ';', '\t'];

/** No header is longer: a "file" without a line end in its first 64 KB is not a CSV file. */
const HEADER_LIMIT = 64 * 1024;

/** Blank lines, the first other line, and its end. */
const FIRST_LINE = /^((?:[\s,;]*[\r\n])?)([^\r\n]*)(\r\n|\n|\r|)/;

type Header =
  | {
      readonly kind: 'matched';
      readonly delimiter: Delimiter;
      readonly newline: Newline;
      readonly line: number;
      readonly rest: string;
    }
  | { readonly kind: 'unmatched'; readonly found: string }
  | { readonly kind: 'more' };

function delimiterOf(line: string, columns: readonly string[]): Delimiter | undefined {
  return delimiters.find((delimiter) => {
    const [cells = []] = Papa.parse<string[]>(line, { delimiter, newline: '\n' }).data;
    return columns.every((column, index) => cells[index]?.trim().toLowerCase() === column);
  });
}

/**
 * Looks for the header in the text so far, and takes delimiter and line end from it for the whole file (B1, D10):
 * guessing them per chunk would cost more than all validation. `ended`: no more text will come.
 */
export function findHeader(text: string, columns: readonly string[], ended: boolean): Header {
  const [whole = '', blank = '', content = '', end = ''] = FIRST_LINE.exec(text) ?? [];
  const isCut = whole.length === text.length && end !== '\n' && end !== '\r\n';
  if (isCut && !ended && text.length <= HEADER_LIMIT) return { kind: 'more' };
  const delimiter = whole.length > HEADER_LIMIT ? undefined : delimiterOf(content, columns);
  if (!delimiter) return { kind: 'unmatched', found: content.slice(0, 200) };
  return {
    kind: 'matched',
    delimiter,
    newline: end === '\r' ? '\r' : '\n',
    line: (blank.match(/\r\n|\n|\r/g) ?? []).length + 1,
    rest: text.slice(whole.length),
  };
}
