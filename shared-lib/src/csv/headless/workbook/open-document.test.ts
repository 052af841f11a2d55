import { strToU8, zipSync } from 'fflate';
import { imeiText } from '../imei-cell.ts';
import { readBad, readGood, readNotifications, sheetOf, workbookOf } from '../../testing/workbooks.ts';

const GOOD = '356938035643809';
const OTHER = '490154203237518';
const TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

const text = (value: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const number = (value: string, shown: string): string =>
  `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
const row = (cells: string, more = ''): string =>
  `<table:table-row table:style-name="ro1"${more}>${cells}</table:table-row>`;
const table = (name: string, rows: string, style = 'ta1'): string =>
  `<table:table table:name="${name}" table:style-name="${style}"><table:table-column/>${rows}</table:table>`;

/** A spreadsheet as LibreOffice Calc writes one: rows without an end below those that hold something. */
function openDocument(tables: string, { type = TYPE, entry = '' } = {}): Uint8Array {
  const styles =
    '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>' +
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
  return zipSync({
    mimetype: [strToU8(type), { level: 0 }],
    'content.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:automatic-styles>${styles}` +
        `</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>` +
        '</office:document-content>',
    ),
    'META-INF/manifest.xml': strToU8(
      `<manifest:manifest><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>` +
        `<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">${entry}` +
        '</manifest:file-entry></manifest:manifest>',
    ),
  });
}

const header = row(text('sno') + text('imei1'));
const endless = row(
  '<table:table-cell table:number-columns-repeated="16384"/>',
  ' table:number-rows-repeated="1048570"',
);

describe('a spreadsheet of OpenDocument', () => {
  it('D10a is read as a workbook: texts, numbers, repeated and hidden rows, hidden sheets', async () => {
    const phones = [
      header,
      row(number('1', '1') + text(GOOD)),
      row(number('2', '2') + number(OTHER, '4.90E+14'), ' table:visibility="filter"'),
      row(number('3', '3') + text('12'), ' table:number-rows-repeated="2"'),
      row(number('4', '4') + text('352099001761481'), ' table:visibility="collapse"'),
      endless,
    ].join('');
    const bytes = openDocument(
      table('Old', header + row(number('1', '1') + text(OTHER)), 'ta2') + table('Phones', phones),
    );
    const file = await readGood(bytes, { name: 'devices.ods', type: TYPE });
    expect(Array.from(file.rows, imeiText)).toEqual([GOOD, OTHER, '352099001761481']);
    expect([...file.errors].map(({ line, data }) => [line, data])).toEqual([
      [4, '3,12'],
      [5, '3,12'],
    ]);
    expect(file.workbook).toEqual({
      tables: [
        { sheet: 'Old', column: 'B', heading: 'imei1', isHidden: true },
        { sheet: 'Phones', column: 'B', heading: 'imei1', isHidden: false },
      ],
      read: 1,
      hiddenRows: 2,
    });
  });

  it('T4 D10a gives messages their days, whatever form they are shown in', async () => {
    const day =
      '<table:table-cell office:value-type="date" office:date-value="2026-12-31"><text:p>31 Dec</text:p>' +
      '</table:table-cell>';
    const headings = ['sno', 'name', 'imei1', 'amount', 'date', 'template'].map((name) => text(name)).join('');
    const message = number('1', '1') + text('Asha') + text(GOOD) + number('1500', '1,500.00') + day + text('Pre');
    const file = await readNotifications(openDocument(table('Messages', row(headings) + row(message))));
    expect([...file.notifications]).toEqual([
      { imei: GOOD, name: 'Asha', amount: '1500.00', date: '31/12/2026', template: 'Pre' },
    ]);
  });

  it('D10a is read as SheetJS writes it too', async () => {
    const file = await readGood(workbookOf({ Phones: sheetOf([['imei1'], [GOOD]]) }, 'ods'));
    expect(Array.from(file.rows, imeiText)).toEqual([GOOD]);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['a text', openDocument('', { type: 'application/vnd.oasis.opendocument.text' }), /^Only CSV files are allowed\.$/],
    [
      'one with a password',
      openDocument('', { entry: '<manifest:encryption-data/>' }),
      /is protected by a password\.$/,
    ],
    [
      'a cell in more rows than a sheet has',
      openDocument(table('Phones', header + row(text(GOOD), ' table:number-rows-repeated="99999999"'))),
      /is damaged/,
    ],
  ])('D10a %s is refused in plain words', async (_name, bytes, reason) => {
    expect((await readBad(bytes, { name: 'devices.ods' })).reason).toMatch(reason);
  });
});
