import { useCallback, useEffect, useState } from 'react';
import { calls, mayAccess, WATCHED_DEVICES } from '../contract/index.ts';
import { useConsole, useSent, useSession } from '../console/index.ts';

/** Milliseconds until a server that failed to answer is asked again. */
const RETRY_MS = 10_000;

/** Resolves once the page is visible, or when `signal` aborts. */
function untilVisible(signal: AbortSignal): Promise<void> {
  if (signal.aborted || document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const resolveIfVisible = (): void => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', resolveIfVisible);
      resolve();
    };
    document.addEventListener('visibilitychange', resolveIfVisible);
    signal.addEventListener('abort', resolveIfVisible, { once: true });
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });
}

/**
 * Calls back whenever a command to one of these devices is given or changes state, whoever gave it: the server holds
 * its answer until then (D17d). A hidden page waits until it is visible. Returns whether the server reports changes: an
 * existing back end does not, and the permission to look devices up is required.
 */
function useCommandChanges(imeis: readonly string[], refetch: () => void): boolean {
  const { api } = useConsole();
  const isAllowed = mayAccess(useSession(), { permission: 'Device Details' });
  const [fails, setFails] = useState(false);
  const list = isAllowed && api.offers(calls.commandChanges) ? imeis.slice(0, WATCHED_DEVICES).join() : '';
  useEffect(() => {
    if (list === '') return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const follow = async (): Promise<void> => {
      for (let seen: string | undefined; !signal.aborted; await untilVisible(signal))
        try {
          const body = { imeis: list.split(','), ...(seen !== undefined && { seen }) };
          const answer = await api.call(calls.commandChanges, body, { signal });
          setFails(false);
          ({ seen } = answer);
          if (answer.changed) refetch();
        } catch {
          // Keep what is shown; without notices, poll.
          setFails(true);
          await pause(RETRY_MS, signal);
        }
    };
    void follow();
    return () => ending.abort();
  }, [api, list, refetch]);
  return list !== '' && !fails;
}

/** Milliseconds between refetches, by age: a phone that is on answers within seconds, one that is off within days. */
const paces = [
  { until: 30_000, every: 2_000 },
  { until: 600_000, every: 10_000 },
  { until: 3_600_000, every: 60_000 },
] as const;

const paceOf = (age: number): number | undefined => paces.find(({ until }) => age < until)?.every;

/** Options of {@link useFollowing}. */
export interface Following {
  /** Must be the same function each time. */
  readonly refetch: () => void;
  /** Null: every device's commands. */
  readonly imei: string | null;
  /** A command is on its way. Undefined: unknown; after a command it then refetches for half a minute. */
  readonly isOpen: boolean | undefined;
  /** Devices whose changes the server reports; default: `imei`. */
  readonly watched?: readonly string[];
  /** The last read failed: it is repeated while a command is open, although the server reports changes. */
  readonly hasFailed?: boolean;
}

/**
 * Keeps shown commands current: refetches at once after a command was sent in this browser, and whenever the server
 * reports a change. Otherwise refetches repeatedly while a command is open. A hidden page waits until it is visible.
 */
export function useFollowing(following: Following): void {
  const { refetch, imei, isOpen, watched = imei ? [imei] : [], hasFailed = false } = following;
  const isNotified = useCommandChanges(watched, refetch) && !hasFailed;
  const [sendings, setSendings] = useState(0);
  useSent(
    useCallback(
      (target) => {
        if (imei !== null && target !== imei && target !== 'ALL') return;
        setSendings((count) => count + 1);
        refetch();
      },
      [imei, refetch],
    ),
  );
  useEffect(() => {
    if (isNotified || isOpen === false || (isOpen === undefined && sendings === 0)) return undefined;
    // Since the last sending, or since an open command was first seen: the page may be older than both.
    const began = Date.now();
    let fetchedAt = began;
    const refetchIfDue = (): void => {
      const age = Date.now() - began;
      const every = isOpen === undefined && age >= paces[0].until ? undefined : paceOf(age);
      if (document.visibilityState !== 'visible' || every === undefined || Date.now() - fetchedAt < every) return;
      fetchedAt = Date.now();
      refetch();
    };
    const timer = setInterval(refetchIfDue, 1_000);
    document.addEventListener('visibilitychange', refetchIfDue);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refetchIfDue);
    };
  }, [refetch, isOpen, isNotified, sendings]);
}
