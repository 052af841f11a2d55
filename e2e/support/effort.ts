import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What the page has counted since {@link countEffort}. */
    counts?: { clicks: number; keys: number };
  }
}

/** What a job takes of an operator. */
export interface Effort {
  /** Presses of a pointer, and files dropped. */
  readonly clicks: number;
  /** Keys, modifiers among them; what is pasted or scanned, as IMEIs are, takes none here. */
  readonly keys: number;
  /** How often another page is come to, with or without a load. */
  readonly pages: number;
}

/** Counts from now on, as the browser has it; the page must not be loaded anew meanwhile. */
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

/** What of an effort is more than its goal; a counter that saw nothing is none. */
export function overGoal(taken: Effort, goal: Partial<Effort>): readonly string[] {
  const { clicks, keys, pages } = taken;
  const over = Object.entries({ clicks, keys, pages }).flatMap(([what, count]) => {
    const most = goal[what as keyof Effort];
    return most !== undefined && count > most ? [`${count} ${what}, ${most} at most`] : [];
  });
  return clicks + keys > 0 ? over : ['neither a click nor a key was counted', ...over];
}
