import { useLayoutEffect, useState } from 'react';

/**
 * True once `settle` was called for this place. On the way to another place it is false for one render, never painted:
 * the new place renders after the releases that waited for it have changed.
 */
export function useSettled(place: string, isWaiting: boolean, settle: (() => void) | undefined): boolean {
  const [settled, setSettled] = useState(place);
  useLayoutEffect(() => {
    if (settled === place) return;
    settle?.();
    // oxlint-disable-next-line react/set-state-in-effect -- one render more, before the paint, is what this is for
    setSettled(place);
  }, [settled, place, settle]);
  return settled === place || !isWaiting;
}
