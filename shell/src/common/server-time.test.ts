import { createServerTime } from './server-time.ts';

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
