import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { openKillable, type KillableBrowser } from '../support/killable-browser.ts';
import { expect, logIn, test } from '../support/test.ts';

const KILL_AT = 57;

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

/** What happens to request number {@link KILL_AT} at each of the three moments. */
const moments: Readonly<Record<string, (route: Route, browser: KillableBrowser) => Promise<void>>> = {
  'before a send': async (_route, browser) => browser.kill(),
  'after the server committed': async (route, browser) => {
    await route.fetch();
    await browser.kill();
  },
  'after the save': async (_route, browser) => {
    await expect.poll(() => savedProgress(browser.page)).toBe(KILL_AT - 1);
    await browser.kill();
  },
};

test.describe('Chromium killed in the middle of a batch', () => {
  // Two browsers and 120 devices each.
  test.describe.configure({ timeout: 240_000 });
  for (const [index, [moment, act]] of Object.entries(moments).entries()) {
    test(`B7 B10 B11 D2 D15 ${moment}: reopened and resumed, every device is commanded once, in order`, async ({
      testConsole,
    }) => {
      const admin = await wireClient(testConsole, 'admin@example.com');
      const imeis = await freshImeis(admin, 120);
      const lines = batchFile(imeis).split('\r\n');
      lines.splice(20, 0, 'a,1', 'b,2');
      lines.splice(70, 0, 'c,3');
      const profile = await mkdtemp(join(tmpdir(), 'device-console-profile-'));

      const before = await openKillable(profile);
      await logIn(before.page, 'operator@example.com', `${testConsole.address}/lockDevice`);
      let count = 0;
      const killed = new Promise<void>((done, failed) => {
        void before.page.route('**/getimeidetails.php', async (route) => {
          count += 1;
          if (count !== KILL_AT) return route.continue();
          return act(route, before).then(done, failed);
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
        const told = page.waitForRequest('**/updateStatusOnServer.php');
        const address = `${testConsole.address}/lockDevice`;
        const found = page.getByRole('heading', { name: 'Incomplete Batch Available' });
        await page.goto(address);
        // The last seconds of localStorage may be lost with the kill, and the session with them.
        const login = page.getByRole('button', { name: 'Log In' });
        await expect(login.or(found)).toBeVisible();
        if (await login.isVisible()) await logIn(page, 'operator@example.com', address);
        await expect(found).toBeVisible();
        await expect(page.getByText(`crash-${index}.csv`)).toBeVisible();
        await told;
        await page.getByRole('button', { name: 'Process' }).click();
        await expect(page.getByText('The batch is complete.')).toBeVisible({ timeout: 30_000 });
        await expectSummary(page, {
          Total: '123',
          'Valid IMEI': '120',
          'Invalid IMEI': '3',
          Found: '120',
          'Not Found': '0',
        });
      } finally {
        await after.kill();
        // The last of the killed processes may still be going.
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      }
      const executed = (await executedLocks(admin)).filter(({ imei1 }) => imeis.includes(imei1));
      expect(executed.map(({ imei1 }) => imei1)).toEqual(imeis);
    });
  }
});
