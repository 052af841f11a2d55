import fc from 'fast-check';
import { imeiText } from './imei-cell.ts';
import { EXCEL_NUMBER, INVALID_IMEI_LENGTH } from './texts.ts';
import { inPieces, readBad, readGood, readImeis } from '../testing/workbooks.ts';

const GOOD = '356938035643809';
const OTHER = '490154203237518';
const THIRD = '004999010640000';

const pasted = { name: 'Pasted list.csv', as: 'list' } as const;
const read = (text: string) => readGood(text, pasted);
const imeis = async (text: string) => Array.from((await read(text)).rows, imeiText);
const errors = async (text: string) => [...(await read(text)).errors];

describe('a pasted list', () => {
  it.each([
    ['lines', `${GOOD}\n${OTHER}\n${THIRD}`],
    ['lines of Windows, with empty ones', `\r\n${GOOD}\r\n\r\n${OTHER}\r\n${THIRD}\r\n`],
    ['lines of old Macs', `${GOOD}\r${OTHER}\r${THIRD}\r`],
    ['commas', `${GOOD}, ${OTHER},${THIRD},`],
    ['semicolons', `${GOOD};${OTHER};${THIRD}`],
    ['tabs', `${GOOD}\t${OTHER}\t${THIRD}`],
    ['spaces', `${GOOD} ${OTHER}  ${THIRD}`],
    ['two columns of a spreadsheet', `1\t${GOOD}\n2\t${OTHER}\n3\t${THIRD}`],
    ['two columns with their headings', `sno\timei1\n1\t${GOOD}\n2\t${OTHER}\n3\t${THIRD}`],
    ['headings below blank lines', `\n \nsno\timei1\n1\t${GOOD}\n2\t${OTHER}\n3\t${THIRD}`],
    ['names beside', `IMEI No.\tName\n${GOOD}\tAsha Rao\n${OTHER}\tRavi 2\n${THIRD}\tMeena`],
    ['numbers with a full stop', `1. ${GOOD}\n2. ${OTHER}\n3. ${THIRD}`],
    ['quotation marks', `"1","${GOOD}"\n"2","${OTHER}"\n"3","${THIRD}"`],
    ['groups of figures', `35 693803 564380 9\n49-015420-323751-8\n00/499901/064000/0`],
  ])('D10b is read by %s', async (_name, text) => {
    expect(await imeis(text)).toEqual([GOOD, OTHER, THIRD]);
    expect(await errors(text)).toEqual([]);
  });

  it.each([
    ['12345', { data: ',12345', error: INVALID_IMEI_LENGTH }],
    ['35693803564380', { data: ',35693803564380', error: INVALID_IMEI_LENGTH }],
    ['7\t35693803564380', { data: '7,35693803564380', error: INVALID_IMEI_LENGTH }],
    ['3.56938E+14', { data: ',3.56938E+14', error: EXCEL_NUMBER }],
    ['7\t3.56938E+14', { data: '7,3.56938E+14', error: EXCEL_NUMBER }],
    ['Asha Rao', { data: ',Asha Rao', error: INVALID_IMEI_LENGTH }],
    [`${OTHER} 35693803564380O`, { data: ',35693803564380O', error: INVALID_IMEI_LENGTH }],
    ['imei1', { data: ',imei1', error: INVALID_IMEI_LENGTH }],
    ['Asha\tRao', { data: ',Asha\tRao', error: INVALID_IMEI_LENGTH }],
    [`${OTHER}\t9876543210`, { data: ',9876543210', error: INVALID_IMEI_LENGTH }],
  ])('B2 D10b names %j with its line', async (line, error) => {
    expect(await errors(`${GOOD}\n\n${line}`)).toEqual([{ line: 3, ...error }]);
  });

  it('B2 D10b names each of several on a line that are nearly IMEIs', async () => {
    const nearly = ['35693803564380', '4901542032375'];
    const all = nearly.map((imei) => ({ line: 2, data: `,${imei}`, error: INVALID_IMEI_LENGTH }));
    expect(await errors(`${GOOD}\n${nearly.join('\t')}`)).toEqual(all);
  });

  it('D13 D10b lists what is repeated, also on one line', async () => {
    const file = await read(`${GOOD} ${GOOD}\n${GOOD}`);
    expect([...file.duplicates]).toEqual([
      { line: 1, imei: GOOD, firstLine: 1 },
      { line: 2, imei: GOOD, firstLine: 1 },
    ]);
  });

  it.each(['', ' \n\t\n', 'imei1\n'])('D10b says that %j is empty', async (text) => {
    expect(await readBad(text, pasted)).toMatchObject({ reason: 'The list is empty.' });
  });

  it('D14 D10b stops where nothing of it is an IMEI', async () => {
    const answer = await readBad('hello', pasted);
    expect(answer).toMatchObject({ reason: 'CSV contains incorrect format data.', detail: 'No row has a valid IMEI.' });
  });

  it('D10b the answer does not depend on where its pieces end', async () => {
    const imei = fc.integer({ min: 0, max: 999_999_999_999_999 }).map(imeiText);
    const entry = fc.oneof({ weight: 3, arbitrary: imei }, fc.constantFrom('x', '12345678', '3.5E+14', '1'));
    const line = fc.tuple(fc.array(entry, { maxLength: 3 }), fc.constantFrom('\n', '\r\n', '\r'));
    const list = fc
      .array(line, { maxLength: 8 })
      .map((lines) => lines.map(([cells, end]) => cells.join('\t') + end).join(''));
    const answerTo = async (text: string, size: number) => {
      const answer = await readImeis(inPieces(new TextEncoder().encode(text), [size]), pasted);
      if (answer.kind === 'cancelled') throw new Error('Nobody cancelled.');
      return JSON.stringify({ ...answer, errors: [...answer.errors] });
    };
    await fc.assert(
      fc.asyncProperty(list, fc.integer({ min: 1, max: 9 }), async (text, size) => {
        expect(await answerTo(text, size)).toBe(await answerTo(text, 1_000));
      }),
    );
  });
});
