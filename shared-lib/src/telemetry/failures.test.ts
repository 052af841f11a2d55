import { failureKey, readStack, redactStack, redactText, stackText } from './index.ts';

describe('redactText', () => {
  it.each([
    ['device 356938030000005 is gone', 'device … is gone'],
    ['35-693803-000000-5 and 98765 43210', '… and …'],
    ['order 12345 of 99', 'order 12345 of 99'],
    ['no such user anna.b@example.co.in, sorry', 'no such user …, sorry'],
    ['GET https://console.example.com/api/x.php?imei=1#y failed', 'GET https://console.example.com/api/x.php failed'],
    ['https://anna:secret@host/files/356938030000005.csv', 'https://host/files/….csv'],
    [
      'http://s/mf-x/1.9.0-0123456789abcdef/a.12345678abcd.js could not be loaded',
      'http://s/mf-x/1.9.0-0123456789abcdef/a.12345678abcd.js could not be loaded',
    ],
    ['at /auditReport#imei=356938030000005', 'at /auditReport'],
    ['https://c.example.com/resetPassword/q1w2e3r4t5y6u7i8o9p0a1s2d3f4', 'https://c.example.com/resetPassword/…'],
    ['/resetPassword/q1w2e3r4t5y6u7i8o9p0a1s2d3f4', '/resetPassword/…'],
    ['Unexpected token \'M\', "Maria owes"... is not valid JSON', "Unexpected token 'M', … is not valid JSON"],
    ["Cannot read properties of undefined (reading 'imei')", "Cannot read properties of undefined (reading 'imei')"],
  ])('%s', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it('takes out what stands in form fields, but for what is too short to be told from words', () => {
    expect(redactText('no customer Maria Braun at A1', ['Maria Braun', 'A1', ' '])).toBe('no customer … at A1');
  });

  it('looks at a bounded part of a long text, in bounded time', () => {
    expect(redactText('a@'.repeat(100_000)).length).toBeLessThanOrEqual(2_000);
    expect(redactText('/'.repeat(100_000)).length).toBeLessThanOrEqual(2_000);
  });
});

const frames = [
  { name: 'onPress', url: 'http://s/mf-x/1.0.0-ab/a.js', line: 1, column: 123456 },
  { name: '', url: 'http://s/b.js', line: 2, column: 3 },
];

describe('readStack', () => {
  it.each([
    ['Chromium', 'TypeError: Maria\n    at onPress (http://s/mf-x/1.0.0-ab/a.js:1:123456)\n    at http://s/b.js:2:3'],
    [
      'Chromium, async',
      'Error: x\n    at async onPress (http://s/mf-x/1.0.0-ab/a.js:1:123456)\n    at async http://s/b.js:2:3',
    ],
    ['Firefox and Safari', 'onPress@http://s/mf-x/1.0.0-ab/a.js:1:123456\n@http://s/b.js:2:3\n'],
  ])('%s', (_browser, stack) => {
    expect(readStack(stack)).toEqual(frames);
  });

  it('knows the scripts of extensions and inline ones by their addresses', () => {
    const stack =
      'x@moz-extension://1-2/a.js:1:2\n    at y (blob:http://s/1-2:3:4)\n    at z (chrome-extension://ab/c.js:5:6)';
    expect(readStack(stack).map(({ url }) => url)).toEqual([
      'moz-extension://1-2/a.js',
      'blob:http://s/1-2',
      'chrome-extension://ab/c.js',
    ]);
  });

  it('is bounded', () => {
    expect(readStack('    at a (http://s/a.js:1:2)\n'.repeat(5_000))).toHaveLength(20);
  });
});

describe('a reported stack', () => {
  it('holds frames and nothing else, with places whole and addresses bare', () => {
    expect(stackText(frames)).toBe('at onPress (http://s/mf-x/1.0.0-ab/a.js:1:123456)\nat http://s/b.js:2:3');
    expect(
      redactStack(
        'Error: Maria 356938030000005\n    at Object.356938030000005 (http://s/p/356938030000005?q=1:1:2)\nMaria',
      ),
    ).toBe('at http://s/p/…:1:2');
  });

  it('comes out as it went in', () => {
    expect(redactStack(stackText(frames))).toBe(stackText(frames));
  });
});

describe('failureKey', () => {
  const failure = {
    remote: 'mf-x',
    version: '1.0.0',
    release: '1.0.0-ab',
    source: 'live' as const,
    kind: 'rendering',
    message: 'x',
    stack: 'at a (http://s/a.js:1:1)\nat b (http://s/a.js:2:2)\nat c (http://s/a.js:3:3)\nat d (http://s/a.js:4:4)',
  };

  it('is the same whatever lies below the top of the stack', () => {
    expect(failureKey({ ...failure, stack: failure.stack.replace('at d', 'at e') })).toBe(failureKey(failure));
  });

  it.each([
    { release: '1.0.0-cd' },
    { source: 'canary' as const },
    { kind: 'threw' },
    { message: 'y' },
    { stack: 'at z (http://s/a.js:1:1)' },
  ])('differs with %j', (more) => {
    expect(failureKey({ ...failure, ...more })).not.toBe(failureKey(failure));
  });
});
