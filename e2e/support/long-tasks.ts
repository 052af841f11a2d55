import { setInterval as everySo } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { expect } from './test.ts';

/** A page that does nothing else for so long feels frozen. */
export const FREEZE_MS = 200;

const READING_EVERY_MS = 25;

/** Longer than a freeze, so that it takes that much of a busy computer's processor too. */
const SPIN_MS = 5 * FREEZE_MS;

declare global {
  interface Window {
    longTasks?: { readonly start: number; readonly end: number }[];
  }
}

/**
 * What the page's main thread had used of a processor between the question and its answer, in milliseconds; both times
 * since the epoch.
 */
interface Reading {
  readonly asked: number;
  readonly answered: number;
  readonly used: number;
}

/** The long tasks of a page, as a watch has them. */
export interface TaskWatch {
  /**
   * What each task over 50 ms since the last call took, in milliseconds: of the processor, as other programs of a busy
   * computer are not the page's.
   */
  take(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

async function usedBy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value;
  if (seconds === undefined) throw new Error('This browser does not tell what its main thread takes.');
  return seconds * 1_000;
}

/**
 * Watches the page's tasks from now on, and proves by a freeze of its own that it would tell of one. The browser tells
 * how long a task lasted, and what its main thread has used of a processor: a task took no more than was used between
 * the readings around it, nor than it lasted.
 */
export async function watchTasks(page: Page): Promise<TaskWatch> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.evaluate(() => {
    const tasks: { start: number; end: number }[] = [];
    window.longTasks = tasks;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        tasks.push({ start: performance.timeOrigin + startTime, end: performance.timeOrigin + startTime + duration });
    }).observe({ type: 'longtask' });
  });
  const readings: Reading[] = [];
  const read = async (): Promise<void> => {
    const asked = Date.now();
    const used = await usedBy(session);
    readings.push({ asked, answered: Date.now(), used });
  };
  let isStopped = false;
  const reading = (async () => {
    for await (const wasStopped of everySo(READING_EVERY_MS, () => isStopped)) {
      if (wasStopped()) return;
      await read();
    }
  })();

  const take = async (): Promise<readonly number[]> => {
    const tasks = await page.evaluate(() => window.longTasks?.splice(0) ?? []);
    await read();
    return tasks.map(({ start, end }) => {
      const before = readings.findLast(({ answered }) => answered <= start);
      const after = readings.find(({ asked }) => asked >= end);
      return before && after ? Math.min(end - start, after.used - before.used) : end - start;
    });
  };
  const stop = async (): Promise<void> => {
    isStopped = true;
    await reading;
    await session.detach();
  };

  await expect.poll(() => readings.length).toBeGreaterThan(0);
  const spin = async (): Promise<number> => {
    await page.evaluate((milliseconds) => {
      setTimeout(() => {
        const end = performance.now() + milliseconds;
        while (performance.now() < end);
      });
    }, SPIN_MS);
    let seen: readonly number[] = [];
    await expect.poll(async () => (seen = await take())).not.toEqual([]);
    return Math.max(...seen);
  };
  // A busy computer may give the page too little of that time to tell.
  await expect.poll(spin).toBeGreaterThan(FREEZE_MS);
  return { take, stop };
}
