import { DATE_FORMAT } from './cell-values.ts';
import { DATE_FORMAT_ID, escapeXml, HEAD, MAIN } from './workbook-xml.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface Part {
  readonly name: string;
  readonly text: string;
}

const relationships = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
  targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('') +
  '</Relationships>';

const contentTypes = (sheets: readonly string[]): string =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>` +
  sheets.map((sheet) => `<Override PartName="/xl/${sheet}" ContentType="${CONTENT}.worksheet+xml"/>`).join('') +
  '</Types>';

const workbook = (names: readonly string[]): string =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
  names
    .map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('') +
  '</sheets></workbook>';

/** Format 49 is the built-in one of texts, so that no reader makes a number or a formula of one. */
const styles =
  `${HEAD}<styleSheet xmlns="${MAIN}">` +
  `<numFmts count="1"><numFmt numFmtId="${DATE_FORMAT_ID}" formatCode="${DATE_FORMAT}"/></numFmts>` +
  '<fonts count="1"><font><sz val="12"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">' +
  [0, 49, DATE_FORMAT_ID]
    .map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
    .join('') +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** The name of a sheet's part in a workbook, by its place from 0; relative to `xl/`. */
export const sheetPart = (index: number): string => `worksheets/sheet${index + 1}.xml`;

/** The parts of a workbook with these sheets, except the sheets (ECMA-376). */
export function partsBesideSheets(names: readonly string[]): readonly Part[] {
  const sheets = names.map((_, index) => sheetPart(index));
  return [
    { name: '[Content_Types].xml', text: contentTypes(sheets) },
    { name: '_rels/.rels', text: relationships([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/workbook.xml', text: workbook(names) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: relationships([...sheets.map((sheet) => ['worksheet', sheet] as const), ['styles', 'styles.xml']]),
    },
    { name: 'xl/styles.xml', text: styles },
  ];
}
