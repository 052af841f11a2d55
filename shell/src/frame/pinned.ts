import { useSyncExternalStore } from 'react';

/** Outlives the session: paths of screens, nothing about an operator. */
const KEY = 'display:pinned';

const CHANGED = 'console-pinned';

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}

const read = (): string => localStorage.getItem(KEY) ?? '';

const pathsOf = (text: string): readonly string[] => text.split(' ').filter((path) => path !== '');

/** The paths of the screens that this browser's operators have pinned, in the order in which they did. */
export const usePinned = (): readonly string[] => pathsOf(useSyncExternalStore(subscribe, read));

export function togglePinned(path: string): void {
  const before = pathsOf(read());
  const after = before.includes(path) ? before.filter((other) => other !== path) : [...before, path];
  if (after.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, after.join(' '));
  window.dispatchEvent(new Event(CHANGED));
}
