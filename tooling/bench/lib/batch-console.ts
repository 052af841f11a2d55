// The built console with many devices, and batches of them in Chromium, timed by their page. The connected driver adds
// about 2 ms to each request.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, chromium } from 'playwright-core';
import { findChromium, quietChromium } from '../../lib/chromium.ts';
import { prepareConsole, runProcesses } from '../../lib/console-processes.ts';
import { rootDir } from '../../lib/paths.mjs';
import { demoPassword, logIn } from './page-load.ts';

export type TimedBatch = { rows: number; milliseconds: number; heapMegabytes: [early: number, late: number] };

/** Runs a batch of so many devices that were in no batch yet. */
export type RunBatch = (rows: number, options: { inChunks: boolean }) => Promise<TimedBatch>;

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

/** Runs in the page before its own scripts: makes chunks fail with 400, so that the page falls back to one by one. */
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

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}

async function batchInChromium(origin: string, file: string, inChunks: boolean): Promise<Omit<TimedBatch, 'rows'>> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: quietChromium });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    if (!inChunks) await page.addInitScript(refuseChunks);
    await logIn(page, { origin, email: 'admin@example.com', password: demoPassword });
    await page.goto(`${origin}/lockDevice`);
    await page.getByLabel('CSV file').setInputFiles(file, { timeout: READING_MS });
    await page.getByText(/nothing speaks against this one/).waitFor({ timeout: READING_MS });
    const early = await heapMegabytes(page);
    await page.evaluate(timeBatch);
    await page.getByRole('button', { name: /^Lock [\d,]+ devices$/ }).click();
    const milliseconds = await page.evaluate(() => (globalThis as TimedPage).batchTime);
    return { milliseconds, heapMegabytes: [early, await heapMegabytes(page)] };
  } finally {
    await browser.close();
  }
}

/**
 * Starts a console with this many devices, on a fresh SQLite file or on a PostgreSQL database. Ends it after `work`.
 */
export async function withBatchConsole(
  databaseUrl: string | null,
  devices: number,
  work: (run: RunBatch) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'batch-bench-'));
  process.env['PORT'] = process.env['BENCH_PORT'] ?? '3700';
  process.env['DATA_DIR'] = folder;
  process.env['DEMO'] = '1';
  // Without this, a new account that sends millions within an hour would be paused.
  process.env['COMMAND_BUDGETS'] = ['account-day', 'deployment-day', 'rise-least']
    .map((name) => `${name}=1000000000`)
    .join();
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
    let taken = 0;
    await work(async (rows, { inChunks }) => {
      const lines = imeisOf(taken, rows).map((imei, index) => `${index + 1},${imei}`);
      taken += rows;
      writeFileSync(file, `sno,imei1\n${lines.join('\n')}\n`);
      return { rows, ...(await batchInChromium(layout.address, file, inChunks)) };
    });
  } finally {
    await running.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
