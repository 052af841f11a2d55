import { textOfBlob } from '../../testing/downloads.ts';
import { imeiListFile } from './csv-blob.ts';
import { imeiText } from '../headless/imei-cell.ts';
import { readImeiCsv } from './read-csv.ts';

const IMEI = 356938035643809;

const fileOf = (content: BlobPart, name = 'imei.csv'): File => new File([content], name, { type: 'text/csv' });

it('B1 B4 a page without workers reads the chosen file itself, slice by slice', async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `${String(index)},${String(IMEI + index)}\r\n`).join('');
  const progress: number[] = [];
  const file = fileOf(`sno,imei1\r\n${rows}`);
  const answer = await readImeiCsv(file, { onProgress: (bytes) => progress.push(bytes) });
  expect(answer).toMatchObject({
    kind: 'read',
    name: 'imei.csv',
    sizeBytes: file.size,
    totals: { valid: 30_000, invalid: 0 },
  });
  expect(progress.length).toBeGreaterThan(1);
  expect(progress.at(-1)).toBe(file.size);
});

it('reading ends when it is called off, before and while', async () => {
  const controller = new AbortController();
  const file = fileOf(`sno,imei1\n${'1,x\n'.repeat(200_000)}`);
  const answer = readImeiCsv(file, { signal: controller.signal, onProgress: () => controller.abort() });
  expect(await answer).toEqual({ kind: 'cancelled' });
  expect(await readImeiCsv(file, { signal: controller.signal })).toEqual({ kind: 'cancelled' });
});

it('D40a a list of IMEIs is the CSV file of the specification, leading zeros included', async () => {
  const file = imeiListFile(['004999010640000', '490154203237511'], 'handed.csv');
  expect([file.name, file.type, await textOfBlob(file)]).toEqual([
    'handed.csv',
    'text/csv',
    'sno,imei1\r\n1,004999010640000\r\n2,490154203237511\r\n',
  ]);
});

it.each(['35693803', '3.56E+14', '3.56938E+14', '35693803O036017', '490154 203237 51', '4901542032375180'])(
  'D40 B2 what is no IMEI of a list is listed among the wrong rows as it was pasted, never made into another: %s',
  async (unused) => {
    const answer = await readImeiCsv(imeiListFile(['490154203237518', unused]));
    if (answer.kind !== 'read') throw new Error('One of its rows is valid.');
    expect(Array.from(answer.rows, imeiText)).toEqual(['490154203237518']);
    expect([...answer.errors].map(({ line, data }) => [line, data])).toEqual([[3, `2,${unused}`]]);
  },
);
