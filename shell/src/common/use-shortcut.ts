import { useEffect, useEffectEvent } from 'react';
import { usePreference } from './preferences.ts';

/** Hears every key of the page. */
export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(onKeyDown);
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Calls back for a single key, if shortcuts are on. Not in a field or list, nor while a dialog is open. */
export function useShortcut(key: string, onPress: () => void): void {
  const isOn = usePreference('singleKeys') === 'on';
  useKeyDown((event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !event.isComposing;
    if (!isOn || event.key !== key || !isPlain || event.defaultPrevented) return;
    if (takesCharacters(event.target) || isDialogOpen()) return;
    event.preventDefault();
    onPress();
  });
}

/** True if the focused element itself takes single characters. */
function takesCharacters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const taker = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"]';
  return target.isContentEditable || target.closest(taker) !== null;
}

export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
