import { ApiError, type ApiErrorFields, type ApiFailureKind } from '../api/index.ts';
import { RepeatedCursor } from '../data/index.ts';
import { failureNotice, failureText } from './index.ts';

const OTHERWISE = 'Cannot fetch the data now, please try again';
const errorOf = (kind: ApiFailureKind, more: Partial<ApiErrorFields> = {}): ApiError =>
  new ApiError({
    kind,
    message: `devicedetails.php: the words of ${kind}`,
    callPath: 'devicedetails.php',
    transactionId: 'x',
    outcome: 'unknown',
    ...more,
  });

const plain = [
  ['network', 'The server could not be reached. Check the connection.'],
  ['timeout', 'The server did not answer in time.'],
  ['aborted', 'It was cancelled before the server answered.'],
  ['authorization', 'The session is over. Log in again.'],
  ['throttled', 'The server accepts no more requests right now. Wait a moment.'],
  ['server', 'The server had an internal error.'],
  ['conflict', 'The server already has a different request under this transaction ID.'],
  ['unreadable', 'The answer of the server could not be read.'],
  [
    'foreign',
    'Your network answered, not the server: a proxy or a sign-in page. Open another website to see what it wants.',
  ],
  ['invalid-request', 'The server did not understand the request: it does not fit this console.'],
] as const;

describe('failureText', () => {
  it.each(['business', 'forbidden'] as const)("C7 a refusal (%s) is told in the server's words", (kind) => {
    expect(failureText(errorOf(kind), OTHERWISE)).toBe(`devicedetails.php: the words of ${kind}`);
  });

  it.each(plain)(
    "W5 any other failure (%s) has the specification's text where there is one, else plain words over the call's own",
    (kind, text) => {
      expect(failureText(errorOf(kind), OTHERWISE)).toBe(OTHERWISE);
      expect(failureText(errorOf(kind))).toBe(text);
      const details = `devicedetails.php: the words of ${kind}`;
      expect(failureNotice(errorOf(kind))).toEqual({ children: text, details });
    },
  );

  it("the server's own sentence comes before plain words", () => {
    const said = { message: 'Too many attempts.', serverMessage: 'Too many attempts.' };
    expect(failureText(errorOf('throttled', said))).toBe('Too many attempts.');
  });

  it('so has an error that is none of the API; without such a text it says its own', () => {
    for (const thrown of [new Error('a mistake'), 'a mistake']) {
      expect(failureText(thrown, OTHERWISE)).toBe(OTHERWISE);
      expect(failureText(thrown)).toBe('a mistake');
    }
  });
});

describe('failureNotice', () => {
  it("C7 has no Details where the server's words say it all, or it is no call", () => {
    const said = {
      message: 'This device belongs to another client.',
      serverMessage: 'This device belongs to another client.',
    };
    expect(failureNotice(errorOf('business', said))).toEqual({ children: said.message, details: undefined });
    expect(failureNotice(new Error('a mistake'))).toEqual({ children: 'a mistake', details: undefined });
  });

  it('D2a a list without an end is told in plain words, with the call under Details', () => {
    const error = new RepeatedCursor('p2', 'operatorAudit.php');
    expect(failureText(error, OTHERWISE)).toBe(OTHERWISE);
    expect(failureNotice(error)).toEqual({
      children:
        'The server sent the same part of the list again, so the list would never end. Try again. If it happens ' +
        'again, tell your administrator.',
      details: 'operatorAudit.php: the server names the page "p2" as the next one, but that page was read before.',
    });
  });
});
