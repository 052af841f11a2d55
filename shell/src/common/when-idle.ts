const IDLE_TIMEOUT_MS = 5_000;

/** How long browsers without idle callbacks (Safari) wait instead. */
const SETTLING_MS = 2_000;

/** Calls once when the page has nothing else to do, or after some seconds; returns a function that calls it off. */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback, SETTLING_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}
