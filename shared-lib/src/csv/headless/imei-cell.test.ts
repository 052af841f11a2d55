import { imeiText } from './imei-cell.ts';
import { readGood, sheetOf, workbookOf } from '../testing/workbooks.ts';
import { wholeFileOf } from '../browser/read-csv.ts';
import { readImeiCsv } from '../index.ts';

const IMEI = '490154203237518';
const OTHER = '356938035643809';

/** A right IMEI with what people do not see, or in digits that are theirs. */
const written = [
  ['between marks of direction', '\u202d490154203237518\u202c'],
  ['before the end of a mark alone', '490154203237518\u202c'],
  ['with zero-width marks inside', '490154\u200b203237\u2060518'],
  ['with soft hyphens', '490154\u00ad203237\u00ad518'],
  ['behind a byte order mark', '\ufeff490154203237518'],
  ['with a space that does not break', '490154203237518\u00a0'],
  ['in Devanagari digits', '४९०१५४२०३२३७५१८'],
  ['in Arabic digits', '٤٩٠١٥٤٢٠٣٢٣٧٥١٨'],
  ['in full-width digits', '４９０１５４２０３２３７５１８'],
] as const;

const imeis = ({ rows }: { readonly rows: Float64Array }) => Array.from(rows, imeiText);

it.each(written)('B2 D10 an IMEI %s is the same in a file, a workbook and a list', async (_how, cell) => {
  expect(imeis(await readGood(`sno,imei1\n1,${cell}\n2,${OTHER}`))).toEqual([IMEI, OTHER]);
  const rows = [
    ['sno', 'imei1'],
    [1, cell],
    [2, OTHER],
  ];
  expect(imeis(await readGood(workbookOf({ Phones: sheetOf(rows) })))).toEqual([IMEI, OTHER]);
  expect(imeis(await readGood(workbookOf({ Phones: sheetOf(rows.slice(1)) })))).toEqual([IMEI, OTHER]);
  const list = { name: 'Pasted list.csv', as: 'list' } as const;
  expect(imeis(await readGood(`${cell} ${OTHER}`, list))).toEqual([IMEI, OTHER]);
});

it.each([
  ['as it is', '490154203237518', true],
  ['with spaces around', ' 490154203237518 ', true],
  ["in Excel's text form", '="490154203237518"', true],
  ['with a mark that nobody sees', '490154203237518\u202c', false],
  ['in digits of another script', '४९०१५४२०३२३७५१८', false],
])('D26a a file with an IMEI %s is uploaded unchanged: %s, %s', async (_how, cell, isWhole) => {
  const file = await readImeiCsv(new File([`sno,imei1\n1,${OTHER}\n2,${cell}`], 'a.csv', { type: 'text/csv' }));
  if (file.kind !== 'read') throw new Error(`The file was ${file.kind}.`);
  expect(wholeFileOf(file) !== undefined).toBe(isWhole);
});

it('B2 a cell with a line break between two IMEIs is no IMEI', async () => {
  const rows = [['imei1'], [`${IMEI}\n${OTHER}`], [`${OTHER}\n`]];
  const file = await readGood(workbookOf({ Phones: sheetOf(rows) }));
  expect(imeis(file)).toEqual([OTHER]);
  expect(file.totals.invalid).toBe(1);
});
