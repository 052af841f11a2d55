import { DATE_FORMAT } from './cell-values.ts';
import { escapeXml } from './sheet-xml.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const MAIN = `${FORMATS}/spreadsheetml/2006/main`;
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
