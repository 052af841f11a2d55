import { ApiError, type ApiFailureKind } from '../api/index.ts';
import { failureText } from './index.ts';

const OTHERWISE = 'Cannot fetch the data now, please try again';
const errorOf = (kind: ApiFailureKind): ApiError =>
  new ApiError({
    kind,
    message: `the words of ${kind}`,
    callPath: 'devicedetails.php',
    transactionId: 'x',
    outcome: 'unknown',
  });

describe('failureText', () => {
  it.each(['business', 'forbidden'] as const)("C7 a refusal (%s) is told in the server's words", (kind) => {
    expect(failureText(errorOf(kind), OTHERWISE)).toBe(`the words of ${kind}`);
  });

  it.each([
    'network',
    'timeout',
    'aborted',
    'authorization',
    'throttled',
    'server',
    'conflict',
    'unreadable',
    'invalid-request',
  ] as const)("any other failure (%s) has the specification's text", (kind) => {
    expect(failureText(errorOf(kind), OTHERWISE)).toBe(OTHERWISE);
  });

  it('so has an error that is none of the API', () => {
    expect(failureText(new Error('a mistake'), OTHERWISE)).toBe(OTHERWISE);
    expect(failureText('text', OTHERWISE)).toBe(OTHERWISE);
  });
});
