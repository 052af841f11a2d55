import Papa from 'papaparse';

export type Delimiter = ',' | ';' | '\t';
export type Newline = '\n' | '\r';

const delimiters: readonly Delimiter[] = [',', ';', '\t'];

/** No header is longer; a "file" without a line end in its first 64 KB is no CSV file. */
const HEADER_LIMIT = 64 * 1024;

/** How the header found itself answered: the shape of the rest of the file, or the line that does not match. */
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

/** The cells of one line; a quotation mark may not span lines. */
export function cellsOf(line: string, delimiter: Delimiter): { cells: string[]; closed: boolean } {
  if (!line.includes('"')) return { cells: line.split(delimiter), closed: true };
  const cells = Papa.parse<string[]>(`${line}\n`, { delimiter, newline: '\n' }).data[0] ?? [''];
  return { cells, closed: !cells.some((cell) => cell.includes('\n')) };
}

function delimiterOf(line: string, columns: readonly string[]): Delimiter | undefined {
  return delimiters.find((delimiter) => {
    const { cells } = cellsOf(line, delimiter);
    return columns.every((column, index) => cells[index]?.trim().toLowerCase() === column);
  });
}

function isBlank(line: string): boolean {
  return /^[\s,;]*$/.test(line);
}

/**
 * Looks for the header in the text so far and decides delimiter and line end from it, once for the whole file (B1,
 * D10): guessing them chunk by chunk costs more than all validation. `ended` says that no more text will come.
 */
export function findHeader(text: string, columns: readonly string[], ended: boolean): Header {
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = text.slice(start).search(/[\r\n]/);
    const lineEnd = end < 0 ? text.length : start + end;
    const cutInCrLf = text[lineEnd] === '\r' && lineEnd === text.length - 1;
    if ((end < 0 || cutInCrLf) && !ended) {
      return text.length > HEADER_LIMIT
        ? { kind: 'unmatched', found: text.slice(start, start + 200) }
        : { kind: 'more' };
    }
    const content = text.slice(start, lineEnd);
    const newline: Newline = text[lineEnd] === '\r' && text[lineEnd + 1] !== '\n' ? '\r' : '\n';
    const next = text[lineEnd] === '\r' && text[lineEnd + 1] === '\n' ? lineEnd + 2 : lineEnd + 1;
    if (!isBlank(content)) {
      const delimiter = delimiterOf(content, columns);
      return delimiter
        ? { kind: 'matched', delimiter, newline, line, rest: text.slice(next) }
        : { kind: 'unmatched', found: content.slice(0, 200) };
    }
    if (end < 0 || next > HEADER_LIMIT) return { kind: 'unmatched', found: '' };
    start = next;
  }
}
