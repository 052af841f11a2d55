import { act, waitFor } from '@testing-library/react';
import { atom, createStore, useAtomValue } from 'jotai';
import { FakeNetworkFailure, renderConsole, type FakeHandlers, type RenderConsoleOptions } from '../testing/index.ts';
import { notifySent } from '../console/index.ts';
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

async function follow(given: Omit<Following, 'refetch'>, options: RenderConsoleOptions = { config: existing }) {
  const refetch = jest.fn();
  const store = createStore();
  const shown = atom(given);
  const Follower = (): null => {
    useFollowing({ ...useAtomValue(shown, { store }), refetch });
    return null;
  };
  const page = await renderConsole(<Follower />, options);
  /** How often it refetched within this many seconds. */
  const refetchesIn = (seconds: number): number => {
    refetch.mockClear();
    act(() => jest.advanceTimersByTime(seconds * 1_000));
    return refetch.mock.calls.length;
  };
  return {
    ...page,
    refetch,
    refetchesIn,
    rerender: (next: Omit<Following, 'refetch'>) => act(() => store.set(shown, next)),
  };
}

/** Sends like another part of the page, and waits until all listeners have been called. */
async function send(target: string): Promise<void> {
  const sent = new Promise<unknown>((done) => {
    const channel = new BroadcastChannel('device-console-sent');
    channel.addEventListener('message', () => done(channel.close()));
  });
  await act(async () => {
    notifySent(target);
    await sent;
  });
}

describe('useFollowing', () => {
  it('C6 refetches at once when a command is sent to its device or to all, and at no other', async () => {
    const { refetch, unmount } = await follow({ imei: IMEI, isOpen: false });
    await send('356938035643809');
    expect(refetch).not.toHaveBeenCalled();
    await send(IMEI);
    await send('ALL');
    expect(refetch).toHaveBeenCalledTimes(2);
    unmount();
    await send(IMEI);
    expect(refetch).toHaveBeenCalledTimes(2);
  });

  it('refetches every two seconds while a command is young and open, later less often, then no longer', async () => {
    const { refetchesIn, rerender } = await follow({ imei: IMEI, isOpen: true });
    expect(refetchesIn(20)).toBe(10);
    jest.advanceTimersByTime(10_000);
    expect(refetchesIn(100)).toBe(10);
    jest.advanceTimersByTime(600_000);
    expect(refetchesIn(300)).toBe(5);
    jest.advanceTimersByTime(3_600_000);
    expect(refetchesIn(300)).toBe(0);
    rerender({ imei: IMEI, isOpen: false });
    expect(refetchesIn(60)).toBe(0);
    // Another device, on a page that has been open for long.
    rerender({ imei: IMEI, isOpen: true });
    expect(refetchesIn(20)).toBe(10);
  });

  it('a hidden page waits, and refetches as soon as it is visible', async () => {
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { refetch, refetchesIn } = await follow({ imei: IMEI, isOpen: true });
    expect(refetchesIn(60)).toBe(0);
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(refetch).toHaveBeenCalledTimes(1);
    visibility.mockRestore();
  });

  it('where the state of commands is not known it refetches for half a minute after one was sent', async () => {
    const { refetchesIn } = await follow({ imei: IMEI, isOpen: undefined });
    expect(refetchesIn(60)).toBe(0);
    await send(IMEI);
    expect(refetchesIn(20)).toBe(10);
    jest.advanceTimersByTime(10_000);
    expect(refetchesIn(300)).toBe(0);
  });

  describe('D17d where the server tells of changes', () => {
    const shown = { imei: IMEI, isOpen: true };
    const answer = (seen: string, changed = false) => ({ status: 'success', message: '', changed, seen });
    const notified = (handlers: FakeHandlers, permissions = ['Device Details']) =>
      follow(shown, { handlers, session: { userlevel: 'USER', permissions } });

    it('repeats a read that failed, as nobody tells of a change again, until one succeeds', async () => {
      const { api, refetchesIn, rerender } = await notified({
        commandChanges: ({ seen }) => (seen === undefined ? answer('one') : new Promise(() => undefined)),
      });
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(2));
      rerender({ ...shown, hasFailed: true });
      expect(refetchesIn(10)).toBe(5);
      rerender(shown);
      expect(refetchesIn(10)).toBe(0);
    });

    it('C6 it refetches when it is notified, waits for what comes next, and asks for nothing else', async () => {
      let change = (): void => undefined;
      const { api, refetch, refetchesIn } = await notified({
        commandChanges: ({ seen }) =>
          seen === undefined ? answer('one') : new Promise((resolve) => (change = () => resolve(answer('two', true)))),
      });
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(2));
      expect(refetchesIn(20)).toBe(0);
      await act(async () => change());
      await waitFor(() => expect(refetch).toHaveBeenCalledTimes(1));
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(3));
      expect(api.requestsOf('commandChanges').map(({ body }) => [body['imeis'], body['seen']])).toEqual([
        [[IMEI], undefined],
        [[IMEI], 'one'],
        [[IMEI], 'two'],
      ]);
    });

    it('where it fails the page polls, until it is notified again', async () => {
      const { api, refetchesIn } = await notified({
        commandChanges: () => new FakeNetworkFailure('gone'),
      });
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(1));
      await waitFor(() => expect(refetchesIn(4)).toBeGreaterThan(0));
      api.use({ commandChanges: ({ seen }) => (seen ? new Promise(() => {}) : answer('one')) });
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      await waitFor(() => expect(api.requestsOf('commandChanges')).toHaveLength(3));
      expect(refetchesIn(20)).toBe(0);
    });

    it('N5 an operator who may not look devices up asks as before', async () => {
      const { api, refetchesIn } = await notified({}, ['Lock Device']);
      expect(refetchesIn(20)).toBe(10);
      expect(api.requestsOf('commandChanges')).toEqual([]);
    });

    it('a hidden page does not wait for changes until it is visible', async () => {
      const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      const { api } = await notified({ commandChanges: () => answer('as before') });
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
