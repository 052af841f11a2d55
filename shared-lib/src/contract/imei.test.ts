import { cleanImei, imeisIn, imeisNear, isImei, isImeiPart } from './imei.ts';

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
    ['two with nothing to be seen between', `${FIRST}\u200b${SECOND}`],
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
      rest: '\n \n \n, \n',
    });
  });

  it.each([
    ['a short one between two', `${FIRST}, 35693803, ${SECOND}`, ['35693803']],
    ['a short one in groups', `490154 203237 51\n${FIRST}`, ['490154 203237 51']],
    ['one with a letter in it', `${FIRST}\n35693803O036017`, ['35693803O036017']],
    ['one with a figure too many', `${FIRST}0;${SECOND}`, [`${FIRST}0`]],
    ['one that a spreadsheet has rounded', `${FIRST}\n3.56E+14\n${SECOND}`, ['3.56E+14']],
    ['a short one in digits of another script', `${FIRST}\n३५६९३८०३`, ['35693803']],
    ['no serial number, amount or date', `1,Asha,${FIRST},1200,05/12/2026,Pre`, []],
  ])('D40 Q2 names what may have been meant as an IMEI: %s', (_what, text, unused) => {
    expect(imeisIn(text).unused).toEqual(unused);
  });
});

/** One IMEI as people paste it, scan it and save it; every place reads it by the same rule. */
const written: readonly (readonly [how: string, text: string])[] = [
  ['in groups', '49 015420 323751 8'],
  ['with spaces that do not break', '49\u00a0015420\u202f323751\u20078'],
  ['with dashes of every width', '49-015420–323751—8'],
  ['with hyphens that do not break', '49‑015420‑323751‑8'],
  ['with a minus sign', '49−015420−323751−8'],
  ['with slashes', '49/015420/323751/8'],
  ['with points', '49.015420.323751.8'],
  ['between marks of direction', '\u202d490154203237518\u202c'],
  ['with zero-width marks inside', '490154\u200b203237\u2060518\ufeff'],
  ['with soft hyphens', '490154\u00ad203237\u00ad518'],
  ['in Devanagari digits', '४९०१५४२०३२३७५१८'],
  ['in Arabic digits', '٤٩٠١٥٤٢٠٣٢٣٧٥١٨'],
  ['in full-width digits', '４９０１５４２０３２３７５１８'],
];

it.each(written)('D10 Q2 an IMEI %s is read in a field and in a text', (_how, text) => {
  expect(cleanImei(text)).toBe(FIRST);
  expect(imeisIn(`lock ${text} now`).imeis).toEqual([FIRST]);
});

it('D10 a field keeps what is no part of an IMEI, to be seen and refused', () => {
  expect(cleanImei('35693803O036017\u200e')).toBe('35693803O036017');
});

it('D40f near an IMEI are those with one other digit, or with two neighbours the other way round', () => {
  const near = imeisNear(FIRST);
  expect(near).toHaveLength(new Set(near).size);
  expect(near.every(isImei)).toBe(true);
  const isNear = (other: string): boolean => {
    const differing = [...FIRST].flatMap((digit, index) => (digit === other[index] ? [] : [index]));
    const [first = 0, second] = differing;
    const isSwap = second === first + 1 && FIRST[first] === other[second] && FIRST[second] === other[first];
    return differing.length === 1 || (differing.length === 2 && isSwap);
  };
  expect(near.every(isNear)).toBe(true);
  const swaps = [...FIRST].filter((digit, index) => index > 0 && digit !== FIRST[index - 1]).length;
  expect(near).toHaveLength(15 * 9 + swaps);
});

it.each([
  ['1234', true],
  ['123', false],
  ['123456789012345', true],
  ['1234567890123456', false],
  ['12 4', false],
])('D40f %j may be a part of an IMEI: %s', (text, may) => expect(isImeiPart(text)).toBe(may));
