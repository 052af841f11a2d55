import { setTimeout } from 'node:timers/promises';

const EVERY = 15;

/**
 * Calls `look` again and again until it returns undefined; rejects after `within` milliseconds with what was waited for
 * and what `look` returned instead.
 */
export async function waitUntil(what: string, look: () => Promise<string | undefined>, within = 30_000): Promise<void> {
  const end = performance.now() + within;
  for (let found = await look(); found !== undefined; found = await look()) {
    if (performance.now() > end) throw new Error(`After ${within / 1000} seconds not yet: ${what}; ${found}`);
    await setTimeout(EVERY);
  }
}
