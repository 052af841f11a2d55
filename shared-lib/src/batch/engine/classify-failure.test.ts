import { ApiError, type ApiErrorFields } from '../../api/api-error.ts';
import { classifyFailure } from './classify-failure.ts';

const message = 'It failed.';
const failure = (fields: Pick<ApiErrorFields, 'kind' | 'outcome'> & Partial<ApiErrorFields>): ApiError =>
  new ApiError({ message, callPath: 'getimeidetails.php', transactionId: '', ...fields });
/** What it means where a repetition is harmless, and where it is not. */
const meanings = (error: ApiError) => [true, false].map((repeatable) => classifyFailure(error, repeatable));

describe("a failure that is the server's own word means the same wherever it comes from", () => {
  it.each([
    { kind: 'business', expected: { kind: 'refused', message } },
    { kind: 'authorization', expected: { kind: 'access-denied', why: 'authorization', message } },
    { kind: 'forbidden', expected: { kind: 'access-denied', why: 'forbidden', message } },
    { kind: 'conflict', expected: { kind: 'unconfirmed', sent: 'unknown', message, isConflict: true } },
    { kind: 'invalid-request', expected: { kind: 'unconfirmed', sent: 'no', message } },
  ] as const)('D2 D11 $kind', ({ kind, expected }) => {
    expect(meanings(failure({ kind, outcome: 'refused' }))).toEqual([expected, expected]);
  });

  it.each([
    { reason: undefined, why: 'throttled' },
    { reason: 'budget', why: 'throttled' },
    { reason: 'paused', why: 'throttled' },
    { reason: 'approval', why: 'approval' },
  ] as const)('C10 C14 throttled for the reason $reason', ({ reason, why }) => {
    const expected = { kind: 'throttled', why, waitMs: 3000, message };
    const error = failure({ kind: 'throttled', outcome: 'refused', reason, retryAfterSeconds: 3 });
    expect(meanings(error)).toEqual([expected, expected]);
  });

  it.each([
    { kind: 'throttled', outcome: 'refused' },
    { kind: 'server', outcome: 'unknown' },
  ] as const)('D2a a database out of reach did nothing, and no content is the reason: $kind', ({ kind, outcome }) => {
    const expected = { kind: 'unreachable', message, waitMs: 8000, mayBeItsContent: false };
    const error = failure({ kind, outcome, reason: 'unavailable', retryAfterSeconds: 8 });
    expect(meanings(error)).toEqual([expected, expected]);
  });
});

describe('a failure without a word of the server', () => {
  it.each([
    { kind: 'network', mayBeItsContent: false },
    { kind: 'timeout', mayBeItsContent: true },
    { kind: 'aborted', mayBeItsContent: true },
    { kind: 'server', mayBeItsContent: true },
    { kind: 'unreadable', mayBeItsContent: true },
    { kind: 'foreign', mayBeItsContent: true },
  ] as const)(
    'D2b D11 $kind is in doubt only if it may have acted and would act twice',
    ({ kind, mayBeItsContent }) => {
      const unreachable = { kind: 'unreachable', message, waitMs: 0, mayBeItsContent };
      expect(meanings(failure({ kind, outcome: 'unknown' }))).toEqual([unreachable, { kind: 'undecided', message }]);
      expect(meanings(failure({ kind, outcome: 'not-sent' }))).toEqual([unreachable, unreachable]);
      expect(meanings(failure({ kind, outcome: 'refused' }))).toEqual([unreachable, unreachable]);
    },
  );
});

it.each([
  { retryAfterSeconds: undefined, throttled: 5000, unreachable: 0 },
  { retryAfterSeconds: 0, throttled: 0, unreachable: 0 },
  { retryAfterSeconds: 120, throttled: 120_000, unreachable: 120_000 },
  { retryAfterSeconds: 600, throttled: 600_000, unreachable: 600_000 },
  { retryAfterSeconds: 86_400, throttled: 600_000, unreachable: 600_000 },
  { retryAfterSeconds: -60, throttled: 0, unreachable: 0 },
])('D2a D11 waits as long as the server says, ten minutes at most: $retryAfterSeconds s', (given) => {
  const { retryAfterSeconds, throttled, unreachable } = given;
  const waitOf = (kind: 'throttled' | 'server', more: Partial<ApiErrorFields> = {}) =>
    classifyFailure(failure({ kind, outcome: 'refused', retryAfterSeconds, ...more }), true);
  expect(waitOf('throttled')).toMatchObject({ kind: 'throttled', waitMs: throttled });
  expect(waitOf('server')).toMatchObject({ kind: 'unreachable', waitMs: unreachable });
  expect(waitOf('throttled', { reason: 'unavailable' })).toMatchObject({ kind: 'unreachable', waitMs: unreachable });
});

it.each([true, false])('D11a a bug is no failure of a call, repeatable or not (%s)', (repeatable) => {
  const bug = new TypeError('a bug');
  expect(() => classifyFailure(bug, repeatable)).toThrow(bug);
});
