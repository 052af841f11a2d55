// Batches in Chromium, timed by their page. The connected driver adds about 2 ms to each request, in the console and in
// the bare page alike.
/** @import { Page } from 'playwright-core' */
/** @import { SealedRequest } from './batch-console.mjs' */
/** @import { Account } from './page-load.mjs' */
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../lib/chromium.mjs';
import { logIn } from './page-load.mjs';

/* global MutationObserver, Response, document */

/**
 * @typedef {{ rows: number, milliseconds: number }} Timed
 * @typedef {Timed & { heapMegabytes: [early: number, late: number] }} TimedBatch
 *
 * The global object of a page that times a batch.
 * @typedef {typeof globalThis & { batchTime: Promise<number> }} TimedPage
 */

/** The longest time to read a large file. */
const READING_MS = 120_000;

/** Runs in the page before its own scripts: makes chunks fail with 400. */
function refuseChunks() {
  const real = globalThis.fetch;
  globalThis.fetch = (url, init) =>
    String(url).endsWith('/batchItems.php') ? Promise.resolve(new Response('{}', { status: 400 })) : real(url, init);
}

/** Runs in the page: starts to time a batch, and promises its duration. */
function timeBatch() {
  const begun = performance.now();
  /** @type {TimedPage} */ (globalThis).batchTime = new Promise((resolve) => {
    const watcher = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      if (!added.some(({ textContent }) => textContent?.includes('The batch is complete.'))) return;
      watcher.disconnect();
      resolve(performance.now() - begun);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
  });
}

/**
 * Runs in the page: sends sealed requests one after the other, and reads each answer without decrypting it. Returns the
 * duration.
 * @type {(requests: readonly SealedRequest[]) => Promise<number>}
 */
async function sendAll(requests) {
  const options = /** @type {const} */ ({ credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });
  const begun = performance.now();
  for (const { url, ...init } of requests) {
    const answer = await fetch(url, { ...options, ...init });
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
    await answer.text();
  }
  return performance.now() - begun;
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
 * @template Result
 * @param {(page: Page) => Promise<Result>} work
 */
async function inChromium(work) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    return await work(await browser.newPage({ viewport: { width: 1440, height: 900 } }));
  } finally {
    await browser.close();
  }
}

/**
 * Runs a batch of the devices in `file`. One by one: the page falls back to this because its chunks are refused.
 * @type {(account: Account, file: string, options: { rows: number, inChunks: boolean }) => Promise<TimedBatch>}
 */
export const batchInChromium = (account, file, { rows, inChunks }) =>
  inChromium(async (page) => {
    if (!inChunks) await page.addInitScript(refuseChunks);
    await logIn(page, account);
    await page.goto(`${account.origin}/lockDevice`);
    await page.getByLabel('CSV file').setInputFiles(file, { timeout: READING_MS });
    await page.getByText(/nothing speaks against this one/).waitFor({ timeout: READING_MS });
    const early = await heapMegabytes(page);
    await page.evaluate(timeBatch);
    await page.getByRole('button', { name: /^Lock [\d,]+ devices$/ }).click();
    const milliseconds = await page.evaluate(() => /** @type {TimedPage} */ (globalThis).batchTime);
    return { rows, milliseconds, heapMegabytes: [early, await heapMegabytes(page)] };
  });

/**
 * Sends the calls of such a batch without a console.
 * @type {(account: Account, requests: readonly SealedRequest[], rows: number) => Promise<Timed>}
 */
export const bareInChromium = ({ origin }, requests, rows) =>
  inChromium(async (page) => {
    await page.goto(`${origin}/login`);
    return { rows, milliseconds: await page.evaluate(sendAll, requests) };
  });
