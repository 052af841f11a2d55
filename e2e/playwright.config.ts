import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { quietChromium } from '../tooling/lib/chromium.ts';

// Set by `npm test`, which finds or installs a Chromium; without it Playwright looks for its own.
const chromium = process.env['CHROMIUM_PATH'];

/** A host name of the network, as browsers see it: no loopback, hence no secure context. It leads to this machine. */
export const NETWORK_NAME = 'console.test';

/** Chromium as the tests start it. */
export const chromiumArguments = [...quietChromium, `--host-resolver-rules=MAP ${NETWORK_NAME} 127.0.0.1`];

export default defineConfig({
  testDir: './specs',
  // Tests that take long, most of them because they build: `npm run test:full`.
  testIgnore: process.env['FULL'] === '1' ? [] : ['**/*.full.spec.ts'],
  // One more than the cores: a worker waits a third of its time, for servers, disks and clocks.
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 25_000 },
  reporter: [['list'], ['./support/gate-report.mjs']],
  use: {
    // As long as an expectation: what cannot be clicked by then fails under its own name, not by the whole test's
    // time-out.
    actionTimeout: 25_000,
    viewport: { width: 1280, height: 900 },
    // No test waits for animations; layout-shift.spec.ts covers what moves by itself.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A recording slows every test down, and is what the volume tests would measure; TRACE=1 makes one of those that
    // fail.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    launchOptions: { ...(chromium && { executablePath: chromium }), args: chromiumArguments },
  },
});
