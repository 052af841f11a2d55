import type { Page, Route } from '@playwright/test';
import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import type { TestConsole } from '../support/test-console.ts';
import { expect, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

const DEVICES = 300;
/** Six chunks. */
const CHUNKS = 6;

/** Starts a batch, after which nothing is pressed; returns its IMEIs, in order. */
async function startUntouched(
  page: Page,
  testConsole: TestConsole,
  name: string,
  devices = DEVICES,
): Promise<readonly string[]> {
  const admin = await wireClient(testConsole, 'admin@example.com');
  const imeis = await freshImeis(admin, devices);
  await openAs(page, 'operator@example.com', `${testConsole.address}/lockDevice`);
  await chooseFile(page, name, batchFile(imeis));
  await startBatch(page);
  return imeis;
}

/** The page says that all were found. */
async function expectComplete(page: Page, imeis: readonly string[]): Promise<void> {
  await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible({ timeout: 480_000 });
  await expectSummary(page, { Total: String(imeis.length), Found: String(imeis.length), 'Not Found': '0' });
  await expect(page.getByRole('button', { name: 'Unconfirmed (0)' })).toBeVisible();
}

/** The server has commanded each once, in order. */
async function expectEachOnce(testConsole: TestConsole, imeis: readonly string[]): Promise<void> {
  const admin = await wireClient(testConsole, 'admin@example.com');
  const executed = (await executedLocks(admin)).filter(({ imei1 }) => imeis.includes(imei1));
  expect(executed.map(({ imei1 }) => imei1)).toEqual(imeis);
}

/** A call of the batch, and whether the API is killed before it gets the call or after it has carried it out. */
interface Place {
  readonly path: string;
  /** Calls of this path that go through before. */
  readonly after: number;
  readonly kill: 'before it' | 'after its commit';
}

const places: readonly Place[] = [
  { path: 'bulkLockCopy.php', after: 0, kill: 'after its commit' },
  { path: 'updateCommandOnServer.php', after: 0, kill: 'before it' },
  { path: 'batchClaim.php', after: 0, kill: 'after its commit' },
  { path: 'batchItems.php', after: 0, kill: 'before it' },
  { path: 'batchItems.php', after: 0, kill: 'after its commit' },
  { path: 'batchItems.php', after: 2, kill: 'after its commit' },
  { path: 'batchItems.php', after: CHUNKS - 5, kill: 'before it' },
  { path: 'updateStatusOnServer.php', after: 0, kill: 'after its commit' },
];

/**
 * Kills the API at each place in turn and starts it again. `passed` is the number of places so far; `isBack` resolves
 * once the API runs again.
 */
async function killAtEach(page: Page, { api }: TestConsole) {
  let [at, seen] = [0, 0];
  let back = Promise.resolve();
  await page.route('**/api/*.php', async (route) => {
    const place = places[at];
    if (!place || !route.request().url().endsWith(place.path)) return route.continue();
    seen += 1;
    if (seen <= place.after) return route.continue();
    [at, seen] = [at + 1, 0];
    // One after the other: two calls may be at two places, or one be at the next while the API still starts.
    back = back.then(async () => {
      if (place.kill === 'after its commit') await route.fetch();
      await api.kill();
      await route.continue();
      await api.start();
    });
    return back;
  });
  return { passed: () => at, isBack: () => back };
}

test.describe('a batch whose API goes away', () => {
  // A busy computer starts the API slowly, and what the server did not take is reported again once a minute.
  test.describe.configure({ timeout: 600_000 });
  test.use({ expectedMessages: /Failed to load resource/ });

  test('D2 D11 B6 B7 killed at eight places, the batch ends with no press, and every device is commanded once', async ({
    page,
    testConsole,
  }) => {
    const kills = await killAtEach(page, testConsole);
    const imeis = await startUntouched(page, testConsole, 'restarts.csv');
    await expectComplete(page, imeis);
    await kills.isBack();
    await expectEachOnce(testConsole, imeis);
    expect(kills.passed()).toBe(places.length);
  });

  /** Answers in place of the API, from the second chunk on. */
  const answers: Readonly<Record<string, (route: Route) => Promise<void>>> = {
    "a portal's page with status 200": (route) =>
      route.fulfill({ contentType: 'text/html', body: '<html><title>Sign in to this network</title></html>' }),
    "a proxy's 503 with Retry-After": (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, contentType: 'text/html', body: '<h1>503</h1>' }),
    "a proxy's 403": (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' }),
    "a portal's redirect to its own page": (route) =>
      route.fulfill({ status: 511, contentType: 'text/html', body: '<h1>Network authentication required</h1>' }),
  };
  const inTheGate = Object.entries(answers).slice(0, 2);
  for (const [name, answer] of isWholeRun ? Object.entries(answers) : inTheGate)
    test(`D11 B6 behind ${name} the batch waits, and goes on with no press`, async ({ page, testConsole }) => {
      // The fourth is answered after 3.5 s; the full run lasts beyond a minute.
      const most = isWholeRun ? 9 : 4;
      let [chunks, answered] = [0, 0];
      await page.route('**/api/*.php', async (route) => {
        if (route.request().url().endsWith('batchItems.php')) chunks += 1;
        if (chunks < 2 || answered >= most) return route.continue();
        if (route.request().url().endsWith('batchItems.php')) answered += 1;
        return answer(route);
      });
      const imeis = await startUntouched(page, testConsole, 'portal.csv', 70);
      await expectComplete(page, imeis);
      await expectEachOnce(testConsole, imeis);
      expect(answered).toBe(most);
    });
});
