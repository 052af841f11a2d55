import { localTimeText } from '../headless/cell-values.ts';
import { berlin, berlinDays } from '../test-zone.ts';
import { writeCsv, type CellKind, type SheetColumn } from '../index.ts';

const columns: readonly SheetColumn[] = [
  { header: 'IMEI 1', kind: 'text' },
  { header: 'Amount', kind: 'number' },
  { header: 'Created At', kind: 'date' },
];

async function written(rows: Iterable<readonly string[]>, of = columns): Promise<string> {
  return Buffer.from(await (await writeCsv({ name: 'a', columns: of, rows })).arrayBuffer()).toString('utf8');
}

describe('writeCsv', () => {
  it('writes a byte order mark, CRLF, IMEIs as text and harmless formulas', async () => {
    const text = await written([
      ['004999010640000', '1250.5', ''],
      ['=1+1', '-3', 'soon'],
      ['a "b", c', '-n/a', '=now()'],
      ['short'],
    ]);
    expect(text).toBe(
      [
        '\ufeffIMEI 1,Amount,Created At',
        '"=""004999010640000""",1250.5,',
        "'=1+1,-3,soon",
        '"a ""b"", c",\'-n/a,\'=now()',
        'short,,',
        '',
      ].join('\r\n'),
    );
  });

  it('D4 writes dates as local time', async () => {
    const instant = '2026-11-20T13:00:00.500Z';
    expect(localTimeText(instant, () => 330)).toBe('2026-11-20 18:30:00');
    expect(localTimeText(instant, () => -480)).toBe('2026-11-20 05:00:00');
    expect(await written([['', '', instant]])).toContain(
      `,,${localTimeText(instant, (at) => -new Date(at).getTimezoneOffset())}\r\n`,
    );
  });

  it.each(berlinDays)('D4 writes an instant in $season as local time of its own day', async ({ instant, local }) => {
    expect(localTimeText(instant, berlin)).toBe(local);
    const offset = jest.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
      return -berlin(this.getTime());
    });
    try {
      expect(await written([['', '', instant]])).toContain(`,,${local}\r\n`);
    } finally {
      offset.mockRestore();
    }
  });

  it.each<CellKind>(['text', 'number', 'date'])('makes no formula of the header of a %s column', async (kind) => {
    const headers = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("http://a.example")'];
    const headed = headers.map((header) => ({ header, kind }));
    expect(await written([], headed)).toBe(
      '\ufeff\'=1+1,\'+1,\'-1,\'@SUM(A1),"\'\t=1","\'=HYPERLINK(""http://a.example"")"\r\n',
    );
  });

  it('writes a header alone where there are no rows', async () => {
    expect(await written([])).toBe('\ufeffIMEI 1,Amount,Created At\r\n');
  });

  it('loses no row of many, and can be called off', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => ['', String(index), '']);
    const lines = (await written(rows)).trimEnd().split('\r\n');
    expect(lines.slice(1)).toEqual(rows.map((row) => row.join(',')));
    const controller = new AbortController();
    const endless: Iterable<readonly string[]> = {
      [Symbol.iterator]: () => ({ next: () => ({ done: false, value: ['', '', ''] }) }),
    };
    const work = writeCsv(
      { name: 'a', columns, rows: endless },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  });
});
