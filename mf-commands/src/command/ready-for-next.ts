import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import type { SingleCommand, SingleState } from '@device-console/shared-lib/single-command';

/** The server has the command, or keeps it for a second person: this form is done. */
const isTaken = (state: SingleState): boolean =>
  state.status === 'done' || state.status === 'accepted' || (state.status === 'refused' && state.waits);

/**
 * Makes a form ready for the next device: `empty` takes away what was about the last once that is over with, and its
 * first field has the focus. What is being sent, was refused, or has no clear outcome, stays; it is selected, so that
 * what is scanned next replaces it. What is another `target` by then is left as it is. Returns the place of the form.
 */
export function useReadyForNext(
  { state, about }: Pick<SingleCommand, 'state' | 'about'>,
  target: string,
  empty: () => void,
): RefObject<HTMLDivElement | null> {
  const form = useRef<HTMLDivElement>(null);
  const isSame = target === about;
  const prepare = useEffectEvent(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || form.current?.contains(activeElement) === true;
    if (isTaken(state) && isSame) empty();
    const field = form.current?.querySelector('input');
    if (!isHere || !field) return;
    field.focus();
    if (isSame) field.select();
  });
  // Select before the outcome shows: anything typed then is the next IMEI.
  useLayoutEffect(() => {
    if (state.status !== 'editing') prepare();
  }, [state, isSame]);
  return form;
}
