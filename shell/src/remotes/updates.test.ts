import { held } from '@device-console/shared-lib/testing';
import { lookForUpdates, type PageActivity } from './updates.ts';

/** Runs everything that waits for no timer. */
const settled = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

function setUp(read = () => Promise.resolve()) {
  const listeners = { tick: new Set<() => void>(), wake: new Set<() => void>(), back: new Set<() => void>() };
  const add = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener);
    return () => set.delete(listener);
  };
  let isHidden = false;
  let period = 0;
  const refresh = jest.fn(read);
  const page: PageActivity = { isHidden: () => isHidden, onReturn: add(listeners.back) };
  const stop = lookForUpdates(
    refresh,
    {
      now: () => 0,
      every: (ms, tick) => {
        period = ms;
        return add(listeners.tick)(tick);
      },
      onWake: add(listeners.wake),
    },
    page,
  );
  const fire = async (sign: keyof typeof listeners) => {
    for (const listener of listeners[sign]) listener();
    await Promise.resolve();
    await Promise.resolve();
  };
  return {
    refresh,
    fire,
    stop,
    period: () => period,
    hide: (hidden: boolean) => {
      isHidden = hidden;
    },
  };
}

describe('lookForUpdates', () => {
  it('looks every minute, when the page is woken, focused or online again', async () => {
    const { refresh, fire, period } = setUp();
    expect(period()).toBe(60_000);
    expect(refresh).not.toHaveBeenCalled();
    for (const sign of ['tick', 'wake', 'back'] as const) await fire(sign);
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  it('does not look while the page is hidden', async () => {
    const { refresh, fire, hide } = setUp();
    hide(true);
    await fire('tick');
    await fire('back');
    expect(refresh).not.toHaveBeenCalled();
    hide(false);
    await fire('tick');
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('looks once at a time, and once more for everything that has asked meanwhile', async () => {
    const gate = held();
    const { refresh, fire } = setUp(() => gate.promise);
    await fire('tick');
    await fire('back');
    await fire('wake');
    expect(refresh).toHaveBeenCalledTimes(1);
    for (let look = 0; look < 2; look += 1) {
      gate.give();
      await settled();
    }
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  it('does not look again once it has ended', async () => {
    const gate = held();
    const { refresh, fire, stop } = setUp(() => gate.promise);
    await fire('tick');
    await fire('back');
    stop();
    gate.give();
    await settled();
    for (const sign of ['tick', 'wake', 'back'] as const) await fire(sign);
    expect(refresh).toHaveBeenCalledTimes(1);
  });
});
