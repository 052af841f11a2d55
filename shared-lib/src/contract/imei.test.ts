import { imeisIn } from './imei.ts';

const FIRST = '490154203237518';
const SECOND = '004999010640000';

describe('imeisIn', () => {
  it.each([
    ['alone', FIRST, [FIRST]],
    ['in groups', '490154 203237 518', [FIRST]],
    ['with dashes and a slash', '49-015420-323751/8', [FIRST]],
    ['with words around', `IMEI: ${FIRST}, Mr Rao`, [FIRST]],
    ['after its number in a list', `1 ${FIRST}\n2 ${SECOND}`, [FIRST, SECOND]],
    ['of a CSV file', `sno,imei1\r\n1,${FIRST}\r\n2,${SECOND}\r\n`, [FIRST, SECOND]],
    ['side by side', `${FIRST} ${SECOND}\t${FIRST}`, [FIRST, SECOND]],
    ['in groups, one a line', '490154 203237 518\n004999 010640 000', [FIRST, SECOND]],
  ])('Q2 finds IMEIs %s, each once', (_how, text, expected) => {
    expect(imeisIn(text).imeis).toEqual(expected);
  });

  it.each([
    ['a figure less', FIRST.slice(1)],
    ['a figure more', `${FIRST}0`],
    ['parts on two lines', '490154203\n237518'],
    ['parts in two columns', '490154203,237518'],
    ['no figures', 'Lock Device'],
  ])('Q2 takes %s for none', (_what, text) => {
    expect(imeisIn(text)).toEqual({ imeis: [], repeated: 0 });
  });

  it('D40 counts those that stand there again', () => {
    expect(imeisIn(`${FIRST} ${SECOND} ${FIRST}, ${FIRST}`)).toEqual({ imeis: [FIRST, SECOND], repeated: 2 });
  });
});
