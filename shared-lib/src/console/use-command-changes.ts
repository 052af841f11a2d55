import { useEffect, useState } from 'react';
import { calls, mayAccess, WATCHED_DEVICES } from '../contract/index.ts';
import { useConsole } from './console-context.ts';
import { useSession } from './hooks.ts';

/** Milliseconds until a server is asked again that could not answer. */
const RETRY_MS = 10_000;

/** Resolves once the page is looked at, or `signal` ends the waiting. */
function untilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const lookAgain = (): void => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', lookAgain);
      resolve();
    };
    document.addEventListener('visibilitychange', lookAgain);
    signal.addEventListener('abort', lookAgain, { once: true });
  });
}

/** Resolves after `ms`, or once `signal` ends the waiting. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
  });
}

/**
 * Looks whenever a command to one of these devices was given or changes its state, whoever gave it: the server's answer
 * waits for that (D17d). A hidden page waits until it is looked at. Returns whether it is told: an existing back end
 * has no such call, and it takes the right to look devices up.
 */
export function useCommandChanges(imeis: readonly string[], look: () => void): boolean {
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
          if (answer.changed) look();
        } catch {
          // What is shown stays, and who cannot be told asks.
          setFails(true);
          await pause(RETRY_MS, signal);
        }
    };
    void follow();
    return () => ending.abort();
  }, [api, list, look]);
  return list !== '' && !fails;
}
