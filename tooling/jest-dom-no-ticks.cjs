/* global window */
// In component tests, intervals of half a second or more never fire. No test waits for them in real time, and on a busy
// machine they would fire in the middle of another step: an update outside of act(), which fails the test. jest's fake
// timers fire all intervals.
const LONG_MS = 500;
const { setInterval } = window;

/** @type {(...args: Parameters<typeof setInterval>) => number} */
const withoutTicks = (handler, timeout = 0, ...args) =>
  setInterval(timeout < LONG_MS ? handler : () => undefined, timeout, ...args);
Object.assign(window, { setInterval: withoutTicks });
