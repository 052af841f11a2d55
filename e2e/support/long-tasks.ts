import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** A page that does nothing else for so long feels frozen. */
export const FREEZE_MS = 200;

declare global {
  interface Window {
    longTasks?: number[];
  }
}

/** Measures every task of the page over 50 ms, in milliseconds, from its next document on. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const durations: number[] = [];
    window.longTasks = durations;
    new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
  });
}

/** Proves that the page would tell of a freeze, by freezing it once, and forgets what was measured until then. */
export async function expectWatch(page: Page): Promise<void> {
  await page.evaluate((milliseconds) => {
    setTimeout(() => {
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
    });
  }, FREEZE_MS + 50);
  await expect.poll(() => page.evaluate((limit) => (window.longTasks ?? []).some((duration) => duration > limit), FREEZE_MS)).toBe(true);
  await page.evaluate(() => window.longTasks?.splice(0));
}

/** The durations, in milliseconds, of the tasks over 50 ms since the last {@link expectWatch}. */
export function longTasks(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => window.longTasks ?? []);
}
