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
    expect(imeisIn(text)).toMatchObject({ imeis: [], repeated: 0 });
  });

  it('D40 counts those that stand there again', () => {
    expect(imeisIn(`${FIRST} ${SECOND} ${FIRST}, ${FIRST}`)).toEqual({
      imeis: [FIRST, SECOND],
      repeated: 2,
      unused: [],
    });
  });

  it.each([
    ['a short one between two', `${FIRST}, 35693803, ${SECOND}`, ['35693803']],
    ['a short one in groups', `490154 203237 51\n${FIRST}`, ['490154 203237 51']],
    ['one with a letter in it', `${FIRST}\n35693803O036017`, ['35693803O036017']],
    ['one with a figure too many', `${FIRST}0;${SECOND}`, [`${FIRST}0`]],
    ['no serial number, amount or date', `1,Asha,${FIRST},1200,05/12/2026,Pre`, []],
  ])('D40 Q2 names what may have been meant as an IMEI: %s', (_what, text, unused) => {
    expect(imeisIn(text).unused).toEqual(unused);
  });
});
