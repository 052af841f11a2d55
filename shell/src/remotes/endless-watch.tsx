import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';

/** Milliseconds. */
const LOOK_EVERY_MS = 500;
/** Reports a busy page after this many further looks without an answer. */
const LOOKS = 3;
/** Reports an unchanging page after this many looks: React renders even a slow screen in one piece by then. */
const QUIET_LOOKS = 20;
/** Changes between two looks that are more than one per frame. */
const MANY_CHANGES = 32;

/**
 * Reports when React does not get to an update of the host for two seconds, although the page runs and is visible:
 * effects that set state after each render leave it no time, and the page changes all the time. A long task, a hidden
 * page or an update that waits for data does not count: the looks come late then, or the page is idle between them. Nor
 * does a screen that is slowly rendered in pieces, or printed: the page does not change. If it never changes, the
 * report comes after ten seconds.
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
    let changing = 0;
    const idle = watchIdle();
    const changes = countChanges();
    const timer = setInterval(() => {
      const wasIdle = idle.sinceLastLook();
      const changed = changes.sinceLastLook();
      if (lastAnswer.current === asked) {
        unanswered = 0;
        changing = 0;
        changes.end();
        asked += 1;
        const question = asked;
        startTransition(() => setAnswered(question));
        return;
      }
      unanswered = wasIdle || document.hidden ? 0 : unanswered + 1;
      changing = unanswered > 0 && changed > MANY_CHANGES ? changing + 1 : 0;
      changes.begin();
      if (changing === LOOKS || (unanswered === QUIET_LOOKS && changing < LOOKS)) tell.current();
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      idle.end();
      changes.end();
    };
  }, []);
  return null;
}

/** Changes of the page since the last look; one task counts once. Observes nothing until an answer is late. */
function countChanges() {
  let count = 0;
  const observer = new MutationObserver(() => {
    count += 1;
  });
  return {
    begin: (): void =>
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }),
    sinceLastLook: (): number => {
      const found = count;
      count = 0;
      return found;
    },
    end: (): void => observer.disconnect(),
  };
}

/** True if the page was idle since the last look. Safari does not say and counts as busy. */
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
