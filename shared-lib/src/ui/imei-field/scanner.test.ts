import { createScannerWatch } from './scanner.ts';

const IMEI = [...'490154203237518'];

/** Which of these keys are swallowed; each comes `gap` milliseconds after the one before it. */
function swallowed(keys: readonly (readonly [key: string, gap: number])[]): readonly string[] {
  const watch = createScannerWatch();
  let timeStamp = 1000;
  return keys.flatMap(([key, gap]) => {
    timeStamp += gap;
    return watch({ key, timeStamp }) === 'second' ? [key] : [];
  });
}

const scan = (gap: number) => IMEI.map((key) => [key, gap] as const);

it.each([1, 20, 60])('C2 the second Enter of a scan with CR LF reaches nothing, at %d ms a key', (gap) => {
  expect(swallowed([...scan(gap), ['Enter', gap], ['Enter', gap]])).toEqual(['Enter']);
});

it('C2 each scan may send its own Enter, and each second one reaches nothing', () => {
  const one = [...scan(10), ['Enter', 10], ['Enter', 10]] as const;
  expect(swallowed([...one, ...one])).toEqual(['Enter', 'Enter']);
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
  ['a scan', scan(10), 10, 'scanned'],
  ['digits that a person types', scan(120), 20, 'key'],
  ['a scan, and then a pause', scan(10), 100, 'key'],
] as const)('C1 the Enter after %s is that of a scan or not', (_name, keys, gap, expected) => {
  const watch = createScannerWatch();
  let timeStamp = 1000;
  for (const [key, wait] of keys) watch({ key, timeStamp: (timeStamp += wait) });
  expect(watch({ key: 'Enter', timeStamp: timeStamp + gap })).toBe(expected);
});
