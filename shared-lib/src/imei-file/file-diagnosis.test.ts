import { diagnoseRow, HEADERS_NOT_MATCHED } from '../csv/index.ts';
import { readImeis } from '../csv/testing/workbooks.ts';
import { correctedImeis, diagnoseRows } from './file-diagnosis.ts';

const IMEI = '356938035643809';
const OTHER = '490154203237518';
const clock = { now: () => 0, yieldNow: () => Promise.resolve() };
const never = () => false;

async function read(lines: readonly string[], header = 'sno,imei1') {
  const answer = await readImeis([header, ...lines].join('\n'));
  if (answer.kind === 'cancelled') throw new Error('Nobody cancelled.');
  return answer;
}

/** A diagnosis, with the number and the first line of each fault's rows. */
async function diagnosed(lines: readonly string[], header?: string) {
  const { errors } = await read(lines, header);
  const diagnosis = await diagnoseRows(errors, clock, never);
  if (diagnosis === null || diagnosis.kind === 'nothing-to-say') return diagnosis;
  const findings = diagnosis.findings.map(({ fault, rows }) => ({
    fault,
    count: rows.length,
    firstLine: errors.at(rows[0] ?? -1)?.line,
  }));
  return { ...diagnosis, findings };
}

describe('B3 D10 a row whose IMEI is whole', () => {
  it.each([
    ['separators', '1,35 693803 564380 9'],
    ['separators', '1,35-693803-564380-9'],
    ['separators', '1,35.693803.564380.9'],
    ['separators', '1,35/693803/564380/9'],
    ['separators', '1,"356,938,035,643,809"'],
    ['separators', '1,35\u00a0693803\u00a0564380\u00a09'],
    ['text-marks', "1,'356938035643809"],
    ['text-marks', '1,’356938035643809'],
    ['text-marks', '1,="356938035643809'],
    ['text-marks', '1,"""356938035643809"""'],
    ['decimals', '1,356938035643809.0'],
    ['decimals', '1,356938035643809.00'],
    ['whole-exponent', '1,3.56938035643809E+14'],
    ['whole-exponent', '1,"3,56938035643809e14"'],
    ['extra-columns', '1,356938035643809,Model X'],
    ['extra-columns', '1,356938035643809,,9876543210'],
    ['other-delimiter', '1;356938035643809'],
    ['separators', '1,35‑693803‑564380‑9'],
    ['separators', '1,३५ ६९३८०३ ५६४३८० ९'],
  ])('is named %s: %s', async (fault, line) => {
    expect(await diagnosed([line])).toEqual({
      kind: 'mendable',
      findings: [{ fault, count: 1, firstLine: 2 }],
      imeis: [IMEI],
      unclear: 0,
    });
  });
});

describe('B3 D10 a row of which something is lost or cannot be told', () => {
  it.each([
    ['rounded', '1,3.56938E+14'],
    ['rounded', '1,"3,56938E+14"'],
    ['rounded', '1,3.56938E+14,Model X'],
    ['missing-zero', '1,4999010640000'],
    ['missing-zero', '1,10999010640002'],
    ['several-imeis', `1,${IMEI},${OTHER}`],
    ['several-imeis', `1,35-693803-564380-9,'${OTHER}`],
    ['unreadable', '1,35693803564380.9'],
    ['several-imeis', `1,${IMEI} / ${OTHER}`],
    ['several-imeis', `1,${IMEI} ${IMEI}`],
    ['several-imeis', `${IMEI};${OTHER}`],
    ['digit-count', '1,35693803564380'],
    ['digit-count', '1,3569380356438091'],
    ['digit-count', '1,12'],
    ['digit-count', 'Total,1250000'],
    ['letters', '1,35693803564380O'],
    ['unreadable', '1,hello'],
    ['unreadable', '1,hello 12'],
    ['rounded', 'Total,3.56E+14'],
    ['no-imei', '1,'],
    ['no-imei', `1,,${IMEI}`],
  ])('is named %s: %s', async (fault, line) => {
    expect(await diagnosed([line])).toEqual({
      kind: 'lost',
      findings: [{ fault, count: 1, firstLine: 2 }],
      imeis: [],
      unclear: 1,
    });
  });

  it('cannot be told from a row that the reader has cut off', () => {
    expect(diagnoseRow(`1,${IMEI},${'x'.repeat(480)}…`)).toEqual({ fault: 'unreadable', imei: null });
  });
});

describe('B3 D10 a row that no device is missed from', () => {
  it.each([
    ['no-device', 'Total,3'],
    ['no-device', '"Total, of all",123456'],
    ['no-device', ',Total 3'],
    ['no-device', 'hello'],
    ['no-device', '-----,-----'],
    ['repeated-header', 'sno,imei1'],
    ['repeated-header', '"S. No.","IMEI 1"'],
  ])('is named %s: %s', async (fault, line) => {
    expect(await diagnosed([line])).toEqual({
      kind: 'no-device',
      findings: [{ fault, count: 1, firstLine: 2 }],
      imeis: [],
      unclear: 0,
    });
  });

  it('D10 does not hinder the correction of the others', async () => {
    expect(await diagnosed(['1,35 693803 564380 9', 'Total,1'])).toMatchObject({ kind: 'mendable', imeis: [IMEI] });
    expect(await diagnosed(['1,12', 'Total,1'])).toMatchObject({ kind: 'lost', unclear: 1 });
  });

  it('is not the end of a DOS file, which is nothing', async () => {
    expect(await diagnosed([`1,${IMEI}`, '\u001a'])).toEqual({ kind: 'nothing-to-say' });
  });
});

describe('B3 D10 a whole file', () => {
  it('counts each fault with its first line, and mends in the order of the file', async () => {
    expect(await diagnosed([`1,${OTHER}`, "2,'356938035643809", '3,49-015420-323751-7', "4,'490154203237526"])).toEqual(
      {
        kind: 'mendable',
        findings: [
          { fault: 'text-marks', count: 2, firstLine: 3 },
          { fault: 'separators', count: 1, firstLine: 4 },
        ],
        imeis: [IMEI, '490154203237517', '490154203237526'],
        unclear: 0,
      },
    );
  });

  it('is lost when one row of many is', async () => {
    const diagnosis = await diagnosed(["1,'356938035643809", '2,3.56E+14']);
    expect(diagnosis).toEqual({
      kind: 'lost',
      findings: [
        { fault: 'text-marks', count: 1, firstLine: 2 },
        { fault: 'rounded', count: 1, firstLine: 3 },
      ],
      imeis: [IMEI],
      unclear: 1,
    });
  });

  it('says nothing of a wrong header, nor of a file without errors', async () => {
    const wrong = await read(['1,2'], 'number,device');
    expect([...wrong.errors].map(({ error }) => error)).toEqual([HEADERS_NOT_MATCHED]);
    expect(await diagnoseRows(wrong.errors, clock, never)).toEqual({ kind: 'nothing-to-say' });
    expect(await diagnosed([`1,${IMEI}`])).toEqual({ kind: 'nothing-to-say' });
  });

  it('yields to the page while a long list is looked at, and stops when it is no longer wanted', async () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => ({ line: index + 2, data: `1,${IMEI},x`, error: '' }));
    let [time, yields] = [0, 0];
    const ticking = { now: () => (time += 1), yieldNow: () => Promise.resolve(void (yields += 1)) };
    await expect(diagnoseRows(rows, ticking, never)).resolves.toMatchObject({
      kind: 'mendable',
      findings: [{ fault: 'extra-columns' }],
    });
    expect(yields).toBe(2_400);
    await expect(diagnoseRows(rows, ticking, () => yields > 2_410)).resolves.toBeNull();
    expect(yields).toBe(2_411);
  });

  it('D13 the corrected file holds every IMEI once, valid ones first, leading zeros kept', () => {
    const corrected = correctedImeis(Float64Array.of(4999010640000, Number(OTHER)), [IMEI, OTHER, IMEI]);
    expect([...corrected]).toEqual([4999010640000, Number(OTHER), Number(IMEI)]);
  });
});
