import type { SheetColumn } from '../sheet.ts';
import { cellText, cellValue, DATE_FORMAT, type ZoneOffset } from './cell-values.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Indexes of the number formats in {@link stylesXml}. */
const DATE_STYLE = 1;
const TEXT_STYLE = 2;

const MARKUP = /[&<>"]/;
/** Readers decode _x0041_ as the letter A, so such an underscore must be escaped. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** A text as the content of an element or attribute. */
function escapeXml(text: string): string {
  if (!MARKUP.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The letters of a column: A for 0, Z for 25, AA for 26. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
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
  return (
    '<row ' +
    `r="1">${columns.map(({ header }, index) => textXml(`${columnName(index)}1`, cellText(header))).join('')}</row>`
  );
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

const FORMATS = 'http://schemas.openxmlformats.org';
const OFFICE = `${FORMATS}/officeDocument/2006/relationships`;
const PACKAGE = `${FORMATS}/package/2006`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** One file inside a workbook. */
export interface PackageFile {
  readonly name: string;
  readonly text: string;
}

/** The name of a sheet's file inside a workbook, by its index. */
export const sheetFile = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

const stylesXml =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" ` +
  `formatCode="${DATE_FORMAT}"/></numFmts>` +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill ' +
  'patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3">' +
  [0, 164, 49]
    .map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
    .join('') +
  '</cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

const each = (names: readonly string[], xml: (name: string, number: number) => string): string =>
  names.map((name, index) => xml(name, index + 1)).join('');

/** The files of a workbook besides its sheets; `sheetNames` in order. */
export function packageFiles(sheetNames: readonly string[]): readonly PackageFile[] {
  const types = each(
    sheetNames,
    (_, number) => `<Override PartName="/${sheetFile(number - 1)}" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  const sheets = each(
    sheetNames,
    (name, number) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const relations = each(
    sheetNames,
    (_, number) =>
      `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return [
    {
      name: '[Content_Types].xml',
      text:
        `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ` +
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ' +
        `ContentType="${TYPE}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${types}</Types>`,
    },
    {
      name: '_rels/.rels',
      text:
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
        `Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text:
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations}` +
        `<Relationship Id="rId${sheetNames.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: 'xl/styles.xml', text: stylesXml },
  ];
}
