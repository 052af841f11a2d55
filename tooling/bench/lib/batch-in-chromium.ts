// Batches in Chromium, timed by their page. The connected driver adds about 2 ms to each request, in the console and in
// the bare page alike.
import { type Page, chromium } from 'playwright-core';
import { quietChromium, findChromium } from '../../lib/chromium.ts';
import { type Account, logIn } from './page-load.ts';
import type { SealedRequest } from './batch-console.ts';

export type Timed = { rows: number; milliseconds: number };

export type TimedBatch = Timed & { heapMegabytes: [early: number, late: number] };

/** The global object of a page that times a batch. */
type TimedPage = typeof globalThis & { batchTime: Promise<number> };

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
  (globalThis as TimedPage).batchTime = new Promise((resolve) => {
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
 */
async function sendAll(requests: readonly SealedRequest[]): Promise<number> {
  const options = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const;
  const begun = performance.now();
  for (const { url, ...init } of requests) {
    const answer = await fetch(url, { ...options, ...init });
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
    await answer.text();
  }
  return performance.now() - begun;
}

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}

async function inChromium<Result>(work: (page: Page) => Promise<Result>) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: quietChromium });
  try {
    return await work(await browser.newPage({ viewport: { width: 1440, height: 900 } }));
  } finally {
    await browser.close();
  }
}

/** Runs a batch of the devices in `file`. One by one: the page falls back to this because its chunks are refused. */
export const batchInChromium = (
  account: Account,
  file: string,
  { rows, inChunks }: { rows: number; inChunks: boolean },
): Promise<TimedBatch> =>
  inChromium(async (page) => {
    if (!inChunks) await page.addInitScript(refuseChunks);
    await logIn(page, account);
    await page.goto(`${account.origin}/lockDevice`);
    await page.getByLabel('CSV file').setInputFiles(file, { timeout: READING_MS });
    await page.getByText(/nothing speaks against this one/).waitFor({ timeout: READING_MS });
    const early = await heapMegabytes(page);
    await page.evaluate(timeBatch);
    await page.getByRole('button', { name: /^Lock [\d,]+ devices$/ }).click();
    const milliseconds = await page.evaluate(() => (globalThis as TimedPage).batchTime);
    return { rows, milliseconds, heapMegabytes: [early, await heapMegabytes(page)] };
  });

/** Sends the calls of such a batch without a console. */
export const bareInChromium = ({ origin }: Account, requests: readonly SealedRequest[], rows: number): Promise<Timed> =>
  inChromium(async (page) => {
    await page.goto(`${origin}/login`);
    return { rows, milliseconds: await page.evaluate(sendAll, requests) };
  });
