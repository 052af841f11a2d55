import { setTimeout } from 'node:timers/promises';

const EVERY = 15;

/** Calls `look` until it returns undefined; rejects after `within` milliseconds with its last text. */
export async function waitUntil(what: string, look: () => Promise<string | undefined>, within = 30_000): Promise<void> {
  const end = performance.now() + within;
  for (let found = await look(); found !== undefined; found = await look()) {
    if (performance.now() > end) throw new Error(`After ${within / 1000} seconds not yet: ${what}; ${found}`);
    await setTimeout(EVERY);
  }
}
