import { useSyncExternalStore } from 'react';

/**
 * From this width on, in CSS pixels, the sidebar stands beside the page. The same number stands in
 * app-frame.module.css.
 */
const WIDE_WINDOW = 960;

function subscribe(notify: () => void): () => void {
  window.addEventListener('resize', notify);
  return () => window.removeEventListener('resize', notify);
}

/** True while the window has room for the sidebar beside the page. */
export function useWideWindow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.innerWidth >= WIDE_WINDOW,
    () => true,
  );
}
