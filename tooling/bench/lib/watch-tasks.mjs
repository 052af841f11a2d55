// Notes the long tasks of a page's main thread.

/* global localStorage, location, PerformanceObserver */

/**
 * A time of the page, in milliseconds; `startTime` as `performance.now()` has it.
 * @typedef {{ startTime: number, duration: number }} Span
 *
 * A frame that took long, with the scripts that ran for it.
 * @typedef {Span & { scripts: (Span & { invoker: string, sourceFunctionName: string })[] }} LongFrame
 *
 * The global object of a watched page: each long task and each long frame so far.
 * @typedef {typeof globalThis & { longTasks: Span[], longFrames: LongFrame[] }} WatchedPage
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
  page.longFrames = [];
  new PerformanceObserver((list) => {
    page.longFrames.push(.../** @type {LongFrame[]} */ (/** @type {unknown} */ (list.getEntries())));
  }).observe({ type: 'long-animation-frame', buffered: true });
}
