// A batch in Chromium, timed by its page.
/** @import { Page } from 'playwright-core' */
/** @import { Account } from './page-load.mjs' */
/** @import { Span, WatchedPage } from './watch-tasks.mjs' */
import { OperatorChromium } from './operator-chromium.mjs';
import { logIn } from './page-load.mjs';
import { watchTasks } from './watch-tasks.mjs';

/* global MutationObserver, Response, document, setInterval */

/**
 * So many rows in so many milliseconds.
 * @typedef {{ rows: number, milliseconds: number }} Timed
 *
 * In Chromium: the longest task of the page, what is known of the long ones, and its heap before the batch and at its
 * end.
 * @typedef {Timed & { longestTaskMs: number, longTasks: string, heapMegabytes: number[] }} TimedPage
 *
 * A call as it goes over the wire.
 * @typedef {{ url: string, method: string, headers: Record<string, string>, body: string }} SealedRequest
 *
 * What a page measured of itself.
 * @typedef {{ milliseconds: number, longestTaskMs: number, longTasks: string }} Measured
 *
 * The global object of a page that measures itself.
 * @typedef {WatchedPage & { batchTime?: Measured }} TimedBatch
 */

/** The title of a page that has finished measuring; nothing else is read from it until then. */
const MEASURED = 'Measured';

/** Runs in the page before its own scripts: makes the server refuse chunks. */
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
 * Runs in the page: notes when the batch began, and half a second after it was complete how long it took, and its
 * longest task; the title of the page says then that it is measured, also after the console has changed it.
 * @type {(title: string) => void}
 */
function timeBatch(title) {
  const page = /** @type {TimedBatch} */ (globalThis);
  const begun = performance.now();
  /** @param {Span} task */
  const scriptsOf = ({ startTime, duration }) =>
    page.longFrames
      .flatMap(({ scripts }) => scripts)
      .filter((script) => script.startTime >= startTime - 1 && script.startTime <= startTime + duration)
      .map((script) => `${script.invoker} ${script.sourceFunctionName} ${script.duration.toFixed(0)} ms`);
  const longest = () => {
    const tasks = page.longTasks.filter(({ startTime }) => startTime >= begun);
    const said = tasks.map((task) => {
      const second = ((task.startTime - begun) / 1000).toFixed(1);
      return `${task.duration} ms at ${second} s (${scriptsOf(task).join(', ') || 'no script'})`;
    });
    return { longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)), longTasks: said.join('; ') };
  };
  const watcher = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    if (!added.some(({ textContent }) => textContent?.includes('The batch is complete.'))) return;
    watcher.disconnect();
    const milliseconds = performance.now() - begun;
    setInterval(() => {
      page.batchTime ??= { milliseconds, ...longest() };
      if (document.title !== title) document.title = title;
    }, 500);
  });
  watcher.observe(document.body, { childList: true, subtree: true });
}

/**
 * Waits until the page has measured itself; returns what it says, and the megabytes of its heap.
 * @type {(operator: OperatorChromium) => Promise<{ times: Measured, heap: number }>}
 */
async function measured(operator) {
  await operator.untilTitled(MEASURED);
  return operator.withPage(async (page) => {
    const times = await page.evaluate(() => /** @type {TimedBatch} */ (globalThis).batchTime);
    if (!times) throw new Error('The page has not measured itself.');
    return { times, heap: await heapMegabytes(page) };
  });
}

/**
 * Starts a batch; returns the megabytes of the heap just before.
 * @type {(page: Page, file: string) => Promise<number>}
 */
async function startBatch(page, file) {
  await page.getByLabel('CSV file').setInputFiles(file, { timeout: 120_000 });
  await page.getByText(/there is no objection to this one/).waitFor({ timeout: 120_000 });
  const heap = await heapMegabytes(page);
  await page.evaluate(timeBatch, MEASURED);
  await page.getByRole('button', { name: /^Lock [\d,]+ devices$/ }).click();
  return heap;
}

/**
 * A batch in Chromium, from its start to its end. One by one: the server takes no chunks then.
 * @type {(program: string, account: Account, file: string, options: { rows: number, inChunks: boolean }) =>
 *   Promise<TimedPage>}
 */
export async function batchInChromium(program, account, file, { rows, inChunks }) {
  const operator = await OperatorChromium.start(program, { width: 1440, height: 900 });
  try {
    const early = await operator.withPage(async (page) => {
      await page.addInitScript(watchTasks);
      if (!inChunks) await page.addInitScript(refuseChunks);
      await logIn(page, account);
      await page.goto(`${account.origin}/lockDevice`);
      return startBatch(page, file);
    });
    const { times, heap } = await measured(operator);
    return { rows, ...times, heapMegabytes: [early, heap] };
  } finally {
    await operator.end();
  }
}

/**
 * Runs in the page: sends sealed requests one after the other, and reads each answer; the title says then that it is
 * measured.
 * @type {(asked: { requests: readonly SealedRequest[], title: string }) => void}
 */
function sendAll({ requests, title }) {
  const page = /** @type {TimedBatch} */ (globalThis);
  const options = /** @type {const} */ ({ credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });
  const send = async () => {
    const begun = performance.now();
    for (const { url, ...init } of requests) await (await fetch(url, { ...options, ...init })).text();
    page.batchTime = { milliseconds: performance.now() - begun, longestTaskMs: 0, longTasks: '' };
    document.title = title;
  };
  void send();
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
      await page.evaluate(sendAll, { requests, title: MEASURED });
    });
    const { times } = await measured(operator);
    return { rows: requests.length, milliseconds: times.milliseconds };
  } finally {
    await operator.end();
  }
}
