import readXlsxFile from 'read-excel-file/node';
import { read as readBySheetJs } from 'xlsx';
import { StreamedBook } from './browser/streamed-book.ts';
import type { ZoneOffset } from './headless/cell-values.ts';
import type { RowSlice } from './headless/sheet-plan.ts';
import { columnName, sheetStart } from './headless/workbook-xml.ts';
import { writeWorkbook, type Sheet, type SheetColumn } from './index.ts';
import { berlin, berlinDays } from './test-zone.ts';

type Rows = readonly (readonly string[])[];
type Given = Omit<Sheet, 'rows'> & { readonly rows: Rows };

const UTC: ZoneOffset = () => 0;
const columns: readonly SheetColumn[] = [
  { header: 'IMEI 1', kind: 'text' },
  { header: 'Amount', kind: 'number' },
  { header: 'Created At', kind: 'date' },
];

const slicesOf = (sheets: readonly Given[]): RowSlice[] => sheets.map(({ rows }, sheet) => ({ sheet, rows }));

async function streamed(
  sheets: readonly Given[],
  options: { zone?: ZoneOffset; rowsASheet?: number } = {},
): Promise<Blob> {
  const book = new StreamedBook(sheets, { zone: UTC, ...options });
  for (const slice of slicesOf(sheets)) await book.take(slice);
  return book.finish();
}

/** The sheets of a workbook, read by a third-party reader. */
const reopened = async (file: Blob) => readXlsxFile(Buffer.from(await file.arrayBuffer()));

describe('a workbook', () => {
  const write = (sheets: readonly Given[], zone = UTC): Promise<Blob> => streamed(sheets, { zone });
  const one = async (given: SheetColumn['kind'], texts: readonly string[], zone = UTC) => {
    const sheet = { name: 'cells', columns: [{ header: 'Cell', kind: given }], rows: texts.map((text) => [text]) };
    const [read] = await reopened(await write([sheet], zone));
    return read?.data.slice(1).map((row) => row[0]);
  };

  it('another reader reads it: IMEIs keep their zeros, numbers are numbers, dates are dates', async () => {
    const rows = [
      ['004999010640000', '1250.5', '2026-11-20T13:00:00.000Z'],
      ['356938035643809', '-3', ''],
      ['', '', '2024-02-29T23:59:59Z'],
    ];
    expect(await reopened(await write([{ name: 'bulkupload', columns, rows }]))).toEqual([
      {
        sheet: 'bulkupload',
        data: [
          ['IMEI 1', 'Amount', 'Created At'],
          ['004999010640000', 1250.5, new Date('2026-11-20T13:00:00Z')],
          ['356938035643809', -3, null],
          [null, null, new Date('2024-02-29T23:59:59Z')],
        ],
      },
    ]);
  });

  it('has the sheets that were given, in their order, the empty ones too', async () => {
    const names = ['registration', 'release', 'commands', 'de-enroll'];
    const read = await reopened(
      await write(
        names.map((name, index) => ({ name, columns, rows: index === 2 ? [['004999010640000', '1', '']] : [] })),
      ),
    );
    expect(read.map(({ sheet }) => sheet)).toEqual(names);
    expect(read.map(({ data }) => data.length)).toEqual([1, 1, 2, 1]);
  });

  it('never makes a formula of a text', async () => {
    const texts = ['=1+1', '+49 170 5550100', '-1', '@SUM(A1)', '=HYPERLINK("http://example.com")', '\t=1'];
    expect(await one('text', texts)).toEqual(texts.map((text) => text.trim()));
    expect(
      await (await write([{ name: 'a', columns: [{ header: '=1', kind: 'text' }], rows: [['=1+1']] }])).text(),
    ).not.toContain('<f>');
  });

  it('keeps emoji, markup, line breaks and scripts of every kind', async () => {
    const texts = ['📱 locked', '<b>&amp;"\'', 'first\nsecond', 'ह​िन्दी', 'Ünïcödé'];
    expect(await one('text', texts)).toEqual(texts);
  });

  it('cuts a text that Excel would not open, and says so in the cell', async () => {
    const [cut, whole] = (await one('text', ['x'.repeat(40_000), 'y'.repeat(32_767)])) ?? [];
    expect(cut).toHaveLength(32_767);
    expect(cut).toMatch(/^x+ … \[cut, 40000 characters in all\]$/);
    expect(whole).toBe('y'.repeat(32_767));
  });

  it('shows what no file can hold as a replacement character', async () => {
    expect(await one('text', ['a\u0001b', 'a\ud800b', 'a\uffffb'])).toEqual(['a\ufffdb', 'a\ufffdb', 'a\ufffdb']);
  });

  it.each([
    { zone: 'UTC+5:30', offset: () => 330, local: '2026-11-20T18:30:00Z' },
    { zone: 'UTC-8', offset: () => -480, local: '2026-11-20T05:00:00Z' },
  ])('D4 dates show the local time of $zone', async ({ offset, local }) => {
    expect(await one('date', ['2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00+01:00'], offset)).toEqual([
      new Date(local),
      new Date(local),
    ]);
  });

  it('D4 dates show the local time of their own day, in winter and in summer', async () => {
    const instants = berlinDays.map(({ instant }) => instant);
    expect(await one('date', instants, berlin)).toEqual(
      berlinDays.map(({ local }) => new Date(`${local.replace(' ', 'T')}Z`)),
    );
  });

  it('writes as text what is no date or no number that a spreadsheet holds without loss', async () => {
    const dates = ['2026-02-30T00:00:00Z', 'yesterday', '2026-11-20', '1899-12-31T00:00:00Z'];
    expect(await one('date', dates)).toEqual(dates);
    const numbers = ['007', '1,250', '1234567890123456', '1e5', 'n/a'];
    expect(await one('number', numbers)).toEqual(numbers);
  });

  it('names the columns as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });

  it('keeps its header in sight, filters by it, and is read by SheetJS with its formats', async () => {
    const rows = [['004999010640000', '1250.5', '2026-11-20T13:00:00.000Z']];
    const file = await write([{ name: 'A & B', columns, rows }]);
    const book = readBySheetJs(await file.arrayBuffer(), { cellStyles: true, cellNF: true });
    expect(book.SheetNames).toEqual(['A & B']);
    expect(sheetStart([8], true)).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    );
    const sheet = book.Sheets['A & B'];
    expect(sheet?.['!autofilter']).toEqual({ ref: 'A1:C2' });
    expect(['A2', 'B2', 'C2'].map((cell) => sheet?.[cell])).toMatchObject([
      { t: 's', v: '004999010640000', z: '@' },
      { t: 'n', v: 1250.5, z: 'General' },
      { t: 'n', z: 'yyyy-mm-dd hh:mm:ss' },
    ]);
  });

  it('gives sheets names that Excel opens', async () => {
    const names = ['a/b:c*d', 'x'.repeat(40), 'x'.repeat(40), 'Commands', 'commands', '', 'History', "'quoted'"];
    const read = await reopened(await write(names.map((name) => ({ name, columns, rows: [] }))));
    expect(read.map(({ sheet }) => sheet)).toEqual([
      'a-b-c-d',
      'x'.repeat(31),
      `${'x'.repeat(27)} (2)`,
      'Commands',
      'commands (2)',
      'Sheet',
      'History-',
      '-quoted-',
    ]);
  });
});

describe('a sheet', () => {
  it('goes on in a further sheet where Excel allows no more rows', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => [`00499901064000${index}`, String(index), '']);
    const read = await reopened(
      await streamed(
        [
          { name: 'commands', columns, rows },
          { name: 'release', columns, rows: [] },
        ],
        { rowsASheet: 3 },
      ),
    );
    expect(read.map(({ sheet, data }) => [sheet, ...data.slice(1).map((row) => row[1])])).toEqual([
      ['commands', 0, 1],
      ['commands (2)', 2, 3],
      ['commands (3)', 4],
      ['release'],
    ]);
    expect(read.every(({ data }) => data[0]?.[0] === 'IMEI 1')).toBe(true);
  });
});

describe('writeWorkbook', () => {
  function* counted(count: number, onRow: (index: number) => void = () => undefined) {
    for (let index = 0; index < count; index += 1) {
      onRow(index);
      yield [`00499901${String(index).padStart(7, '0')}`, String(index), '2026-11-20T13:00:00Z'];
    }
  }

  it('reads rows as they come and tells how many it has taken', async () => {
    const progress: number[] = [];
    const file = await writeWorkbook(
      [
        { name: 'a', columns, rows: counted(5_000) },
        { name: 'b', columns, rows: counted(10) },
      ],
      { onProgress: (rows) => progress.push(rows) },
    );
    expect(file.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(progress.at(-1)).toBe(5_010);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    const [first, second] = await reopened(file);
    expect(first?.data).toHaveLength(5_001);
    expect(first?.data.at(-1)?.slice(0, 2)).toEqual(['004999010004999', 4_999]);
    expect(second?.data).toHaveLength(11);
  });

  it('ends with an AbortError when it is called off, before and while, and reads no further', async () => {
    const controller = new AbortController();
    let last = 0;
    const rows = counted(Infinity, (index) => {
      last = index;
      if (index === 10_000) controller.abort();
    });
    await expect(writeWorkbook([{ name: 'a', columns, rows }], { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(last).toBeLessThan(100_000);
    await expect(
      writeWorkbook([{ name: 'a', columns, rows: [] }], { signal: controller.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('fails as its rows fail', async () => {
    const rows = counted(10, (index) => {
      if (index === 5) throw new Error('Row 5 cannot be read.');
    });
    await expect(writeWorkbook([{ name: 'a', columns, rows }])).rejects.toThrow('Row 5 cannot be read.');
    await expect(writeWorkbook([])).rejects.toThrow('at least one sheet');
  });
});
