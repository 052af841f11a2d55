import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What the page has counted since {@link countEffort}. */
    counts?: { clicks: number; keys: number };
  }
}

/** An operator's effort for a job. */
export interface Effort {
  /** Presses of a pointer, and dropped files. */
  readonly clicks: number;
  /** Keys, including modifiers; pasting or scanning, as for IMEIs, counts none. */
  readonly keys: number;
  /** How often another page opens, with or without a load. */
  readonly pages: number;
}

/** Counts from now on, in the browser; the page must not be reloaded meanwhile. */
export async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 };
    addEventListener('pointerdown', () => (counts.clicks += 1), true);
    addEventListener('drop', () => (counts.clicks += 1), true);
    addEventListener('keydown', () => (counts.keys += 1), true);
    window.counts = counts;
  });
  let path = new URL(page.url()).pathname;
  let pages = 0;
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    const next = new URL(frame.url()).pathname;
    if (next !== path) pages += 1;
    path = next;
  });
  return async () => ({
    ...((await page.evaluate(() => window.counts)) ?? { clicks: 0, keys: 0 }),
    pages,
  });
}

/** Where an effort exceeds its goal; a counter that saw nothing is invalid. */
export function overGoal(taken: Effort, goal: Partial<Effort>): readonly string[] {
  const { clicks, keys, pages } = taken;
  const over = Object.entries({ clicks, keys, pages }).flatMap(([what, count]) => {
    const most = goal[what as keyof Effort];
    return most !== undefined && count > most ? [`${count} ${what}, ${most} at most`] : [];
  });
  return clicks + keys > 0 ? over : ['neither a click nor a key was counted', ...over];
}
