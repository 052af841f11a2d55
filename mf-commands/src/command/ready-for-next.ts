import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import type { SingleState } from '@device-console/shared-lib/single-command';

/** The server has the command, or keeps it for a second person: the form is over with. */
const isTaken = (state: SingleState): boolean =>
  state.status === 'done' || state.status === 'accepted' || (state.status === 'refused' && state.waits);

/**
 * Makes a form ready for the next device once one is over with: `empty` takes away what was about the last, and its
 * first field has the focus. What was refused, or has no clear outcome, stays; it is selected, so that what is scanned
 * next replaces it. Returns the place of the form.
 */
export function useReadyForNext(state: SingleState, empty: () => void): RefObject<HTMLDivElement | null> {
  const form = useRef<HTMLDivElement>(null);
  const prepare = useEffectEvent(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || form.current?.contains(activeElement) === true;
    if (isTaken(state)) empty();
    const field = form.current?.querySelector('input');
    if (!isHere || !field) return;
    field.focus();
    field.select();
  });
  // Before the outcome is seen: what is typed then is the next one from its first figure on.
  useLayoutEffect(() => {
    if (state.status !== 'editing' && state.status !== 'sending') prepare();
  }, [state]);
  return form;
}
