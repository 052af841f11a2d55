import { useEffect, useEffectEvent } from 'react';
import { usePreference } from '../common/preferences.ts';

/** Calls back for a key without modifiers, unless a field, list or dialog has the focus and needs the key itself. */
export function useShortcut(key: string, onPress: () => void): void {
  const isOn = usePreference('singleKeys') === 'on';
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key !== key || !isPlain || event.defaultPrevented || takesKeys(event.target)) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [key, isOn]);
}

function takesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        'input, textarea, select, [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]',
      ) !== null)
  );
}
