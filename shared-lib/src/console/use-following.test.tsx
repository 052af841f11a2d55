import { act, renderHook } from '@testing-library/react';
import { failOnConsole } from '../testing/index.ts';
import { tellSent, useFollowing, type Following } from './index.ts';

failOnConsole();
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const IMEI = '490154203237518';

function follow(given: Omit<Following, 'look'>) {
  const look = jest.fn();
  const { rerender, unmount } = renderHook((props: Omit<Following, 'look'>) => useFollowing({ ...props, look }), {
    initialProps: given,
  });
  /** How often it looked within so many seconds. */
  const looksIn = (seconds: number): number => {
    look.mockClear();
    act(() => jest.advanceTimersByTime(seconds * 1_000));
    return look.mock.calls.length;
  };
  return { look, looksIn, rerender, unmount };
}

/** Sends as another part of the page does, and waits until everybody has been told. */
async function send(target: string): Promise<void> {
  const told = new Promise<unknown>((done) => {
    const channel = new BroadcastChannel('device-console-sent');
    channel.addEventListener('message', () => done(channel.close()));
  });
  await act(async () => {
    tellSent(target);
    await told;
  });
}

describe('useFollowing', () => {
  it('C6 looks at once when a command is sent to its device or to all, and at no other', async () => {
    const { look, unmount } = follow({ imei: IMEI, isOpen: false });
    await send('356938035643809');
    expect(look).not.toHaveBeenCalled();
    await send(IMEI);
    await send('ALL');
    expect(look).toHaveBeenCalledTimes(2);
    unmount();
    await send(IMEI);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('looks every two seconds while a command is young and on its way, later less often, then no longer', () => {
    const { looksIn, rerender } = follow({ imei: IMEI, isOpen: true });
    expect(looksIn(20)).toBe(10);
    jest.advanceTimersByTime(10_000);
    expect(looksIn(100)).toBe(10);
    jest.advanceTimersByTime(600_000);
    expect(looksIn(300)).toBe(5);
    jest.advanceTimersByTime(3_600_000);
    expect(looksIn(300)).toBe(0);
    rerender({ imei: IMEI, isOpen: false });
    expect(looksIn(60)).toBe(0);
    // Another one, on a page that is long open.
    rerender({ imei: IMEI, isOpen: true });
    expect(looksIn(20)).toBe(10);
  });

  it('a hidden page waits, and looks as soon as it is looked at', () => {
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { look, looksIn } = follow({ imei: IMEI, isOpen: true });
    expect(looksIn(60)).toBe(0);
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(look).toHaveBeenCalledTimes(1);
    visibility.mockRestore();
  });

  it('where the state of commands is not known it looks for half a minute after one was sent', async () => {
    const { looksIn } = follow({ imei: IMEI, isOpen: undefined });
    expect(looksIn(60)).toBe(0);
    await send(IMEI);
    expect(looksIn(20)).toBe(10);
    jest.advanceTimersByTime(10_000);
    expect(looksIn(300)).toBe(0);
  });
});
