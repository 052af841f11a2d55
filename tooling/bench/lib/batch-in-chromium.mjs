// A batch in Chromium, timed by its page.
/** @import { Page } from 'playwright-core' */
/** @import { Account } from './page-load.mjs' */
/** @import { WatchedPage } from './watch-tasks.mjs' */
import { setTimeout } from 'node:timers/promises';
import { OperatorChromium } from './operator-chromium.mjs';
import { logIn } from './page-load.mjs';
import { watchTasks } from './watch-tasks.mjs';

/* global MutationObserver, Response, document */

/**
 * So many rows in so many milliseconds.
 * @typedef {{ rows: number, milliseconds: number }} Timed
 *
 * In Chromium: the longest task of the page, and its heap before the batch and at its end.
 * @typedef {Timed & { longestTaskMs: number, heapMegabytes: number[] }} TimedPage
 *
 * A call as it goes over the wire.
 * @typedef {{ url: string, method: string, headers: Record<string, string>, body: string }} SealedRequest
 *
 * The global object of a page whose batch is timed: how long it took, in milliseconds.
 * @typedef {WatchedPage & { batchTime: Promise<number> }} TimedBatch
 */

/** Runs in the page before its own scripts: the console meets a server that takes no chunks. */
function refuseChunks() {
  const real = globalThis.fetch;
  globalThis.fetch = (url, init) =>
    String(url).endsWith('/batchItems.php') ? Promise.resolve(new Response('{}', { status: 400 })) : real(url, init);
}

/** @type {(page: Page) => Promise<number>} */
async function heapMegabytes(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}

/**
 * Runs in the page: notes when the batch began and when it was complete.
 * @type {() => void}
 */
function timeBatch() {
  const page = /** @type {TimedBatch} */ (globalThis);
  const begun = performance.now();
  page.batchTime = new Promise((resolve) => {
    const watcher = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      if (!added.some(({ textContent }) => textContent?.includes('The batch is complete.'))) return;
      watcher.disconnect();
      resolve(performance.now() - begun);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
  });
  page.longTasks.splice(0);
}

/** @type {(page: Page) => Promise<number | null>} */
const timeSoFar = (page) =>
  page.evaluate(() => Promise.race([/** @type {TimedBatch} */ (globalThis).batchTime, Promise.resolve(null)]));

/**
 * Leaves the page alone until what it times is done, and then reads it.
 * @template Answer
 * @param {OperatorChromium} operator
 * @param {number} rows
 * @param {(page: Page, milliseconds: number) => Promise<Answer>} read
 * @returns {Promise<Answer>}
 */
async function whenDone(operator, rows, read) {
  for (;;) {
    await setTimeout(Math.max(1_000, rows / 20));
    const answer = await operator.withPage(async (page) => {
      const milliseconds = await timeSoFar(page);
      return milliseconds === null ? null : { read: await read(page, milliseconds) };
    });
    if (answer) return answer.read;
  }
}

/**
 * Starts a batch; returns the megabytes of the heap just before.
 * @type {(page: Page, file: string, rows: number) => Promise<number>}
 */
async function startBatch(page, file, rows) {
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByText(/nothing speaks against this one/).waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Start batch' }).click();
  const dialog = page.getByRole('alertdialog');
  const count = dialog.getByRole('textbox');
  if ((await count.count()) > 0) await count.fill(String(rows));
  const heap = await heapMegabytes(page);
  await page.evaluate(timeBatch);
  await dialog.getByRole('button', { name: 'Start batch' }).click();
  return heap;
}

/**
 * A batch in Chromium, from its confirmation to its end. One by one: the server takes no chunks then.
 * @type {(program: string, account: Account, file: string, options: { rows: number, inChunks: boolean }) =>
 *   Promise<TimedPage>}
 */
export async function batchInChromium(program, account, file, { rows, inChunks }) {
  const operator = await OperatorChromium.start(program, { width: 1440, height: 900 });
  try {
    const early = await operator.withPage(async (page) => {
      await page.addInitScript(watchTasks, []);
      if (!inChunks) await page.addInitScript(refuseChunks);
      await logIn(page, account);
      await page.goto(`${account.origin}/lockDevice`);
      return startBatch(page, file, rows);
    });
    return await whenDone(operator, rows, async (page, milliseconds) => {
      const tasks = await page.evaluate(() => /** @type {WatchedPage} */ (globalThis).longTasks);
      const heap = [early, await heapMegabytes(page)];
      return { rows, milliseconds, longestTaskMs: Math.max(0, ...tasks), heapMegabytes: heap };
    });
  } finally {
    await operator.end();
  }
}

/**
 * Runs in the page: sends sealed requests one after the other, and reads each answer.
 * @type {(requests: readonly SealedRequest[]) => void}
 */
function sendAll(requests) {
  const page = /** @type {TimedBatch} */ (globalThis);
  const options = /** @type {const} */ ({ credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });
  page.batchTime = (async () => {
    const begun = performance.now();
    for (const { url, ...init } of requests) await (await fetch(url, { ...options, ...init })).text();
    return performance.now() - begun;
  })();
}

/**
 * The same calls in Chromium without a console: sealed before, sent one after the other, and their answers not opened.
 * @type {(program: string, account: Account, requests: readonly SealedRequest[]) => Promise<Timed>}
 */
export async function bareInChromium(program, account, requests) {
  const operator = await OperatorChromium.start(program, { width: 1440, height: 900 });
  try {
    await operator.withPage(async (page) => {
      await page.goto(`${account.origin}/login`);
      await page.evaluate(sendAll, requests);
    });
    const rows = requests.length;
    return await whenDone(operator, rows, async (_page, milliseconds) => ({ rows, milliseconds }));
  } finally {
    await operator.end();
  }
}
