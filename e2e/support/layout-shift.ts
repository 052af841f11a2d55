import type { Page } from '@playwright/test';

interface Shift {
  readonly value: number;
  /** What moved, by name. */
  readonly moved: readonly string[];
}

declare global {
  interface Window {
    layoutShifts?: Shift[];
  }
}

/** Runs in the page: records what moves without the operator, from now on. */
function note(): void {
  const shifts: Shift[] = [];
  window.layoutShifts = shifts;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly { readonly node: Node | null }[];
      };
      const moved = sources.map(({ node }) => (node instanceof Element ? node.className || node.tagName : '#text'));
      if (!hadRecentInput) shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Watches a page from its start, and every page that it loads. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(note);
}

/** What has moved since the last call, each prefixed with `where`. */
export async function shiftsOf(page: Page, where: string): Promise<readonly string[]> {
  // A shift is reported one frame after its layout.
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
  const shifts = await page.evaluate(() => window.layoutShifts?.splice(0));
  if (!shifts) throw new Error('This page is not watched: call watchShifts() before it is loaded.');
  return shifts.map(({ value, moved }) => `${where}: ${value.toFixed(5)} of the window moved: ${moved.join(', ')}`);
}
