import { act, waitFor } from '@testing-library/react';
import { atom, createStore, useAtomValue } from 'jotai';
import { FakeNetworkFailure, renderConsole, type FakeHandlers, type RenderConsoleOptions } from '../testing/index.ts';
import { tellSent } from '../console/index.ts';
import { useFollowing, type Following } from './index.ts';

/** This server has no call that reports changes. */
const existing = { backend: 'legacy' } as const;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const IMEI = '490154203237518';

async function follow(given: Omit<Following, 'look'>, options: RenderConsoleOptions = { config: existing }) {
  const look = jest.fn();
  const store = createStore();
  const shown = atom(given);
  const Follower = (): null => {
    useFollowing({ ...useAtomValue(shown, { store }), look });
    return null;
  };
  const page = await renderConsole(<Follower />, options);
  /** How often it looked within this many seconds. */
  const looksIn = (seconds: number): number => {
    look.mockClear();
    act(() => jest.advanceTimersByTime(seconds * 1_000));
    return look.mock.calls.length;
  };
  return { ...page, look, looksIn, rerender: (next: Omit<Following, 'look'>) => act(() => store.set(shown, next)) };
}

/** Sends like another part of the page, and waits until all listeners have been called. */
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
    const { look, unmount } = await follow({ imei: IMEI, isOpen: false });
    await send('356938035643809');
    expect(look).not.toHaveBeenCalled();
    await send(IMEI);
    await send('ALL');
    expect(look).toHaveBeenCalledTimes(2);
    unmount();
    await send(IMEI);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('looks every two seconds while a command is young and on its way, later less often, then no longer', async () => {
    const { looksIn, rerender } = await follow({ imei: IMEI, isOpen: true });
    expect(looksIn(20)).toBe(10);
    jest.advanceTimersByTime(10_000);
    expect(looksIn(100)).toBe(10);
    jest.advanceTimersByTime(600_000);
    expect(looksIn(300)).toBe(5);
    jest.advanceTimersByTime(3_600_000);
    expect(looksIn(300)).toBe(0);
    rerender({ imei: IMEI, isOpen: false });
    expect(looksIn(60)).toBe(0);
    // Another device, on a page that has been open for long.
    rerender({ imei: IMEI, isOpen: true });
    expect(looksIn(20)).toBe(10);
  });

  it('a hidden page waits, and looks as soon as it is looked at', async () => {
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { look, looksIn } = await follow({ imei: IMEI, isOpen: true });
    expect(looksIn(60)).toBe(0);
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(look).toHaveBeenCalledTimes(1);
    visibility.mockRestore();
  });

  it('where the state of commands is not known it looks for half a minute after one was sent', async () => {
    const { looksIn } = await follow({ imei: IMEI, isOpen: undefined });
    expect(looksIn(60)).toBe(0);
    await send(IMEI);
    expect(looksIn(20)).toBe(10);
    jest.advanceTimersByTime(10_000);
    expect(looksIn(300)).toBe(0);
  });

  describe('D17d where the server tells of changes', () => {
    const shown = { imei: IMEI, isOpen: true };
    const answer = (seen: string, changed = false) => ({ status: 'success', message: '', changed, seen });
    const told = (handlers: FakeHandlers, permissions = ['Device Details']) =>
      follow(shown, { handlers, session: { userlevel: 'USER', permissions } });

    it('C6 it looks when it is told, waits for what comes after that, and asks for nothing besides', async () => {
      let change = (): void => undefined;
      const { api, look, looksIn } = await told({
        commandChanges: ({ seen }) =>
          seen === undefined ? answer('one') : new Promise((resolve) => (change = () => resolve(answer('two', true)))),
      });
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(2));
      expect(looksIn(20)).toBe(0);
      await act(async () => change());
      await waitFor(() => expect(look).toHaveBeenCalledTimes(1));
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(3));
      expect(api.requestsOf('commandChanges').map(({ body }) => [body['imeis'], body['seen']])).toEqual([
        [[IMEI], undefined],
        [[IMEI], 'one'],
        [[IMEI], 'two'],
      ]);
    });

    it('where it fails the page asks by itself, until it is told again', async () => {
      const { api, looksIn } = await told({
        commandChanges: () => new FakeNetworkFailure('gone'),
      });
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(1));
      await waitFor(() => expect(looksIn(4)).toBeGreaterThan(0));
      api.use({ commandChanges: ({ seen }) => (seen ? new Promise(() => {}) : answer('one')) });
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(3));
      expect(looksIn(20)).toBe(0);
    });

    it('N5 an operator who may not look devices up asks as before', async () => {
      const { api, looksIn } = await told({}, ['Lock Device']);
      expect(looksIn(20)).toBe(10);
      expect(api.requestsOf('commandChanges')).toEqual([]);
    });

    it('a hidden page does not wait for changes until it is looked at', async () => {
      const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      const { api } = await told({ commandChanges: () => answer('as before') });
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(1));
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(api.requestsOf('commandChanges')).toHaveLength(1);
      api.use({ commandChanges: () => new Promise(() => {}) });
      visibility.mockRestore();
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(2));
    });
  });
});
