const IDLE_TIMEOUT_MS = 5_000;

/** The wait in browsers without idle callbacks (Safari). */
const SETTLING_MS = 2_000;

/** Calls back once when the page is idle, or after some seconds. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback, SETTLING_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}
