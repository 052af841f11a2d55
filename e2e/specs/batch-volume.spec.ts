import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { executedCommands, wireClient } from '../support/api.ts';
import { startBatch } from '../support/batch-page.ts';
import { batchFile, demoImeis } from '../support/demo-data.ts';
import { watchTasks } from '../support/long-tasks.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

/** Enough rows for every part of a batch's work; all are demo devices. */
const SMALL = 500;
/** The long runs: rows of a usual day, and a large file whose rows after 5,000 are unknown to the server. */
const USUAL = 2_000;
const LARGE = 100_000;

const sizes: readonly number[] = isWholeRun ? [USUAL, LARGE] : [SMALL];

/** Rows go one by one, each durable at the server before the next: at most this long on a busy computer. */
const ROW_MS = 120;

async function figure(page: Page, term: string): Promise<number> {
  const summary = page.getByRole('region', { name: 'Batch Summary' });
  const value = summary
    .locator('div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) })
    .locator('dd');
  return Number((await value.innerText()).replaceAll(/\D/g, ''));
}

for (const size of sizes) {
  test.describe(`${size} rows`, () => {
    test.describe.configure({ timeout: 60_000 + size * ROW_MS });

    test(
      `B6 B9 D15 D23 ${size} rows go the whole way, each found device is commanded once and in order, and the ` +
        'page never freezes',
      async ({ page, testConsole }, info) => {
        const imeis = demoImeis(0, size);
        // A file on the disk, as operators have it: decoding one from memory would take the page time.
        const file = info.outputPath('volume.csv');
        await writeFile(file, batchFile(imeis));
        const admin = await wireClient(testConsole, 'admin@example.com');
        const earlier = new Set((await executedCommands(admin, 'unlock')).map(({ transactionId }) => transactionId));
        await openAs(page, 'admin@example.com', '/unlockDevice');
        await expect(page.getByLabel('CSV file')).toBeVisible();
        const watch = await watchTasks(page);

        await watch.step(`${size} rows`, async () => {
          await page.getByLabel('CSV file').setInputFiles(file);
          await startBatch(page);
          await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible({
            timeout: 30_000 + size * ROW_MS,
          });
        });

        const [total, found, notFound] = [
          await figure(page, 'Total'),
          await figure(page, 'Found'),
          await figure(page, 'Not Found'),
        ];
        expect([total, found + notFound]).toEqual([size, size]);
        const executed = (await executedCommands(admin, 'unlock'))
          .filter((row) => row.interface === 'B' && !earlier.has(row.transactionId))
          .map(({ imei1 }) => imei1);
        expect(executed).toHaveLength(found);
        expect(found).toBeGreaterThan(Math.min(size, USUAL) / 2);
        const commanded = new Set(executed);
        expect(executed).toEqual(imeis.filter((imei) => commanded.has(imei)));
        await watch.end();
      },
    );
  });
}
