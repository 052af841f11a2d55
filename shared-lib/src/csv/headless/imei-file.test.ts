import fc from 'fast-check';
import { imeiText } from './imei-cell.ts';
import { inPieces, readBad as bad, readGood as good, readImeis } from '../testing/workbooks.ts';
import { validRowsFile } from './writers.ts';
import { EXCEL_NUMBER, INVALID_IMEI_LENGTH, LINE_TOO_LONG, UNCLOSED_QUOTE, WRONG_COLUMNS } from './texts.ts';
import type { ImeiFile, ImeiFileAnswer } from './imei-file.ts';

const GOOD = '356938035643809';
const OTHER = '490154203237518';
const THIRD = '012345678901237';

const utf8 = (text: string) => new TextEncoder().encode(text);
const readPieces = (bytes: Uint8Array, sizes: readonly number[] = []): Promise<ImeiFileAnswer> =>
  readImeis(inPieces(bytes, sizes), { name: 'imei.csv' });

const imeis = (file: ImeiFile) => Array.from(file.rows, imeiText);

describe('the file as a whole', () => {
  it.each([
    ['imei.csv', 'text/csv'],
    ['IMEI.CSV', 'application/vnd.ms-excel'],
    ['imei.csv', ''],
    ['imei.csv', 'text/csv;charset=utf-8'],
  ])('D10 takes %s of type "%s"', async (name, type) => {
    expect(await good(`sno,imei1\n1,${GOOD}\n`, { name, type })).toMatchObject({ totals: { valid: 1 } });
  });

  it.each([
    ['imei.txt', 'text/csv'],
    ['imei.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['imei.csv', 'application/pdf'],
    ['imei', ''],
  ])('B1 refuses %s of type "%s"', async (name, type) => {
    expect(await bad(`sno,imei1\n1,${GOOD}\n`, { name, type })).toMatchObject({
      reason: 'Only CSV files are allowed.',
    });
  });

  it.each(['imei1,sno', 'sno;imei', 'number,imei1', '"sno,imei1', GOOD, '', '\n\n'])(
    'B1 refuses the header "%s"',
    async (header) => {
      const answer = await bad(`${header}\n1,${GOOD}\n`);
      expect(answer.reason).toBe('Invalid Headers');
      expect([...answer.errors]).toEqual([{ line: 1, data: 'Invalid Headers', error: 'headers not matched' }]);
      expect(answer.detail).toMatch(/It must be: sno,imei1$/);
    },
  );

  const LONGEST = 64 * 1024;
  const pieces = [[], [1000], [LONGEST - 1], [LONGEST]].map((sizes) => [sizes] as const);
  it.each(pieces)('B1 in pieces of %j, a header of 64 KB with its line end is the longest', async (sizes) => {
    const kindOf = async (length: number) => {
      const header = `sno,imei1,${'x'.repeat(length - 11)}\n`;
      return (await readPieces(utf8(`${header}1,${GOOD},\n`), sizes)).kind;
    };
    expect([await kindOf(LONGEST), await kindOf(LONGEST + 1)]).toEqual(['read', 'rejected']);
  });

  it('B1 a file without a line end is refused once it has more than a header, not at its end', async () => {
    const { size, read } = inPieces(utf8('x'.repeat(10 * LONGEST)), [LONGEST]);
    const begins: number[] = [];
    const counting = (start: number, end: number) => {
      begins.push(start);
      return read(start, end);
    };
    expect((await readImeis({ size, read: counting }, { name: 'imei.csv' })).kind).toBe('rejected');
    expect(Math.max(...begins)).toBeLessThan(3 * LONGEST);
  });

  it('B1 refuses an empty file for its header', async () => {
    expect(await bad('')).toMatchObject({ reason: 'Invalid Headers', sizeBytes: 0 });
  });

  it.each([
    'SNO,IMEI1',
    ' Sno , Imei1 ',
    '"sno","imei1"',
    'sno;imei1',
    'sno\timei1',
    '\ufeffsno,imei1',
    '\nsno,imei1',
    'sno,imei1,,',
  ])('B1 D10 understands the header "%s"', async (header) => {
    const delimiter = [';', '\t'].find((candidate) => header.includes(candidate)) ?? ',';
    expect(imeis(await good(`${header}\n1${delimiter}${GOOD}\n`))).toEqual([GOOD]);
  });

  it('D14 stops when no row is valid and lists why', async () => {
    const answer = await bad(`sno,imei1\n1,123\n2,${GOOD},x\n`);
    expect(answer.reason).toBe('CSV contains incorrect format data.');
    expect([...answer.errors]).toEqual([
      { line: 2, data: '1,123', error: INVALID_IMEI_LENGTH },
      { line: 3, data: `2,${GOOD},x`, error: WRONG_COLUMNS },
    ]);
  });

  it('D14 stops at a header without rows and says so', async () => {
    expect(await bad('sno,imei1\r\n')).toMatchObject({
      detail: 'The file has no row below its header.',
      totals: { total: 0 },
    });
  });

  it('B4 tells name, size and reading time', async () => {
    const text = `sno,imei1\n1,${GOOD}`;
    let time = 100;
    const now = () => (time += 25);
    const answer = await readImeis(text, { name: 'lock.csv', now });
    expect(answer).toMatchObject({ kind: 'read', name: 'lock.csv', sizeBytes: 27, readingTimeMs: 25 });
  });

  it('B4 says which file could not be read and what to do', async () => {
    const answer = await readImeis(
      {
        size: 20,
        read: async (start) => {
          if (start > 0) throw new Error('NotReadableError');
          return utf8('sno,imei1\n');
        },
      },
      { name: 'lock.csv' },
    );
    expect(answer).toMatchObject({ kind: 'rejected', reason: 'lock.csv could not be read.' });
    expect(answer).toHaveProperty('detail', expect.stringContaining('Choose the file again. (NotReadableError)'));
  });

  it('a bug is not dressed up as an unreadable file', async () => {
    const yieldNow = () => Promise.reject(new Error('a bug'));
    await expect(readImeis(`sno,imei1\n1,${GOOD}`, { yieldNow })).rejects.toThrow('a bug');
  });

  it('reading can be cancelled, tells its progress, and lets others run after every 256 KB', async () => {
    const content = new Uint8Array(600 * 1024).fill(65);
    content.set(utf8('sno,imei1\n'));
    const told: number[] = [];
    let yields = 0;
    const answer = await readImeis(content, {
      name: 'a.csv',
      onProgress: (bytes) => told.push(bytes),
      yieldNow: () => Promise.resolve(void (yields += 1)),
      isCancelled: () => yields === 2,
    });
    expect(answer).toEqual({ kind: 'cancelled' });
    expect(told).toEqual([256 * 1024, 512 * 1024]);
  });
});

describe('rows', () => {
  it.each([
    ['three columns', `2,${OTHER},x`],
    ['one column', OTHER],
    ['four columns, the last empty', `2,${OTHER},x,`],
  ])('B2 refuses a row of %s', async (_name, row) => {
    const file = await good(`sno,imei1\n1,${GOOD}\n${row}\n`);
    expect([...file.errors]).toEqual([
      { line: 3, data: row, error: 'More than two columns found. please check your file' },
    ]);
    expect(file.totals).toEqual({ total: 2, valid: 1, invalid: 1, duplicates: 0 });
  });

  it.each(['12345678901234', '1234567890123456', '35693803564380O', '', '-35693803564380', "'356938035643809"])(
    'B2 refuses the IMEI "%s"',
    async (imei) => {
      const file = await good(`sno,imei1\n1,${GOOD}\n2,${imei}\n`);
      expect([...file.errors]).toEqual([
        { line: 3, data: `2,${imei}`, error: 'Invalid Length found in imei, only 15 digits allowed' },
      ]);
    },
  );

  it.each(['3.56E+14', '3,56938E+14', '4e+14'])(
    "D10 names Excel's %s as such and says how to mend it",
    async (imei) => {
      const file = await good(`sno;imei1\n1;${GOOD}\n2;${imei}\n`);
      expect(file.errors.at(0)).toMatchObject({ line: 3, error: EXCEL_NUMBER });
      expect(EXCEL_NUMBER).toMatch(
        /^Invalid Length found in imei, only 15 digits allowed\. .*format the imei1 column as Text/,
      );
    },
  );

  it.each([
    ['a line end', '\n', '\n', 3],
    ['two line ends', '\n\n', '\n', 4],
    ['two line ends of Windows', '\r\n\r\n', '\r\n', 4],
    ['two line ends of old Macs', '\r\r', '\r', 4],
    ['a line of spaces and one of commas', '  \n,,\n', '\n', 4],
    ['nothing', '', '\n', 2],
  ])('B2 counts the lines of the file below %s above its header', async (_name, above, end, line) => {
    for (const sizes of [[], [1], [3]]) {
      const bytes = utf8(`${above}sno,imei1${end}1,x${end}2,${GOOD}${end}`);
      const file = await good(inPieces(bytes, sizes), { name: 'imei.csv', type: 'text/csv' });
      expect([...file.errors]).toMatchObject([{ line, data: '1,x' }]);
      expect(imeis(file)).toEqual([GOOD]);
    }
  });

  it('B2 ignores blank lines and keeps the line numbers of the file', async () => {
    const file = await good(`sno,imei1\n\n1,${GOOD}\n   \n,\n\n2,x\n\n`);
    expect([...file.errors]).toEqual([{ line: 7, data: '2,x', error: INVALID_IMEI_LENGTH }]);
    expect(file.totals.total).toBe(2);
  });

  it.each([
    { length: 499, isCut: false },
    { length: 500, isCut: false },
    { length: 501, isCut: true },
  ])('B3 an incorrect row of $length characters is cut: $isCut', async ({ length, isCut }) => {
    const row = `2,${'x'.repeat(length - 2)}`;
    const file = await good(`sno,imei1\n1,${GOOD}\n${row}\n`);
    expect(file.errors.at(0)?.data).toBe(isCut ? `${row.slice(0, 500)}…` : row);
  });

  it('D10 keeps leading zeros', async () => {
    const file = await good(`sno,imei1\n1,${THIRD}\n2,000000000000000\n`);
    expect(imeis(file)).toEqual([THIRD, '000000000000000']);
  });

  it('D10 ignores wholly empty trailing columns', async () => {
    expect(imeis(await good(`sno,imei1,,\r\n1,${GOOD},,\r\n2,${OTHER}\r\n,,,\r\n`))).toEqual([GOOD, OTHER]);
  });

  it("D10 takes quoted fields, spaces around them, and Excel's text form", async () => {
    const text = `sno,imei1\r\n"1","${GOOD}"\r\n2, ${OTHER} \r\n3,"=""${THIRD}"""\r\n"4",="358240051111110"\r\n`;
    expect(imeis(await good(text))).toEqual([GOOD, OTHER, THIRD, '358240051111110']);
  });

  it.each([
    ['CRLF', '\r\n'],
    ['LF', '\n'],
    ['CR alone', '\r'],
  ])('D10 understands lines that end with %s', async (_name, end) => {
    expect(imeis(await good(['sno,imei1', `1,${GOOD}`, `"2","${OTHER}"`].join(end) + end))).toEqual([GOOD, OTHER]);
  });

  it('D10 understands line ends that change within the file', async () => {
    expect(imeis(await good(`sno,imei1\r\n1,${GOOD}\n2,${OTHER}\r\n3,${THIRD}`))).toEqual([GOOD, OTHER, THIRD]);
  });

  it.each([
    ['utf-16le', [0xff, 0xfe], 0],
    ['utf-16be', [0xfe, 0xff], 1],
  ] as const)('D10 understands %s', async (_name, mark, low) => {
    const text = `sno\timei1\r\n1\t${GOOD}\r\n`;
    const bytes = new Uint8Array(2 + text.length * 2);
    bytes.set(mark);
    for (let index = 0; index < text.length; index += 1) bytes[2 + index * 2 + low] = text.charCodeAt(index);
    for (const sizes of [[], [1], [3]]) {
      expect(await readPieces(bytes, sizes)).toMatchObject({ kind: 'read', totals: { valid: 1 } });
    }
  });

  it('D13 keeps the first of repeated IMEIs and lists the others with both lines', async () => {
    const file = await good(`sno,imei1\n1,${GOOD}\n2,${OTHER}\n3,${GOOD}\n4,"=""${GOOD}"""\n`);
    expect(imeis(file)).toEqual([GOOD, OTHER]);
    expect([...file.duplicates]).toEqual([
      { line: 4, imei: GOOD, firstLine: 2 },
      { line: 5, imei: GOOD, firstLine: 2 },
    ]);
    expect(file.totals).toEqual({ total: 4, valid: 2, invalid: 0, duplicates: 2 });
  });

  it('D10 warns of a wrong check digit and does not refuse it', async () => {
    const file = await good(`sno,imei1\n1,${GOOD}\n2,356938035643808\n`);
    expect(file.warnings.count).toBe(1);
    expect([...file.warnings.lines]).toEqual([3]);
    expect(file.totals.valid).toBe(2);
  });

  it('B2 blames an unclosed quotation mark on its own line and loses no line below it', async () => {
    const text = `sno,imei1\n1,${GOOD}\n2,"${OTHER}\n3,${OTHER}\n4,"${THIRD}"\n5,"x`;
    const file = await good(text);
    expect(imeis(file)).toEqual([GOOD, OTHER, THIRD]);
    expect([...file.errors]).toEqual([
      { line: 3, data: `2,"${OTHER}`, error: UNCLOSED_QUOTE },
      { line: 6, data: '5,"x', error: UNCLOSED_QUOTE },
    ]);
  });

  it('B2 refuses a line of a megabyte and reads on below it', async () => {
    const file = await good(`sno,imei1\n1,${'9'.repeat(1_000_000)}\n2,${GOOD}\n`);
    expect(imeis(file)).toEqual([GOOD]);
    expect(file.errors.at(0)).toMatchObject({ line: 2, error: LINE_TOO_LONG });
    expect(file.errors.at(0)?.data.length).toBeLessThan(600);
  });

  it('the lists answer undefined outside themselves', async () => {
    const { errors } = await good(`sno,imei1\n1,${GOOD}\n2,x\n`);
    expect([errors.at(-1), errors.at(1), errors.at(0.5), errors.length]).toEqual([undefined, undefined, undefined, 1]);
  });
});

describe('whatever the file', () => {
  const imei = fc.integer({ min: 0, max: 999_999_999_999_999 }).map(imeiText);

  it('B5 D14 what the copy holds is what was read, in order, at any chunk boundaries', async () => {
    const lists = fc.uniqueArray(imei, { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(lists, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }), async (list, sizes) => {
        const text = [...validRowsFile(Float64Array.from(list, Number))].join('');
        const answer = await readPieces(utf8(text), sizes);
        expect(answer.kind === 'read' ? imeis(answer) : answer).toEqual(list);
      }),
    );
  });

  it('D10 the answer does not depend on where chunks end, within characters and line ends too', async () => {
    const cell = fc.oneof(
      imei,
      imei.map((text) => `"${text}"`),
      fc.constantFrom('', '"', '₹', '😀,', '"₹\r\n"', '""', ' ', '3.56E+14', 'é"x'),
    );
    const row = fc.array(cell, { maxLength: 4 }).map((cells) => cells.join(','));
    const text = fc
      .array(fc.tuple(row, fc.constantFrom('\n', '\r\n')))
      .map((rows) => `sno,imei1\r\n${rows.flat().join('')}`);
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }),
        async (content, sizes) => {
          const bytes = utf8(content);
          const [whole, cut] = await Promise.all([readPieces(bytes), readPieces(bytes, sizes)]);
          const plain = (answer: ImeiFileAnswer) =>
            answer.kind === 'cancelled'
              ? answer
              : {
                  ...answer,
                  errors: [...answer.errors],
                  duplicates: answer.kind === 'read' ? [...answer.duplicates] : [],
                };
          expect(JSON.stringify(plain(cut))).toBe(JSON.stringify(plain(whole)));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('B1 B2 arbitrary bytes never make it throw, and every line is accounted for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
        async (noise, withHeader, sizes) => {
          const head = withHeader ? utf8('sno,imei1\n') : new Uint8Array(0);
          const answer = await readPieces(Uint8Array.from([...head, ...noise]), sizes);
          if (answer.kind === 'cancelled') throw new Error('nobody cancelled');
          const { total, valid, invalid, duplicates } = answer.totals;
          expect(total).toBe(valid + invalid + duplicates);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('B3 D13 stands a hundred thousand incorrect and a hundred thousand repeated rows', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `${String(index)},${GOOD}\n${String(index)},wrong\n`);
    const file = await good(`sno,imei1\n${rows.join('')}`);
    expect(file.totals).toEqual({ total: 200_000, valid: 1, invalid: 100_000, duplicates: 99_999 });
    expect(file.errors.at(99_999)).toEqual({ line: 200_001, data: '99999,wrong', error: INVALID_IMEI_LENGTH });
  });
});

describe('B3 D10 invalid rows whose IMEI is used all the same', () => {
  const written = [
    `1,${GOOD}`,
    "2,'490154203237518",
    `3,${GOOD},`,
    '4,3.56E+14',
    '5,35-693803-564380-9',
    '6,49990106400001-7',
  ];
  const content = ['sno,imei1', ...written].join('\n');
  const all = ['separators', 'text-marks'] as const;

  it('keep their places, lines and totals; what is lost stays an invalid row', async () => {
    const file = await good(content, { repairs: all });
    expect(imeis(file)).toEqual([GOOD, OTHER, '499901064000017']);
    expect([...file.errors].map(({ line, data }) => [line, data])).toEqual([[5, '4,3.56E+14']]);
    expect([...file.duplicates].map(({ line, firstLine }) => [line, firstLine])).toEqual([
      [4, 2],
      [6, 2],
    ]);
    expect(file.warnings.lines).toEqual([7]);
    expect(file.totals).toEqual({ total: 6, valid: 3, invalid: 1, duplicates: 2 });
    // The server would not read the chosen file as it was read here.
    expect(file.isRewritten).toBe(true);
    expect([...(file.repaired ?? [])]).toEqual([
      { line: 3, data: written[1] },
      { line: 6, data: written[4] },
      { line: 7, data: written[5] },
    ]);
  });

  it('are used by their faults, one by one', async () => {
    const file = await good(content, { repairs: ['text-marks'] });
    expect(imeis(file)).toEqual([GOOD, OTHER]);
    expect(file.totals).toEqual({ total: 6, valid: 2, invalid: 3, duplicates: 1 });
  });

  it('are used only when asked', async () => {
    const file = await good(content);
    expect(imeis(file)).toEqual([GOOD]);
    expect(file.repaired).toBeUndefined();
    expect(file.totals).toMatchObject({ total: 6, valid: 1, invalid: 4 });
  });

  it('are read from a file that has no other row', async () => {
    expect(await good("sno,imei1\n1,'356938035643809", { repairs: all })).toMatchObject({ totals: { valid: 1 } });
  });

  it('are used as they were shown: not beyond what is kept of a long row', async () => {
    const long = `1,${GOOD},${'x'.repeat(600)}`;
    expect(await bad(`sno,imei1\n${long}`, { repairs: all })).toMatchObject({ totals: { invalid: 1 } });
  });
});
