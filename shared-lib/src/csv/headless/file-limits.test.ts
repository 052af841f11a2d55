import { fileLimitsOf } from './file-limits.ts';
import type { FileLimits } from './imei-file.ts';
import { notificationColumns } from './notification-file.ts';
import { readImeis, readMessages } from '../testing/workbooks.ts';

const IMEIS = ['356938035643809', '490154203237518', '012345678901237'];
const IMEI_FILE = `sno,imei1\n${IMEIS.map((imei) => `1,${imei}\n`).join('')}1,12\n`;

const NAME = 'é'.repeat(500);
const notificationFile = (rows: number): string =>
  `${notificationColumns.join(',')}\n${`1,${NAME},${IMEIS[0]},1500,31/12/2026,Pre\n`.repeat(rows)}`;

describe('a file with more rows than are taken', () => {
  it('D17 is refused with its number of valid rows, the limit, and what to do', async () => {
    expect(await readImeis(IMEI_FILE, { limits: { takenBy: 'batch', rows: 2 } })).toMatchObject({
      kind: 'rejected',
      reason: 'The file has 3 valid rows; a batch takes at most 2.',
      detail: 'Split it, then choose each part.',
      totals: { valid: 3, invalid: 1 },
    });
  });

  it('names a lookup where a lookup takes it, and writes long numbers in groups', async () => {
    const rows = Array.from({ length: 1_201 }, (_, index) => `1,${356938035640000 + index}\n`);
    expect(
      await readImeis(`sno,imei1\n${rows.join('')}`, { limits: { takenBy: 'lookup', rows: 1_200 } }),
    ).toMatchObject({
      reason: 'The file has 1,201 valid rows; a lookup takes at most 1,200.',
    });
  });

  it('is taken with exactly as many valid rows: others are not counted', async () => {
    expect(await readImeis(IMEI_FILE, { limits: { takenBy: 'batch', rows: 3 } })).toMatchObject({ kind: 'read' });
  });
});

describe('a file whose copy is larger than is taken', () => {
  const limits: FileLimits = { takenBy: 'batch', rows: 1_000_000, copyBytes: 200_000 };

  it('B5 is refused with the size of its valid rows and the limit', async () => {
    expect(await readMessages(notificationFile(220), { limits })).toMatchObject({
      kind: 'rejected',
      reason: 'The valid rows of the file have 0.3 MB; a batch takes at most 0.2 MB.',
      detail: 'Split it, then choose each part.',
    });
  });

  it('is taken when the copy fits, however large the file itself is', async () => {
    const blankLines = '\n'.repeat(300_000);
    expect(await readMessages(notificationFile(180) + blankLines, { limits })).toMatchObject({
      kind: 'read',
    });
  });
});

it('D1a any file is taken for a back end that states no limits', async () => {
  expect(fileLimitsOf('legacy', 'batch')).toBeUndefined();
  expect(await readImeis(IMEI_FILE)).toMatchObject({ kind: 'read' });
});
