// Notes the long tasks of a page's main thread.

/* global location, PerformanceObserver */

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
 */
export function watchTasks() {
  if (location.protocol === 'about:') return;
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
