import { stateOf } from './batch-runs.ts';

it.each([
  ['open', 0, 'running'],
  ['open', 29_999, 'running'],
  ['open', 30_000, 'silent'],
  ['open', -29_999, 'running'],
  ['open', -30_000, 'silent'],
  ['complete', 0, 'complete'],
] as const)('D17a a batch that is %s and was heard of %i milliseconds ago is %s', (state, ago, said) => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  expect(stateOf({ state, seen_at: new Date(now.getTime() - ago).toISOString() }, now)).toBe(said);
});
