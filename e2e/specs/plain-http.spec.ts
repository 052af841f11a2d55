import type { Page } from '@playwright/test';
import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, commandableImeis, expectSummary, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { startTestConsole, type TestConsole } from '../support/test-console.ts';
import { chromiumArguments } from '../playwright.config.ts';
import { expect, logIn, test } from '../support/test.ts';

const ROWS = 60;
const HELD_AT = 25;

/** A lease outlives its page by 30 seconds, and is looked at every 3. */
const LEASE_TIMEOUT = 40_000;

/** A host name of the network, as browsers see it: no loopback, hence no secure context. It is led to this machine's own loopback. */
const NAME = 'console.test';

const overNetworkName = ({ address }: TestConsole): string => address.replace('localhost', NAME);

/** The names of the locks that the page's batches hold as leases. */
function leases(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => new Promise<string[]>((done, failed) => {
    const opening = indexedDB.open('device-console-batches');
    opening.onerror = () => failed(new Error('the batch database cannot be opened'));
    opening.onsuccess = () => {
      const reading = opening.result.transaction('leases').objectStore('leases').getAllKeys();
      reading.onsuccess = () => {
        opening.result.close();
        done(reading.result.map(String));
      };
    };
  }));
}

const program = process.env['CHROMIUM_PATH'];

// Browsers are started once a worker, so this stands for the whole file.
test.use({ launchOptions: { ...(program && { executablePath: program }), args: [...chromiumArguments, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`] } });

test.describe('at a plain http address of the network', () => {
  // Its headers for secure contexts are ignored there, which browsers say.
  test.use({ expectedMessages: /Cross-Origin-Opener-Policy|Origin-Agent-Cluster|insecure|untrustworthy/i });
  test.describe.configure({ timeout: 150_000 });

  let plain: TestConsole;
  test.beforeAll(async ({}, info) => {
    plain = await startTestConsole(6_300 + info.parallelIndex * 200);
  });
  test.afterAll(() => plain.close());

  test('D9b login, lookup, lock and a batch with a reload in its middle, without a secure context', async ({ page, context }) => {
    const admin = await wireClient(plain, 'admin@example.com');
    const [single = '', ...imeis] = await commandableImeis(admin, 1_100, ROWS + 1);
    await logIn(page, 'operator@example.com', `${overNetworkName(plain)}/deviceDetails`);
    const missing = await page.evaluate(() => [isSecureContext, 'subtle' in crypto, 'locks' in navigator, 'randomUUID' in crypto]);
    expect(missing).toEqual([false, false, false, false]);
    await expect(page.getByText('This connection is not protected')).toBeVisible();

    await page.getByLabel('IMEI number').fill(single);
    await expect(page.getByRole('rowheader', { name: single }).or(page.getByRole('cell', { name: single })).first()).toBeVisible();
    await page.goto(`${overNetworkName(plain)}/lockDevice`);
    await page.getByLabel('IMEI number').fill(single);
    await page.getByRole('button', { name: 'Lock Device', exact: true }).click();
    await expect(page.getByText(`IMEI ${single}`)).toBeVisible();

    let count = 0;
    const never = new Promise<void>(() => undefined);
    await page.route('**/getimeidetails.php', async (route) => {
      count += 1;
      if (count < HELD_AT) await route.continue();
      else await never;
    });
    await chooseFile(page, 'plain.csv', batchFile(imeis));
    await startBatch(page);
    await expect(page.getByRole('table', { name: 'Results' }).getByRole('row')).toHaveCount(HELD_AT);
    expect(await leases(page)).toHaveLength(1);
    const other = await context.newPage();
    await other.goto(`${overNetworkName(plain)}/lockDevice`);
    await expect(other.getByText('This batch runs in another tab of this browser.')).toBeVisible();
    await other.close();

    await page.unroute('**/getimeidetails.php');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Incomplete Batch Available' })).toBeVisible({ timeout: LEASE_TIMEOUT });
    await page.getByRole('button', { name: 'Process' }).click();
    await expect(page.getByText('The batch is complete.')).toBeVisible({ timeout: LEASE_TIMEOUT });
    await expectSummary(page, { Total: String(ROWS), Found: String(ROWS), 'Not Found': '0' });
    await expect(page.getByText('This connection is not protected')).toBeVisible();
    const executed = (await executedLocks(admin)).map(({ imei1 }) => imei1).filter((imei) => imei === single || imeis.includes(imei));
    expect(executed).toEqual([single, ...imeis]);
  });
});
