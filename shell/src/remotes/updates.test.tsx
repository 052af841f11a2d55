import { held } from '@device-console/shared-lib/testing';
import { lookForUpdates } from './updates.ts';

/** Runs everything that waits for no timer. */
const settled = () => new Promise<void>((done) => setTimeout(done));

function setUp(read = () => Promise.resolve()) {
  const signs: Record<'tick' | 'wake', () => void> = { tick: () => undefined, wake: () => undefined };
  const refresh = jest.fn(read);
  const every = jest.fn((_ms: number, tick: () => void) => {
    signs.tick = tick;
    return () => undefined;
  });
  const onWake = (wake: () => void) => {
    signs.wake = wake;
    return () => undefined;
  };
  lookForUpdates(refresh, { every, onWake });
  const fire = async (sign: 'tick' | 'wake' | 'focus' | 'online') => {
    if (sign === 'tick' || sign === 'wake') signs[sign]();
    else window.dispatchEvent(new Event(sign));
    await settled();
  };
  return { refresh, every, fire };
}

describe('lookForUpdates', () => {
  it('looks every minute, when the page is woken, focused or online again', async () => {
    const { refresh, fire, every } = setUp();
    expect(every).toHaveBeenCalledWith(60_000, expect.any(Function));
    expect(refresh).not.toHaveBeenCalled();
    for (const sign of ['tick', 'wake', 'focus', 'online'] as const) await fire(sign);
    expect(refresh).toHaveBeenCalledTimes(4);
  });

  it('does not look while the page is hidden', async () => {
    const { refresh, fire } = setUp();
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await fire('tick');
    await fire('focus');
    expect(refresh).not.toHaveBeenCalled();
    visibility.mockRestore();
    await fire('tick');
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('looks once at a time, and once more for everything that has asked meanwhile', async () => {
    const gate = held();
    const { refresh, fire } = setUp(() => gate.promise);
    for (const sign of ['tick', 'focus', 'wake'] as const) await fire(sign);
    expect(refresh).toHaveBeenCalledTimes(1);
    gate.give();
    await settled();
    await settled();
    expect(refresh).toHaveBeenCalledTimes(2);
  });
});
