import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '../common/keyboard.ts';

/** Ctrl K and Cmd K from everywhere, fields included, unless a dialog is open. */
export function useSearchKey(onSearch: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.altKey || event.shiftKey || event.defaultPrevented || event.repeat || event.isComposing) return;
    if (event.ctrlKey === event.metaKey || event.key.toLowerCase() !== 'k') return;
    // The browser's own search field would open.
    event.preventDefault();
    if (!isDialogOpen()) onSearch();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
