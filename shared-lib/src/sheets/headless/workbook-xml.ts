import type { SheetColumn } from '../sheet.ts';
import { cellText, cellValue, type ZoneOffset } from './cell-values.ts';

/** The first line of each part. */
export const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** As the part of styles numbers them. */
const TEXT_STYLE = 1;
const DATE_STYLE = 2;
/** The first number of formats that are not built in. */
export const DATE_FORMAT_ID = 164;

const MARKUP = /[&<>"]/;
/** Readers decode _x0041_ as the letter A, so such an underscore must be escaped. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** A text as the content of an element or attribute. */
export function escapeXml(text: string): string {
  if (!MARKUP.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function textXml(name: string, text: string): string {
  const content = escapeXml(text.includes('_x') ? text.replace(LOOKS_ESCAPED, '_x005F_') : text);
  return `<c r="${name}" s="${TEXT_STYLE}" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
}

/** The XML before a sheet's rows: column widths in characters, and a header row that stays visible. */
export function sheetStart(widths: readonly number[], isFirst: boolean): string {
  const cols = widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView ${isFirst ? 'tabSelected="1" ' : ''}workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection ' +
    'pane="bottomLeft"/></sheetView></sheetViews>' +
    `${cols === '' ? '' : `<cols>${cols}</cols>`}<sheetData>`
  );
}

/** The XML after a sheet's rows; `rows` counts the header. */
export function sheetEnd(columns: number, rows: number): string {
  const filter = columns === 0 ? '' : `<autoFilter ref="A1:${columnName(columns - 1)}${rows}"/>`;
  return `</sheetData>${filter}</worksheet>`;
}

/** The header as row 1. */
export function headerXml(columns: readonly SheetColumn[]): string {
  const cells = columns.map(({ header }, index) => textXml(`${columnName(index)}1`, cellText(header)));
  return `<row r="1">${cells.join('')}</row>`;
}

const LETTERS = 26;

/** The name of a column by its place from 0: A to Z, AA and so on. */
export function columnName(index: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (index % LETTERS));
  return index < LETTERS ? last : columnName(Math.floor(index / LETTERS) - 1) + last;
}

/** Writes the rows of one sheet; computes column names once. */
export class RowXml {
  readonly #columns: readonly (SheetColumn & { readonly name: string })[];

  constructor(
    columns: readonly SheetColumn[],
    private readonly zone: ZoneOffset,
  ) {
    this.#columns = columns.map((column, index) => ({ ...column, name: columnName(index) }));
  }

  /** The XML of a row; `number` is its place in the sheet, from 1. */
  row(cells: readonly string[], number: number): string {
    let xml = `<row r="${number}">`;
    this.#columns.forEach(({ name, kind }, column) => {
      const value = cellValue(cells[column] ?? '', kind, this.zone);
      if (typeof value === 'number')
        xml += `<c r="${name}${number}"${kind === 'date' ? ` s="${DATE_STYLE}"` : ''}><v>${value}</v></c>`;
      else if (value !== '') xml += textXml(name + String(number), value);
    });
    return `${xml}</row>`;
  }
}
