import type { Page } from '@playwright/test';
import { wireClient } from '../support/api.ts';
import { chooseFile, freshImeis, startBatch, startButton } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

/** More rows than are rendered at once, so that all have the same height. */
const ROWS = 60;

/** Contents of table cells that are cut off. */
async function cutCells(page: Page): Promise<readonly string[]> {
  await expect(page.locator('table[data-windowed]')).toBeVisible();
  return page.locator('td, td *').evaluateAll((elements) =>
    elements
      .filter((one) => one.clientWidth > 1)
      .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
      .map(({ textContent }) => textContent),
  );
}

const wrongCells = ['12345', '3.56E+14', '"356938035643809', '35-693803-564380-9', '356938035643809,7', 'no IMEI here'];
const wrongRows = Array.from({ length: ROWS }, (_, at) => `${at},${wrongCells[at % wrongCells.length] ?? ''}`);

for (const width of isWholeRun ? [1280, 1440] : [1280])
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('B3 D10 no sentence about a wrong row is cut, and what can be pressed stands above them', async ({
      page,
      testConsole,
    }) => {
      const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 2);
      await openAs(page, 'admin@example.com', '/lockDevice');
      await chooseFile(page, 'wrong.csv', ['sno,imei1', ...wrongRows].join('\r\n'));
      expect(await cutCells(page)).toEqual([]);
      await chooseFile(page, 'some-wrong.csv', [batchFile(imeis), ...wrongRows].join('\r\n'));
      await expect(startButton(page)).toBeInViewport();
      expect(await cutCells(page)).toEqual([]);
      await page.goto('/enableNotification');
      const rows = Array.from({ length: ROWS }, (_, at) => `${at},,3.56E+14,1.234,1/2/2026,Never`);
      await chooseFile(page, 'wrong.csv', ['sno,name,imei1,amount,date,template', ...rows].join('\r\n'));
      expect(await cutCells(page)).toEqual([]);
    });

    test('T5 T6 B9 no message and no reason of a result is cut', async ({ page, testConsole }) => {
      const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), ROWS - 2);
      await openAs(page, 'admin@example.com', '/enableNotification');
      const rows = [...imeis, '990000862471854', '990000862471862'].map(
        (imei, at) => `${at + 1},Venkatanarasimharaju Chandrasekharan,${imei},125000,05/12/2026,Post`,
      );
      await chooseFile(page, 'long.csv', ['sno,name,imei1,amount,date,template', ...rows].join('\r\n'));
      await page.getByRole('button', { name: `Preview ${ROWS} messages` }).click();
      expect(await cutCells(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.goto('/lockDevice');
      await chooseFile(page, 'lock.csv', batchFile([...imeis, '990000862471854', '990000862471862']));
      await startBatch(page);
      await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
      expect(await cutCells(page)).toEqual([]);
    });
  });
