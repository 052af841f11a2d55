import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { SingleCommand, SingleState } from '@device-console/shared-lib/single-command';

/** The server has the command, or holds it for a second person: this form is done. */
const isTaken = (state: SingleState): boolean =>
  state.status === 'done' || state.status === 'accepted' || (state.status === 'refused' && state.waits);

/**
 * Makes a form ready for the next device. Once the last device is done, `empty` clears its fields, and the first field
 * gets the focus. An IMEI that is being sent, was refused, or has an unknown outcome stays, selected, so that the next
 * scan replaces it. If the `target` has changed since, it stays as it is. Returns a ref for the form.
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
