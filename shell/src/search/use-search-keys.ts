import { useEffect, useEffectEvent } from 'react';

/** True where single characters belong to what has the focus. */
function takesCharacters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const taker = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"]';
  return target.isContentEditable || target.closest(taker) !== null;
}

/** A question or a dialog waits for its answer first. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

interface SearchKeys {
  readonly hasSingleKeys: boolean;
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

/** Ctrl K and Cmd K from everywhere, `?` outside of fields; neither while a dialog is open. */
export function useSearchKeys({ hasSingleKeys, onSearch, onShortcuts }: SearchKeys): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.altKey || event.defaultPrevented || event.repeat || event.isComposing) return;
    const isWithCommand = event.ctrlKey !== event.metaKey;
    if (isWithCommand && !event.shiftKey && event.key.toLowerCase() === 'k') {
      // The browser's own search field would open.
      event.preventDefault();
      if (!isDialogOpen()) onSearch();
    } else if (hasSingleKeys && event.key === '?' && !event.ctrlKey && !event.metaKey) {
      if (takesCharacters(event.target) || isDialogOpen()) return;
      event.preventDefault();
      onShortcuts();
    }
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
