import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { openKillable, type KillableBrowser } from '../support/killable-browser.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

/** How the items are sent, and which call is killed; `saved`: the devices that are done before it. */
const ways = {
  'in chunks': { path: '**/batchItems.php', killAt: 2, saved: 50 },
  'one by one': { path: '**/getimeidetails.php', killAt: 57, saved: 56 },
} as const;
type Way = (typeof ways)[keyof typeof ways];

/** How many devices the browser has durably recorded as done. */
function savedProgress(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done, failed) => {
        const opening = indexedDB.open('device-console-batches');
        opening.onerror = () => failed(new Error('the batch database cannot be opened'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('batches').objectStore('batches').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            done((reading.result as { progress: { next: number } }[])[0]?.progress.next ?? 0);
          };
        };
      }),
  );
}

const untilSaved = ({ page }: KillableBrowser, { saved }: Way): Promise<void> =>
  expect.poll(() => savedProgress(page)).toBe(saved);

/**
 * What happens to the request that meets the kill, at each of the three moments. Before a send nothing of the answers
 * need be on disk yet: the server is told of no progress then, and knows what comes again.
 */
const moments: Readonly<Record<string, (route: Route, browser: KillableBrowser, way: Way) => Promise<void>>> = {
  'before a send': async (_route, browser) => browser.kill(),
  'after the server committed': async (route, browser, way) => {
    await route.fetch();
    await untilSaved(browser, way);
    await browser.kill();
  },
  'after the save': async (_route, browser, way) => {
    await untilSaved(browser, way);
    await browser.kill();
  },
};

test.describe('Chromium killed in the middle of a batch', () => {
  // Two browsers with 120 devices each.
  test.describe.configure({ timeout: 240_000 });
  const cases = [
    ['one by one', 'after the server committed'],
    ['in chunks', 'before a send'],
    ...(isWholeRun
      ? ([
          ['one by one', 'after the save'],
          ['in chunks', 'after the server committed'],
        ] as const)
      : []),
  ] as const;
  for (const [index, [name, moment]] of cases.entries()) {
    const way = ways[name];
    // Resumed in chunks: an item is the same, however it was sent before.
    test(`B3 B7 B10 B11 D2 D2c D15 ${name}, ${moment}: resumed, every device is commanded once, in order`, async ({
      testConsole,
    }) => {
      const admin = await wireClient(testConsole, 'admin@example.com');
      const imeis = await freshImeis(admin, 120);
      const lines = batchFile(imeis).split('\r\n');
      lines.splice(20, 0, 'a,1', 'b,2');
      lines.splice(70, 0, 'c,3');
      const profile = await mkdtemp(join(tmpdir(), 'device-console-profile-'));

      const before = await openKillable(profile);
      if (name === 'one by one') await useSpecifiedBatchCalls(before.page);
      await openAs(before.page, 'operator@example.com', `${testConsole.address}/lockDevice`);
      let count = 0;
      const killed = new Promise<void>((done, failed) => {
        void before.page.route(way.path, async (route) => {
          count += 1;
          if (count !== way.killAt) return route.continue();
          return moments[moment]?.(route, before, way).then(done, failed);
        });
      });
      try {
        await chooseFile(before.page, `crash-${index}.csv`, lines.join('\r\n'));
        await startBatch(before.page);
        await killed;
      } finally {
        await before.kill();
      }

      const after = await openKillable(profile);
      try {
        const { page } = after;
        const told = moment === 'before a send' ? null : page.waitForRequest('**/updateStatusOnServer.php');
        const address = `${testConsole.address}/lockDevice`;
        const found = page.getByRole('heading', { name: 'Incomplete Batch Available' });
        // Another session of the operator: the kill may have lost the former one with the last of localStorage.
        await openAs(page, 'operator@example.com', address);
        await expect(found).toBeVisible();
        const wrong = page.getByRole('table', { name: 'Invalid IMEI list' });
        await expect(wrong.locator('tbody tr:not([aria-hidden])')).toContainText(['a,1', 'b,2', 'c,3']);
        await expect(page.getByText(`crash-${index}.csv`)).toBeVisible();
        await told;
        await page.getByRole('button', { name: 'Process' }).click();
        await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible({ timeout: 90_000 });
        await expectSummary(page, {
          Total: '123',
          'Valid IMEI': '120',
          'Invalid IMEI': '3',
          Found: '120',
          'Not Found': '0',
        });
      } finally {
        await after.kill();
        // The last of the killed processes may still be ending.
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      }
      const executed = (await executedLocks(admin)).filter(({ imei1 }) => imeis.includes(imei1));
      expect(executed.map(({ imei1 }) => imei1)).toEqual(imeis);
    });
  }
});
