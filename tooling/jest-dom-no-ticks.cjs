/* global window */
// What a page does every half second or less often does not come by itself in a component test. No test waits for it
// in real time, and on a busy machine it would come in the middle of another step: an update outside of act(), which
// fails the test. jest's fake timers have every interval.
const LONG_MS = 500;
const { setInterval } = window;

/** @type {(...args: Parameters<typeof setInterval>) => number} */
const withoutTicks = (handler, timeout = 0, ...args) =>
  setInterval(timeout < LONG_MS ? handler : () => undefined, timeout, ...args);
Object.assign(window, { setInterval: withoutTicks });
