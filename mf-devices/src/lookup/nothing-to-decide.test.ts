import type { ImeiFile, WorkbookSource } from '@device-console/shared-lib/csv';
import { nothingToDecide } from './nothing-to-decide.ts';

const none: ImeiFile['errors'] = [];
const wrong: ImeiFile['errors'] = [{ line: 2, data: '1,123', error: 'wrong' }];
const table = { sheet: 'Phones', column: 'B', heading: 'imei1', isHidden: false };
const workbook = (tables: number, hiddenRows: number): WorkbookSource => ({
  tables: Array.from({ length: tables }, () => table),
  read: 0,
  hiddenRows,
});

it.each([
  ['a CSV file without a wrong row', none, undefined, true],
  ['a CSV file with one', wrong, undefined, false],
  ['a workbook with one column of IMEIs', none, workbook(1, 0), true],
  ['a workbook with a wrong row', wrong, workbook(1, 0), false],
  ['a workbook with two columns of IMEIs', none, workbook(2, 0), false],
  ['a workbook with a hidden row', none, workbook(1, 1), false],
] as const)('L2 B3 D10a whether a lookup begins by itself: %s', (_what, errors, source, expected) => {
  expect(nothingToDecide({ errors, workbook: source })).toBe(expected);
});
