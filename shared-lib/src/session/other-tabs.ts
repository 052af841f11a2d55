import { sessionKeys } from './storage.ts';

/** A change of localStorage by another tab; `key` is null if all of it was cleared. */
export interface StorageChange {
  readonly key: string | null;
  readonly newValue: string | null;
}

/** Calls back for other tabs' changes until the returned function is called; uses `window`'s storage event. */
export interface OtherTabsPort {
  subscribe(listener: (change: StorageChange) => void): () => void;
}

/** Called when another tab changes the stored session. */
export interface OtherTabsHandlers {
  /** It was removed: end it here too, with `endSessionAtom` and 'other-tab'. */
  readonly onEnded: () => void;
  /** Another one was stored: use it, with `restoreSessionAtom`. */
  readonly onReplaced: () => void;
}

/** Follows what other tabs do with the session (S2, S6, S8). Returns a function that stops it. */
export function watchOtherTabs(port: OtherTabsPort, { onEnded, onReplaced }: OtherTabsHandlers): () => void {
  return port.subscribe(({ key, newValue }) => {
    if (key === null || (key === sessionKeys.session && newValue === null)) onEnded();
    else if (key === sessionKeys.session) onReplaced();
  });
}

/** The browser's storage events. */
export function browserTabs(page: Window = window): OtherTabsPort {
  return {
    subscribe(listener) {
      page.addEventListener('storage', listener);
      return () => page.removeEventListener('storage', listener);
    },
  };
}
