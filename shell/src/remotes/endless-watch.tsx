import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';

/** How often the watch looks, in milliseconds, and after how many looks without an answer it reports. */
const LOOK_EVERY_MS = 500;
const LOOKS = 4;

/**
 * Reports when React does not get to an update of the host for two seconds, although the page runs and is visible:
 * effects that set state after each render then leave it no time. A long task, a hidden page or an update that waits
 * for data does not count: the looks come late then, or the page is idle between them.
 */
export function EndlessWatch({ onEndless }: { readonly onEndless: () => void }): ReactNode {
  const [answered, setAnswered] = useState(0);
  const lastAnswer = useRef(0);
  const tell = useRef(onEndless);
  useEffect(() => {
    lastAnswer.current = answered;
    tell.current = onEndless;
  }, [answered, onEndless]);
  useEffect(() => {
    let asked = 0;
    let unanswered = 0;
    const idle = watchIdle();
    const timer = setInterval(() => {
      const wasIdle = idle.sinceLastLook();
      if (lastAnswer.current === asked) {
        unanswered = 0;
        asked += 1;
        const question = asked;
        startTransition(() => setAnswered(question));
        return;
      }
      unanswered = wasIdle || document.hidden ? 0 : unanswered + 1;
      if (unanswered === LOOKS) tell.current();
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      idle.end();
    };
  }, []);
  return null;
}

/** Whether the page was idle since the last look. Safari does not say and counts as busy. */
function watchIdle() {
  let wasIdle = false;
  let request = 0;
  const ask = (): void => {
    if ('requestIdleCallback' in globalThis)
      request = requestIdleCallback(() => {
        wasIdle = true;
      });
  };
  ask();
  return {
    sinceLastLook: (): boolean => {
      const found = wasIdle;
      if (found) {
        wasIdle = false;
        ask();
      }
      return found;
    },
    end: (): void => {
      if ('cancelIdleCallback' in globalThis) cancelIdleCallback(request);
    },
  };
}
