// Notes the long tasks of a page's main thread.

/* global localStorage, location, PerformanceObserver */

/**
 * The global object of a watched page: each long task so far, in milliseconds, `startTime` as `performance.now()` has
 * it.
 * @typedef {typeof globalThis & { longTasks: { startTime: number, duration: number }[] }} WatchedPage
 */

/**
 * Runs in the page before its own scripts.
 * @type {(stored: [key: string, value: string][]) => void}
 */
export function watchTasks(stored) {
  if (location.protocol === 'about:') return;
  for (const [key, value] of stored) localStorage.setItem(key, value);
  const page = /** @type {WatchedPage} */ (globalThis);
  page.longTasks = [];
  new PerformanceObserver((list) => page.longTasks.push(...list.getEntries())).observe({
    type: 'longtask',
    buffered: true,
  });
}
