import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole, useSession } from '@device-console/shared-lib/console';
import { commandUseAtom } from '../common/command-use.ts';
import { whenIdle } from '../common/when-idle.ts';

/** Milliseconds. */
const ASKING_MS = 60_000;

/** Asks once a minute, while visible and idle, how many commands the operator may still send (C10, C11). */
export function useCommandUse(): void {
  const { api } = useConsole();
  const { email } = useSession();
  const setUse = useSetAtom(commandUseAtom);
  useEffect(() => {
    if (!api.offers(calls.commandUse)) return undefined;
    const closing = new AbortController();
    const ask = (): void => {
      if (document.visibilityState !== 'visible') return;
      api
        .call(calls.commandUse, {}, { inBackground: true, signal: closing.signal })
        .then(setUse)
        .catch(() => undefined);
    };
    const callOff = whenIdle(ask);
    const timer = setInterval(ask, ASKING_MS);
    return () => {
      callOff();
      clearInterval(timer);
      closing.abort();
      setUse(null);
    };
  }, [api, email, setUse]);
}
