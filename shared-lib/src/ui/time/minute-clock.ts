const MINUTE = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** One timer for all who show a relative time; it runs only while there are any. */
export function subscribeToMinutes(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, MINUTE);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The moment of the last tick, no more than a minute ago; the same value until the next one. */
export function currentMinute(): number {
  // Nobody kept the clock running, or the computer slept.
  if (listeners.size === 0 || Math.abs(Date.now() - now) > 2 * MINUTE) now = Date.now();
  return now;
}
