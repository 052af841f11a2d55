// Measures one page load in Chromium, from an empty cache over a slow line, until its field is usable.
import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page as BrowserPage } from 'playwright-core';

/** A page to load: its address, the selector of the field to wait for, and the browser's stored values. */
export type Page = { url: string; field: string; stored?: [key: string, value: string][] };

/** One load, until the field is usable. */
export type Load = { milliseconds: number; requests: number; bytes: number };

/**
 * The global object of a page whose field is awaited: when the field was painted, in milliseconds of the page's clock.
 */
type AwaitedPage = typeof globalThis & { benchUsable: Promise<number> };

export const demoPassword = 'Demo-pass-2026';

const LONGEST_MS = 60_000;

/** Slow 4G: 1.6 Mbit/s, 150 ms latency. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Runs in the page before its own scripts: stores the session, and records when the field has been painted. */
function watchForField({ field, stored }: Required<Omit<Page, 'url'>>): void {
  if (location.protocol === 'about:') return;
  for (const [key, value] of stored) localStorage.setItem(key, value);
  (globalThis as AwaitedPage).benchUsable = new Promise((resolve) => {
    const look = () => {
      const element: HTMLInputElement | null = document.querySelector(field);
      const isThere = element !== null && !element.disabled && element.getClientRects().length > 0;
      // The task after a frame's callbacks runs when that frame has been painted.
      if (isThere) globalThis.setTimeout(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** The traffic as the browser counts it, including headers. */
async function countTraffic(session: CDPSession): Promise<Omit<Load, 'milliseconds'>> {
  const traffic = { requests: 0, bytes: 0 };
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) traffic.requests += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return traffic;
}

/** Ends the bench if the field never appears, with what the page shows instead. */
async function gaveUp(page: BrowserPage, url: string): Promise<never> {
  await setTimeout(LONGEST_MS, undefined, { ref: false });
  throw new Error(
    `${url} had no usable field after ${LONGEST_MS / 1000} seconds. It shows: ${await page.innerText('body')}`,
  );
}

/** Loads the page with a fresh profile. Counts until `field` is usable. */
export async function measureLoad(browser: Browser, { url, field, stored = [] }: Page): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await countTraffic(session);
    await session.send('Network.emulateNetworkConditions', slowLine);
    await page.addInitScript(watchForField, { field, stored });
    await page.goto(url, { waitUntil: 'commit' });
    const milliseconds = await Promise.race([
      page.evaluate(() => (globalThis as AwaitedPage).benchUsable),
      gaveUp(page, url),
    ]);
    return { milliseconds, ...traffic };
  } finally {
    await context.close();
  }
}

export type Account = { origin: string; email: string; password: string };

export async function logIn(page: BrowserPage, { origin, email, password }: Account): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email or phone').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('link', { name: 'Logout' }).first().waitFor();
}

/**
 * Logs in as an operator would, and returns the console's values in localStorage as pairs. Waits until they include the
 * typeface, which is stored a moment later and which every further load uses.
 */
export async function storedSession(browser: Browser, account: Account): Promise<[key: string, value: string][]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await logIn(page, account);
    await page.waitForFunction(() => localStorage.getItem('display:font') !== null);
    return await page.evaluate(() => Object.entries(localStorage));
  } finally {
    await context.close();
  }
}
