// Firefox over WebDriver BiDi, and Chromium, both by Puppeteer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { chromiumArguments } from '../playwright.config.ts';
import { type Engine, type EnginePage, PATIENCE_MS, programOf } from './engine-page.ts';

/** Firefox asks none of its own services, and saves without a question. */
const firefoxPreferences = (downloads: string) => ({
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'browser.download.folderList': 2,
  'browser.download.dir': downloads,
  'browser.download.useDownloadDir': true,
});

/** Tells of refused files too, which Firefox does not write to a page's console. */
const tellViolations = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('Content-Security-Policy ' + violatedDirective + ' ' + blockedURI));`;

export async function startByPuppeteer(name: 'firefox' | 'chromium'): Promise<Engine> {
  const executablePath = programOf(name === 'firefox' ? 'FIREFOX_PATH' : 'CHROMIUM_PATH');
  const downloads = await mkdtemp(join(tmpdir(), 'device-console-downloads-'));
  const browser = await puppeteer.launch({
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
    ...(name === 'firefox'
      ? { browser: 'firefox', extraPrefsFirefox: firefoxPreferences(downloads) }
      : {
          browser: 'chrome',
          args: [...chromiumArguments],
          downloadBehavior: { policy: 'allow', downloadPath: downloads },
        }),
  });
  const page = await browser.newPage();
  const messages: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(String(error)));
  await page.evaluateOnNewDocument(tellViolations);

  const find = async (xpath: string): Promise<ElementHandle> => {
    const found = await page.waitForSelector(`xpath/${xpath}`, { visible: true, timeout: PATIENCE_MS });
    if (!found) throw new Error(`Nothing is visible at ${xpath}.`);
    return found;
  };
  const driven: EnginePage = {
    goto: async (address) => void (await page.goto(address)),
    text: async (xpath) => String(await (await find(xpath)).evaluate((element) => element.textContent)),
    // Once it stands still.
    press: (xpath) => page.locator(`xpath/${xpath}`).setTimeout(PATIENCE_MS).click(),
    type: async (xpath, text) => {
      const field = await find(xpath);
      await field.evaluate((element) => (element as HTMLInputElement).select());
      await field.type(text);
    },
    choose: async (xpath, file) => {
      const input = await page.waitForSelector(`xpath/${xpath}`, { timeout: PATIENCE_MS });
      await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
    },
    evaluate: (expression) => page.evaluate(expression),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async (file) => void (await page.screenshot({ path: file as `${string}.png` })),
  };
  return {
    page: driven,
    downloads,
    messages: () => messages,
    close: async () => {
      await browser.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}
