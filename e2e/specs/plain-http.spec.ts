import type { Page } from '@playwright/test';
import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, startBatch } from '../support/batch-page.ts';
import { publishedFolder, withFile } from '../support/builds.ts';
import { batchFile } from '../support/demo-data.ts';
import { entryOf, keepingRegistry, readRegistry, writeJson } from '../support/registry.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import type { TestConsole } from '../support/test-console.ts';
import { NETWORK_NAME } from '../playwright.config.ts';
import { expect, logIn, test } from '../support/test.ts';

const ROWS = 20;
const HELD_AT = 15;

/** A lease outlives its page by 30 seconds. */
const PAST_THE_LEASE = 31_000;

const overNetworkName = ({ address }: TestConsole): string => address.replace('localhost', NETWORK_NAME);

/** The names of the locks that the page's batches hold as leases. */
function leases(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((done, failed) => {
        const opening = indexedDB.open('device-console-batches');
        opening.onerror = () => failed(new Error('the batch database cannot be opened'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('leases').objectStore('leases').getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            done(reading.result.map(String));
          };
        };
      }),
  );
}

test.describe('at a plain http address of the network', () => {
  // Browsers ignore headers for secure contexts there, and say so.
  test.use({ expectedMessages: /Cross-Origin-Opener-Policy|Origin-Agent-Cluster|insecure|untrustworthy/i });
  test.describe.configure({ timeout: 150_000 });

  test('D9b login, lookup, lock and a batch with a reload in its middle, without a secure context', async ({
    page,
    context,
    testConsole: plain,
  }) => {
    const admin = await wireClient(plain, 'admin@example.com');
    const [single = '', ...imeis] = await freshImeis(admin, ROWS + 1);
    await useSpecifiedBatchCalls(page);
    await logIn(page, 'operator@example.com', `${overNetworkName(plain)}/deviceDetails`);
    const missing = await page.evaluate(() => [
      isSecureContext,
      'subtle' in crypto,
      'locks' in navigator,
      'randomUUID' in crypto,
    ]);
    expect(missing).toEqual([false, false, false, false]);
    await expect(page.getByText('This connection is not protected')).toBeVisible();

    await page.getByLabel('IMEI number').fill(single);
    await expect(page.getByRole('rowheader', { name: single })).toBeVisible();
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
    expect(await leases(page)).toEqual(['batch:operator@example.com:lock', 'turn:operator@example.com']);
    const other = await context.newPage();
    await other.goto(`${overNetworkName(plain)}/lockDevice`);
    await expect(other.getByText('This batch runs in another tab of this browser.')).toBeVisible();
    await other.close();

    await page.unroute('**/getimeidetails.php');
    await page.clock.install({ time: Date.now() + PAST_THE_LEASE });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Incomplete Batch Available' })).toBeVisible();
    await page.getByRole('button', { name: 'Process' }).click();
    await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
    await expectSummary(page, { Total: String(ROWS), Found: String(ROWS), 'Not Found': '0' });
    await expect(page.getByText('This connection is not protected')).toBeVisible();
    const executed = (await executedLocks(admin))
      .map(({ imei1 }) => imei1)
      .filter((imei) => imei === single || imeis.includes(imei));
    expect(executed).toEqual([single, ...imeis]);
  });

  test('D9b signatures and hashes count without a secure context too', async ({ page, testConsole: plain }) => {
    await logIn(page, 'admin@example.com', `${overNetworkName(plain)}/auditReport`);
    await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
    const { declaration } = entryOf(await readRegistry(plain), 'mf-reports');
    const file =
      declaration.assets
        .map((asset) => asset.file)
        .find((name) => name.includes('audit-screen') && name.endsWith('.js')) ?? '';
    await withFile(
      await publishedFolder(plain, 'mf-reports'),
      file,
      (text) => `;globalThis.tampered = true;${text}`,
      async () => {
        const other = await (await page.context().browser()?.newContext())?.newPage();
        if (!other) throw new Error('no second browser context');
        await logIn(other, 'admin@example.com', `${overNetworkName(plain)}/auditReport`);
        await expect(other.getByText('One of its files is not the one that was published')).toBeVisible();
        expect(await other.evaluate(() => 'tampered' in globalThis)).toBe(false);
        await other.context().close();
      },
    );
    await keepingRegistry(plain, async () => {
      const registry = await readRegistry(plain);
      await writeJson(plain.registryFile, {
        ...registry,
        remotes: registry.remotes.map((entry) =>
          entry.id === 'mf-reports' ? { ...entry, publishedAt: '2020-01-01T00:00:00Z' } : entry,
        ),
      });
      await page.reload();
      await expect(page.getByText('mf-reports stays at version 1.0.0')).toBeVisible();
      await expect(page.getByText('was changed after it was signed')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
    });
  });
});
