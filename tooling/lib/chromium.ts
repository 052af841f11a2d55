// Finds a Chromium for the browser tests. Separate from programs.ts because it loads Playwright.
import { chromium } from 'playwright-core';
import { findProgram, firstThere, inPath } from './programs.ts';
import type { Log } from './run-node.ts';

// The headless shell first: it has the same engine, and is a third faster than the full browser in headless mode.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The arguments with which tests and benches start Chromium, so that it makes no requests of its own. */
export const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Path of a Chromium: CHROMIUM_PATH, an installed one, Playwright's own download, or Debian's package installed now.
 */
export const findChromium = (log?: Log): string =>
  findProgram(
    'CHROMIUM_PATH',
    {
      installed: () => firstThere([...inPath(names), ...places, chromium.executablePath()]),
      packages: ['chromium-headless-shell'],
      missing:
        'The browser tests need a Chromium. Install one (Debian: apt-get install chromium-headless-shell; ' +
        'elsewhere: npx playwright install chromium)',
    },
    log,
  );
