import { cellText, type ColumnKind } from './cell-text.ts';
import type { Cell } from './sheets.ts';

const IMEI = '356938035643809';
const DAY = 46_000;

const read = (kind: ColumnKind, cell: Cell | undefined): string => cellText(cell, kind, false);
/** A number that the sheet shows as this text, by this format. */
const number = (v: number, w: string, z = 'General'): Cell => ({ t: 'n', v, w, z });

it.each<[string, Cell | undefined, string]>([
  ['none', undefined, ''],
  ['a blank one with a format', { t: 'z' }, ''],
  ['a formula without a result', { t: 'z', f: 'A1+1' }, '=A1+1'],
  ['a text, whatever its format puts around it', { t: 's', v: 'Asha', w: 'Name: Asha', z: '"Name: "@' }, 'Asha'],
  ['a number, as its format shows it', number(5, '5.00'), '5.00'],
])('D10 of a cell that is %s, a column of texts gets its text', (_what, cell, text) => {
  expect(read('text', cell)).toBe(text);
});

it.each<[string, Cell, string]>([
  ['a text', { t: 's', v: ` ${IMEI} ` }, IMEI],
  ['a number', number(Number(IMEI), '3.56938E+14'), IMEI],
  ['a number with all its digits as a power', number(Number(IMEI), '3.56938035643809E+14'), IMEI],
  ['a number with leading zeros', number(4_999_010_640_000, '004999010640000'), '004999010640000'],
  ['a number whose format shows other digits', number(809, IMEI), '809'],
  ['the shortest number that may have lost digits', number(1e15, '1E+15'), '1E+15'],
  ['a longer number', number(3.569380356438e15, '3569380356438000'), '3.569380356438E+15'],
  ['a number that was rounded', number(356_938_030_000_000, '356938030000000'), '3.5693803E+14'],
  ['a rounded number as text', { t: 's', v: '356938030000000' }, '3.5693803E+14'],
  ['a fraction', number(3.5, '3.5'), '3.5'],
  ['below zero', number(-5, '-5'), '-5'],
])('D10 an IMEI that is %s is read without guessing', (_what, cell, text) => {
  expect(read('imei', cell)).toBe(text);
});

it.each<[string, Cell, string]>([
  ['a date', number(DAY, '9-Dec-25', 'd-mmm-yy'), '09/12/2025'],
  ['a number that is no date', number(DAY, '46000'), '46000'],
  ['a day before the first', number(-5, '#####', 'dd/mm/yyyy'), '#####'],
  ['a text', { t: 's', v: '9/12/2025' }, '9/12/2025'],
])('T4 D10 of %s a column of dates gets the day alone, or what the sheet shows', (_what, cell, text) => {
  expect(read('date', cell)).toBe(text);
});

it.each<[string, Cell, string]>([
  ['nothing', number(0, '0'), '0.00'],
  ['less than nothing', number(-1, '1'), '1 (-1)'],
  ['a percentage', number(0.5, '50%'), '50%'],
  ['in thousands', number(1500, '2'), '2 (1500)'],
  ['a sum of decimals', number(0.1 + 0.2, '0.30'), '0.30'],
  ['more exact than it is shown', number(12.345, '12.3'), '12.345'],
])('T4 D10 an amount of %s is read by its number, or refused as it is shown', (_what, cell, text) => {
  expect(read('amount', cell)).toBe(text);
});
