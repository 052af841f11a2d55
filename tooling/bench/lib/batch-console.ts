// The built console with many devices, and batches of them in Chromium, timed by their page. The connected driver adds
// about 2 ms to each request, in the console and in a bare page alike.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, chromium } from 'playwright-core';
import { findChromium, quietChromium } from '../../lib/chromium.ts';
import { prepareConsole, runProcesses } from '../../lib/console-processes.ts';
import { fromSharedLib } from '../../lib/from-shared-lib.ts';
import { rootDir } from '../../lib/paths.mjs';
import { demoPassword, logIn } from './page-load.ts';
import type * as api from '../../../shared-lib/src/api/index.ts';
import type * as contract from '../../../shared-lib/src/contract/index.ts';
import type * as cryptography from '../../../shared-lib/src/crypto/index.ts';

export type Timed = { rows: number; milliseconds: number };
/** When a chunk was sent and answered, in milliseconds of its page. */
type TimedChunk = { from: number; to: number };
/** Milliseconds in which the page's main thread worked, of which some went to scripts, styles and layout. */
type PageWork = Record<'all' | 'scripts' | 'styles' | 'layout', number>;
export type TimedBatch = Timed & {
  heapMegabytes: [early: number, late: number];
  chunks: TimedChunk[];
  pageWork: PageWork;
};

/** Both run a batch of so many devices that were in no batch yet. `bare`: its sealed calls from a page without code. */
export type BatchConsole = {
  run: (rows: number, options: { inChunks: boolean }) => Promise<TimedBatch>;
  bare: (rows: number) => Promise<Timed>;
};

type SealedRequest = { url: string; method: string; headers: Record<string, string>; body: string };

const { createApiClient, createEnvelopeCodec, newTransactionId, batchItemTransactionId, calls, copyCall } =
  (await fromSharedLib(
    ['api', 'crypto', 'contract'].map((part) => `export * from '@device-console/shared-lib/${part}';`).join('\n'),
  )) as typeof api & typeof cryptography & typeof contract;

/** The global object of a page that times a batch. */
type TimedPage = typeof globalThis & { batchTime: Promise<number> };

/** Servers and database yield to the page: here they share its cores, which they do not on an operator's computer. */
export const SERVER_NICENESS = 19;
/** The longest time to read a large file. */
const READING_MS = 120_000;

const imeisOf = (start: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `86${String(start + index).padStart(13, '0')}`);

function importDevices(folder: string, count: number): void {
  const file = join(folder, 'devices.csv');
  const lines = imeisOf(0, count).map((imei) => `${imei},,Samsung,A15,1.0,LITE`);
  writeFileSync(file, `imei1,imei2,brand,model,app_version,app_type\n${lines.join('\n')}\n`);
  const cli = join(rootDir, 'reference-api/dist/cli.mjs');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'import-devices', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The devices were not imported: ${stderr}`);
}

/** Runs in the page before its own scripts: a chunk is too large for the server, so the page goes on one by one. */
function refuseChunks() {
  const real = globalThis.fetch;
  globalThis.fetch = (url, init) =>
    String(url).endsWith('/batchItems.php') ? Promise.resolve(new Response('', { status: 413 })) : real(url, init);
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

/** Runs in the page: the chunks that it keeps the times of, which are the first 250 calls of the batch. */
const timesOfChunks = (): TimedChunk[] =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/batchItems.php'))
    .map((entry) => ({ from: entry.startTime, to: entry.startTime + entry.duration }));

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}

const workMetrics = [
  ['all', 'TaskDuration'],
  ['scripts', 'ScriptDuration'],
  ['styles', 'RecalcStyleDuration'],
  ['layout', 'LayoutDuration'],
] as const;

/** Starts to measure the page; returns a function that says how long it has worked since. */
async function measurePageWork(page: Page): Promise<() => Promise<PageWork>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const look = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const values = new Map(metrics.map(({ name, value }) => [name, value * 1000]));
    return Object.fromEntries(workMetrics.map(([part, name]) => [part, values.get(name) ?? 0])) as PageWork;
  };
  const before = await look();
  return async () => {
    const after = await look();
    return Object.fromEntries(workMetrics.map(([part]) => [part, after[part] - before[part]])) as PageWork;
  };
}

const admin = { email: 'admin@example.com', password: demoPassword };

async function inChromium<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: quietChromium });
  try {
    return await work(await browser.newPage({ viewport: { width: 1440, height: 900 } }));
  } finally {
    await browser.close();
  }
}

const batchInChromium = (origin: string, file: string, inChunks: boolean): Promise<Omit<TimedBatch, 'rows'>> =>
  inChromium(async (page) => {
    if (!inChunks) await page.addInitScript(refuseChunks);
    await logIn(page, { origin, ...admin });
    await page.goto(`${origin}/lockDevice`);
    await page.getByLabel('CSV file').setInputFiles(file, { timeout: READING_MS });
    const start = page.getByRole('button', { name: /^Lock [\d,]+ devices$/ });
    await start.waitFor({ timeout: READING_MS });
    const early = await heapMegabytes(page);
    await page.evaluate(timeBatch);
    const workSince = await measurePageWork(page);
    await start.click();
    const milliseconds = await page.evaluate(() => (globalThis as TimedPage).batchTime);
    const pageWork = await workSince();
    const chunks = await page.evaluate(timesOfChunks);
    return { milliseconds, chunks, pageWork, heapMegabytes: [early, await heapMegabytes(page)] };
  });

/** Announces a batch to the server as the page does. Returns the calls of its rows without sending them. */
async function sealedBatch(origin: string, sharedKey: string, imeis: readonly string[]): Promise<SealedRequest[]> {
  let session: { token: string; email: string } | null = null;
  let kept: SealedRequest[] | null = null;
  const client = createApiClient({
    apiBase: `${origin}/api/`,
    backend: 'reference',
    codec: createEnvelopeCodec({ codec: 'v1', sharedKey }),
    session: () => session,
    fetch: (url, init) => {
      if (!kept) return fetch(url, init);
      const { method, headers, body } = init as SealedRequest;
      kept.push({ url: String(url), method, headers, body });
      return Promise.reject(new Error('Kept for later.'));
    },
  });
  session = await client.call(calls.login, admin);
  const batchId = newTransactionId();
  const run = newTransactionId();
  const copy = { name: 'bare.csv', content: new Blob(['sno,imei1\n']) };
  const { file: filename } = await client.upload(copyCall('bulkLockCopy.php'), copy, { batchId });
  await client.call(calls.updateCommandOnServer, { imeilist: imeis.join(), action: 'lock', batchId });
  const batch = { fileName: 'bare.csv', total: imeis.length, invalid: 0, duplicates: 0 };
  await client.call(calls.batchClaim, { action: 'lock', batchId, run, place: 'Node', batch });
  kept = [];
  for (const [index, imei] of imeis.entries()) {
    const transactionId = batchItemTransactionId(batchId, imei, 'lock');
    const body = { action: 'lock', filename, batchId, run, row: index + 1, imei };
    const [sent] = await Promise.allSettled([client.call(calls.getImeiDetails, body, { transactionId })]);
    if (kept.length !== index + 1) throw new Error('A call was not kept.', { cause: sent });
  }
  return kept;
}

/** Runs in the page: sends sealed requests one after the other, and reads each answer without decrypting it. */
async function sendAll(requests: readonly SealedRequest[]): Promise<number> {
  const begun = performance.now();
  for (const { url, ...init } of requests) {
    const answer = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
    await answer.text();
  }
  return performance.now() - begun;
}

/** Starts a console with so many devices, on SQLite or a PostgreSQL database. Ends it after `work`. */
export async function withBatchConsole(
  databaseUrl: string | null,
  devices: number,
  work: (console: BatchConsole) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'batch-bench-'));
  // Without these budgets, a new account that sends millions in a day would be paused.
  const budgets = ['account-day', 'deployment-day', 'rise-least'].map((name) => `${name}=1000000000`);
  const PORT = process.env['BENCH_PORT'] ?? '3700';
  Object.assign(process.env, { PORT, DATA_DIR: folder, DEMO: '1', COMMAND_BUDGETS: budgets.join() });
  if (databaseUrl === null) delete process.env['DATABASE_URL'];
  else process.env['DATABASE_URL'] = databaseUrl;
  const { layout, processes } = await prepareConsole(true, (line) => console.log(`  ${line}`));
  const fail = (error: Error) => {
    throw error;
  };
  const running = await runProcesses(processes, fail, { through: ['nice', '-n', String(SERVER_NICENESS)] });
  try {
    importDevices(folder, devices);
    const file = join(folder, 'batch.csv');
    const sharedKey = processes.find(({ name }) => name === 'reference-api')?.env['SHARED_KEY'] ?? '';
    let taken = 0;
    const next = (rows: number): string[] => {
      taken += rows;
      return imeisOf(taken - rows, rows);
    };
    await work({
      run: async (rows, { inChunks }) => {
        const lines = next(rows).map((imei, index) => `${index + 1},${imei}`);
        writeFileSync(file, `sno,imei1\n${lines.join('\n')}\n`);
        return { rows, ...(await batchInChromium(layout.address, file, inChunks)) };
      },
      bare: async (rows) => {
        const requests = await sealedBatch(layout.address, sharedKey, next(rows));
        return inChromium(async (page) => {
          await page.goto(`${layout.address}/login`);
          return { rows, milliseconds: await page.evaluate(sendAll, requests) };
        });
      },
    });
  } finally {
    await running.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
