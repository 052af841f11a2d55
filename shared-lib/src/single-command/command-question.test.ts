import type { Sent } from '../data/react/index.ts';
import { repeatWarning } from './command-question.tsx';

const sent: Sent = {
  id: 'an id',
  key: 'device 356938035643809',
  digest: '',
  at: Date.parse('2026-11-28T10:42:00Z'),
  since: 0,
  asked: 0,
  about: null,
  phase: 'ended',
  outcome: 'unknown',
  error: null,
  status: '',
  device: null,
  isNews: false,
};

it.each([
  ['the server carries it out once', sent, true, false],
  ['it may be carried out twice', sent, false, true],
  ['it surely was not sent', { ...sent, outcome: 'not-sent' }, false, false],
  ['it is new', null, false, false],
] as const)('D2b warns before the same is sent again where %s: %#', (_why, repeated, idempotent, isWarned) => {
  const warning = repeatWarning(repeated, { idempotent });
  expect(warning !== null).toBe(isWarned);
  if (isWarned) expect(warning).toMatch(/^The same was sent at .*2026.*Check the device's audit first/);
});
