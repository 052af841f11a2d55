import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * The console looks for new releases when its window gets the focus, unless it is just looking or has yet to begin;
 * done once a look has begun.
 */
export async function lookAgain(page: Page): Promise<void> {
  await expect(async () => {
    await Promise.all([
      page.waitForRequest('**/registry.json', { timeout: 2_000 }),
      page.evaluate(() => window.dispatchEvent(new Event('focus'))),
    ]);
  }).toPass({ timeout: 25_000 });
}
