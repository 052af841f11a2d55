import { packedRows } from './row-packer.ts';

const packing = { imei: 'imei', at: 'time', word: 'word', text: 'text' } as const;

describe('packedRows', () => {
  it.each([
    ['IMEIs with leading zeros', { imei: '004999010640000', at: '2026-11-20T18:29:59.999Z', word: 'LOCK', text: 'a' }],
    ['nothing at all', { imei: '', at: '', word: '', text: '' }],
    ['texts that are no IMEI and no time', { imei: 'ALL', at: '20/11/2026', word: ' x ', text: ' y ' }],
    [
      'a time in another form, and before 1970',
      { imei: '12345678901234567', at: '2026-11-20T18:29:59Z', word: 'NaN', text: 'NaN' },
    ],
    [
      'the millisecond before 1970',
      { imei: '000000000000000', at: '1969-12-31T23:59:59.999Z', word: '-1', text: '-1' },
    ],
  ])('D10 gives %s back to the letter', (_what, row) => {
    const rows = packedRows(packing);
    rows.add({ imei: '1', at: '2', word: '3', text: '4' });
    rows.add(row);
    expect(rows.count).toBe(2);
    expect({
      ...row,
      ...Object.fromEntries(Object.keys(row).map((field) => [field, rows.rowAt(1)[field as keyof typeof row]])),
    }).toEqual(row);
    expect(rows.rowAt(0).imei).toBe('1');
  });

  it('keeps many rows in their order', () => {
    const rows = packedRows(packing);
    for (let index = 0; index < 10_000; index += 1) {
      rows.add({
        imei: String(350_000_000_000_000 + index),
        at: new Date(index * 1_000).toISOString(),
        word: `w${index % 7}`,
        text: `t${index}`,
      });
    }
    expect(rows.count).toBe(10_000);
    const { imei, at, word, text } = rows.rowAt(9_876);
    expect([imei, at, word, text]).toEqual(['350000000009876', '1970-01-01T02:44:36.000Z', 'w6', 't9876']);
  });
});
