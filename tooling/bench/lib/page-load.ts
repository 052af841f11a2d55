// Measures one page load in Chromium, from an empty cache over a slow line, until its field is usable.
import type { Browser, CDPSession, Page as BrowserPage } from 'playwright-core';

/** A page to load: its address, the selector of the field to wait for, and the browser's stored values. */
export type Page = { url: string; field: string; stored?: [key: string, value: string][] };

/** One load, until the field is usable. */
export type Load = { milliseconds: number; requests: number; bytes: number };

export const demoPassword = 'Demo-pass-2026';

const LONGEST_MS = 60_000;

/** Slow 4G: 1.6 Mbit/s, 150 ms latency. */
const slowLine = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Runs in the page before its own scripts. */
function store(values: [key: string, value: string][]): void {
  if (location.protocol !== 'about:') for (const [key, value] of values) localStorage.setItem(key, value);
}

/** Runs in the page at each frame: the page's clock once the field is usable. */
function usableAt(field: string): number | null {
  const element: HTMLInputElement | null = document.querySelector(field);
  const isThere = element !== null && !element.disabled && element.getClientRects().length > 0;
  return isThere ? performance.now() : null;
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

/** Loads the page with a fresh profile. Counts until `field` is usable. */
export async function measureLoad(browser: Browser, { url, field, stored = [] }: Page): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await countTraffic(session);
    await session.send('Network.emulateNetworkConditions', slowLine);
    await page.addInitScript(store, stored);
    await page.goto(url, { waitUntil: 'commit' });
    const time = await page.waitForFunction(usableAt, field, { timeout: LONGEST_MS });
    return { milliseconds: Number(await time.jsonValue()), ...traffic };
  } finally {
    await context.close();
  }
}

type Account = { origin: string; email: string; password: string };

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
