// The longest task of the page's main thread on every command screen: while it is opened by its address and by the
// menu, and while an IMEI is typed into it and its device comes. Run by hand: node tooling/bench/long-tasks.mjs
// [rounds]. A busy computer only adds to a task, so the best of the rounds is a screen's.
/** @import { Browser, Page } from 'playwright-core' */
/** @import { Layout } from '../lib/layout.mjs' */
/** @import { WatchedPage } from './lib/watch-tasks.mjs' */
/** @import { RemoteDocument } from '../lib/publishing/rules.mjs' */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../lib/chromium.mjs';
import { prepareConsole, runProcesses } from '../lib/console-processes.mjs';
import { readJson } from '../lib/paths.mjs';
import { demoPassword, storedSession } from './lib/page-load.mjs';
import { watchTasks } from './lib/watch-tasks.mjs';

/** What browsers call a long task, in milliseconds: none may come. */
const LIMIT_MS = 50;
const QUIET_MS = 500;
const IMEI = '356938030000005';
const rounds = Number(process.argv[2] ?? 3);

/**
 * The longest task since the last question, after half a second without another one; 0: none was long.
 * @type {(page: Page) => Promise<number>}
 */
async function longest(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(QUIET_MS);
  return page.evaluate(() => {
    const tasks = /** @type {WatchedPage} */ (globalThis).longTasks.splice(0);
    return Math.max(0, ...tasks.map(({ duration }) => duration));
  });
}

/**
 * The addresses of the command screens, as their remote declares them.
 * @type {(layout: Layout) => string[]}
 */
function commandScreens({ registryFile }) {
  const { remotes } = /** @type {{ remotes: { id: string, declaration: RemoteDocument }[] }} */ (
    readJson(registryFile)
  );
  return remotes
    .filter(({ id }) => id === 'mf-commands')
    .flatMap(({ declaration }) => declaration.screens)
    .filter(({ id, audiences }) => audiences.includes('standard') && id !== 'batches')
    .map(({ path }) => `/${path}`);
}

/**
 * The longest task of each screen, in milliseconds.
 * @type {(browser: Browser, origin: string, paths: readonly string[]) => Promise<Map<string, number>>}
 */
async function walk(browser, origin, paths) {
  const account = { origin, email: 'admin@example.com', password: demoPassword };
  const stored = await storedSession(browser, account);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  /** @type {Map<string, number>} */
  const found = new Map();
  try {
    for (const path of paths) {
      const page = await context.newPage();
      await page.addInitScript(watchTasks, stored);
      await page.goto(origin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const times = [await longest(page)];
      const field = page.getByLabel('IMEI number').first();
      if ((await field.count()) > 0 && (await field.isEnabled())) await field.pressSequentially(IMEI);
      times.push(await longest(page));
      const entry = page.locator(`nav a[href="${path}"]`).first();
      if ((await entry.count()) > 0) {
        await page.getByRole('link', { name: 'Home', exact: true }).first().click();
        await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
        await longest(page);
        await entry.click();
        times.push(await longest(page));
      }
      found.set(path, Math.max(...times));
      await page.close();
    }
    return found;
  } finally {
    await context.close();
  }
}

process.env['PORT'] = process.env['BENCH_PORT'] ?? '3700';
const dataDir = mkdtempSync(join(tmpdir(), 'long-tasks-'));
process.env['DATA_DIR'] = dataDir;
const { layout, processes } = await prepareConsole({ demo: true, log: (line) => console.log(`  ${line}`) });
const running = await runProcesses(processes, (error) => {
  throw error;
});
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
try {
  const paths = commandScreens(layout);
  /** @type {Map<string, number>} */
  const best = new Map();
  for (let round = 0; round < rounds; round += 1)
    for (const [path, milliseconds] of await walk(browser, `http://${layout.bind}:${layout.port}`, paths))
      best.set(path, Math.min(milliseconds, best.get(path) ?? Infinity));
  console.log(`the longest task of ${paths.length} command screens, the best of ${rounds} rounds each`);
  for (const [path, milliseconds] of best) {
    console.log(`${path}: ${milliseconds === 0 ? `none over ${LIMIT_MS} ms` : `${milliseconds.toFixed(0)} ms`}`);
    if (milliseconds > LIMIT_MS) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await running.end();
  rmSync(dataDir, { recursive: true });
}
