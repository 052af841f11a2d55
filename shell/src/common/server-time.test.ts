import { createServerTime, offsetByServer } from './server-time.ts';

describe('createServerTime', () => {
  it("D4 is this computer's time until the server has told its own, and goes on with the clock from there", () => {
    let clock = Date.UTC(2015, 0, 1);
    const time = createServerTime({ now: () => clock });
    expect(time.now()).toBe(clock);
    time.update('Sun, 22 Nov 2026 06:14:00 GMT');
    clock += 60_000;
    expect(new Date(time.now()).toISOString()).toBe('2026-11-22T06:15:00.000Z');
  });

  it.each([null, '', 'yesterday'])('D4 %j tells nothing', (date) => {
    const time = createServerTime({ now: () => 7 });
    time.update(date);
    expect(time.now()).toBe(7);
  });
});

describe('offsetByServer', () => {
  const real = globalThis.fetch;
  afterEach(() => void (globalThis.fetch = real));
  const measured = (answer: () => Promise<Response>) => {
    globalThis.fetch = answer;
    return offsetByServer({ now: () => Date.UTC(2026, 10, 28, 19) })();
  };
  const dated = (date: string) => () => Promise.resolve(new Response(null, { headers: { Date: date } }));

  it("D4 is the server's clock less this computer's", async () => {
    await expect(measured(dated('Sat, 28 Nov 2026 10:00:00 GMT'))).resolves.toBe(-9 * 3_600_000);
  });

  it.each([
    ['has no date', () => Promise.resolve(new Response())],
    ['has a date that cannot be read', dated('soon')],
    ['does not come', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['does not come in time', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  ] as const)('D4 is unknown if the answer %s', async (_why, answer) => {
    await expect(measured(answer)).resolves.toBeNull();
  });

  it('passes on what is a bug', async () => {
    await expect(measured(() => Promise.reject(new RangeError('a bug')))).rejects.toThrow('a bug');
  });
});
