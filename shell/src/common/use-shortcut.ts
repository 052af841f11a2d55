import { useEffect, useEffectEvent } from 'react';
import { usePreference } from './preferences.ts';

/** Calls back for a single key, if shortcuts are on. Not in a field or list, nor while a dialog is open. */
export function useShortcut(key: string, onPress: () => void): void {
  const isOn = usePreference('singleKeys') === 'on';
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !event.isComposing;
      if (event.key !== key || !isPlain || event.defaultPrevented) return;
      if (takesCharacters(event.target) || isDialogOpen()) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key, isOn]);
}

/** True if the focused element itself takes single characters. */
function takesCharacters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const taker = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"]';
  return target.isContentEditable || target.closest(taker) !== null;
}

export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
