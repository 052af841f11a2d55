import { useState, useSyncExternalStore } from 'react';
const MINUTE = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** One timer for all relative times; it runs only while there are any. */
function subscribeToMinutes(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, MINUTE);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Call before a first reading: without listeners the clock stands still. */
function wakeMinuteClock(): void {
  if (listeners.size === 0) now = Date.now();
}

/** The same value until the next tick, as React requires of a snapshot. */
const currentMinute = (): number => now;

/** The current moment, at most a minute old; rerenders every minute. */
export function useMinute(): number {
  useState(wakeMinuteClock);
  return useSyncExternalStore(subscribeToMinutes, currentMinute);
}
