import { setInterval as everySo } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { expect } from './test.ts';

/** A page blocked for as long as parsing this much JSON eight times takes feels frozen. */
const REFERENCE_ROWS = 20_000;
const FREEZE_RATIO = 8;

const READING_EVERY_MS = 25;

/** `MEASURE=1` measures; the gate runs the same tests for their other assertions. */
const isMeasuring = process.env['MEASURE'] === '1';

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

/** The steps of a test, with the page's long tasks in each. */
export interface TaskWatch {
  readonly step: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Prints the longest task of each step. @throws where one of them froze the page */
  readonly end: () => Promise<void>;
}

async function usedBy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value;
  if (seconds === undefined) throw new Error('This browser does not tell what its main thread takes.');
  return seconds * 1_000;
}

/** How long this page takes for a fixed amount of work, in milliseconds: the median of nine. */
function referenceWork(page: Page): Promise<number> {
  return page.evaluate((rows) => {
    const text = JSON.stringify(
      Array.from({ length: rows }, (_, row) => ({ row, imei: String(356_938_000_000_001 + row), at: '2024-05-01' })),
    );
    const times = Array.from({ length: 9 }, () => {
      const begun = performance.now();
      JSON.parse(text);
      return performance.now() - begun;
    });
    return times.toSorted((left, right) => left - right)[4] ?? 0;
  }, REFERENCE_ROWS);
}

/**
 * Watches the page's tasks from now on where `npm run bench` asks for it. The browser tells how long a task lasted, and
 * what its main thread has used of a processor: a task took no more than was used between the readings around it, nor
 * than it lasted.
 */
export async function watchTasks(page: Page): Promise<TaskWatch> {
  if (!isMeasuring) return { step: (_name, work) => work(), end: () => Promise.resolve() };
  const freezeMs = FREEZE_RATIO * (await referenceWork(page));
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

  const longest = async (): Promise<number> => {
    const tasks = await page.evaluate(() => window.longTasks?.splice(0) ?? []);
    await read();
    const taken = tasks.map(({ start, end }) => {
      const before = readings.findLast(({ answered }) => answered <= start);
      const after = readings.find(({ asked }) => asked >= end);
      return before && after ? Math.min(end - start, after.used - before.used) : end - start;
    });
    return Math.max(0, ...taken);
  };

  await expect.poll(() => readings.length).toBeGreaterThan(0);
  const spin = async (): Promise<number> => {
    await page.evaluate((milliseconds) => {
      setTimeout(() => {
        const end = performance.now() + milliseconds;
        while (performance.now() < end);
      });
    }, 5 * freezeMs);
    let seen = 0;
    await expect.poll(async () => (seen = await longest())).toBeGreaterThan(0);
    return seen;
  };
  // Must report a freeze made on purpose, or it would report none. A busy computer may give the page too little time.
  await expect.poll(spin).toBeGreaterThan(freezeMs);

  const steps: { readonly name: string; readonly task: number; readonly seconds: number }[] = [];
  return {
    step: async (name, work) => {
      const begun = performance.now();
      await work();
      steps.push({ name, task: await longest(), seconds: (performance.now() - begun) / 1_000 });
    },
    end: async () => {
      isStopped = true;
      await reading;
      await session.detach();
      for (const { name, task, seconds } of steps)
        process.stdout.write(
          `  ${name}: ${seconds.toFixed(1)} s, longest task ${task.toFixed(0)} ms ` +
            `(${((FREEZE_RATIO * task) / freezeMs).toFixed(1)} times the reference, limit ${FREEZE_RATIO})\n`,
        );
      expect(steps.filter(({ task }) => task > freezeMs).map(({ name }) => name)).toEqual([]);
    },
  };
}
