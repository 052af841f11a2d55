import { createScannerWatch } from './scanner.ts';

const IMEI = [...'490154203237518'];

type Keys = readonly (readonly [key: string, gap: number])[];

/** What each of these keys is taken for; each comes `gap` milliseconds after the one before it. */
function pressedOf(keys: Keys) {
  const watch = createScannerWatch();
  let timeStamp = 1000;
  return keys.map(([name, gap]) => {
    timeStamp += gap;
    const key = name === 'LineFeed' ? { key: 'j', ctrlKey: true } : { key: name };
    return { name, ...watch({ ...key, timeStamp }) };
  });
}

/** Which of these keys are swallowed. */
const swallowed = (keys: Keys): readonly string[] =>
  pressedOf(keys).flatMap(({ name, kind }) => (kind === 'second' ? [name] : []));

const scan = (gap: number) => IMEI.map((key) => [key, gap] as const);

it.each([1, 20, 60])('C2 the second Enter of a scan with CR LF reaches nothing, at %d ms a key', (gap) => {
  expect(swallowed([...scan(gap), ['Enter', gap], ['Enter', gap]])).toEqual(['Enter']);
});

it('C2 each scan may send its own Enter, and each second one reaches nothing', () => {
  const one = [...scan(10), ['Enter', 10], ['Enter', 10]] as const;
  expect(swallowed([...one, ...one])).toEqual(['Enter', 'Enter']);
});

it('C2 a line feed that a scanner presses as Control and J reaches nothing, and no other one is taken for it', () => {
  expect(swallowed([...scan(10), ['Enter', 10], ['Control', 5], ['LineFeed', 5]])).toEqual(['LineFeed']);
  expect(
    swallowed([
      ['Control', 100],
      ['LineFeed', 5],
    ]),
  ).toEqual([]);
});

it.each([
  ['a scan with one Enter', [...scan(10), ['Enter', 10]]],
  ['an Enter that a person presses after a scan', [...scan(10), ['Enter', 10], ['Enter', 61]]],
  ['digits that a person types', [...scan(120), ['Enter', 20], ['Enter', 20]]],
  ['a few fast keys', [...scan(10).slice(0, 7), ['Enter', 10], ['Enter', 10]]],
  ['a pause before the first Enter', [...scan(10), ['Enter', 100], ['Enter', 10]]],
  ['a third Enter', [...scan(10), ['Enter', 10], ['Enter', 100], ['Enter', 10]]],
] as const)('C2 %s is left alone', (_name, keys) => {
  expect(swallowed(keys)).toEqual([]);
});

it.each([
  ['a scan', scan(10), 10, '490154203237518'],
  [
    'a scan with a prefix',
    [...[...'IMEI'].map((key) => [key, 10] as const), ['Shift', 5], [':', 5], ...scan(10)],
    10,
    'IMEI:490154203237518',
  ],
  [
    'a scan into what a person has typed',
    [['1', 200], ['2', 200], ['4', 200], ...scan(10).slice(1)],
    10,
    '490154203237518',
  ],
  ['a scan right after another', [...scan(10), ['Enter', 10], ...scan(10)], 10, '490154203237518'],
  ['digits that a person types', scan(120), 20, null],
  ['a scan, and then a pause', scan(10), 100, null],
  ['a scan of which a digit was taken back', [...scan(10), ['Backspace', 10]], 10, null],
] as const)('C1 the Enter after %s ends a scan of just its own text, or none', (_name, keys, gap, expected) => {
  const last = pressedOf([...keys, ['Enter', gap]]).at(-1);
  expect(last?.kind === 'scanned' ? last.text : null).toBe(expected);
});
