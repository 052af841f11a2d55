import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';

/** Milliseconds. */
const CHECK_EVERY_MS = 500;
/** Reports a busy page after this many further looks without an answer. */
const CHECKS = 3;
/** Reports an unchanging page after this many looks: React renders even a slow screen in one piece by then. */
const QUIET_CHECKS = 20;
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
  const report = useRef(onEndless);
  useEffect(() => {
    lastAnswer.current = answered;
    report.current = onEndless;
  }, [answered, onEndless]);
  useEffect(() => {
    let asked = 0;
    let unanswered = 0;
    let changing = 0;
    let changes = 0;
    let wasIdle = false;
    // Observes nothing until an answer is late; one task counts once.
    const observer = new MutationObserver(() => {
      changes += 1;
    });
    // Safari does not say, and counts as busy.
    let request = 0;
    const watchIdle = (): void => {
      wasIdle = false;
      if ('requestIdleCallback' in globalThis)
        request = requestIdleCallback(() => {
          wasIdle = true;
        });
    };
    const check = (): void => {
      const isBusy = !wasIdle && !document.hidden;
      const changed = changes;
      changes = 0;
      if (wasIdle) watchIdle();
      if (lastAnswer.current === asked) {
        unanswered = 0;
        changing = 0;
        observer.disconnect();
        asked += 1;
        const question = asked;
        startTransition(() => setAnswered(question));
        return;
      }
      unanswered = isBusy ? unanswered + 1 : 0;
      changing = unanswered > 0 && changed > MANY_CHANGES ? changing + 1 : 0;
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      if (changing === CHECKS || (unanswered === QUIET_CHECKS && changing < CHECKS)) report.current();
    };
    watchIdle();
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => {
      clearInterval(timer);
      if ('cancelIdleCallback' in globalThis) cancelIdleCallback(request);
      observer.disconnect();
    };
  }, []);
  return null;
}
