import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, savedText, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { expect, test } from '../support/test.ts';

test(
  'B1 to B9 D23 a file of 60 rows with 3 bad ones: errors listed and saved, the rest run in order, results that ' +
    'scroll in 350 pixels, and summary',
  async ({ page, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const imeis = await freshImeis(admin, 57);
    const lines = batchFile(imeis).split('\r\n');
    lines.splice(10, 0, 'x,123');
    lines.splice(30, 0, 'y,356938030000005,extra');
    lines.splice(50, 0, 'z,3.56938E+14');
    const sent: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (/bulk|updateCommand|getimei|updateStatus/.test(path))
        sent.push(`${request.method()} ${path.replace('/api/', '')}`);
    });

    await useSpecifiedBatchCalls(page);
    await openAs(page, 'operator@example.com', '/lockDevice');
    await chooseFile(page, 'overdue.csv', lines.join('\r\n'));
    await expect(page.getByText('CSV contains incorrect format data.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Invalid IMEI list' })).toBeVisible();
    const invalid = page.getByRole('table', { name: 'Invalid IMEI list' });
    await expect(invalid.getByRole('row')).toHaveCount(4);
    await expect(invalid).toContainText('Invalid Length found in imei, only 15 digits allowed');
    await expect(invalid).toContainText('More than two columns found. please check your file');
    await expect(invalid).toContainText('format the imei1 column as Text');
    const errors = await savedText(page, 'Download incorrect_data.csv');
    expect(errors.name).toBe('incorrect_data.csv');
    expect(errors.text.replace('\uFEFF', '').split('\r\n')[0]).toBe('Sno,Incorrect Data,Error Message');
    expect(errors.text.trim().split('\r\n')).toHaveLength(4);

    await page.getByRole('button', { name: 'Lock 57 valid of 60 devices' }).click();
    await expect(page.getByText('Please Wait while we are executing this batch')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Batch Summary' })).toBeVisible();
    await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
    await expectSummary(page, {
      Total: '60',
      'Valid IMEI': '57',
      'Invalid IMEI': '3',
      Found: '57',
      'Not Found': '0',
      'Process Time': /^[\d,]+ ms/,
    });
    await expect(page.getByText('CSV contains incorrect format data.')).toBeVisible();
    await expect(invalid.getByRole('row')).toHaveCount(4);
    await expect(page.getByText('Reading time')).toBeVisible();

    const saved = await savedText(page, 'Download CSV');
    expect(saved.name).toBe('imei_data.csv');
    for (const imei of imeis) expect(saved.text).toContain(imei);

    await page.setViewportSize({ width: 1280, height: 500 });
    const results = page.getByRole('region', { name: 'Results, table', exact: true });
    expect((await results.boundingBox())?.height).toBe(350);
    const last = results.getByText(imeis.at(-1) ?? '');
    await expect(last).not.toBeInViewport();
    await results.hover();
    await page.mouse.wheel(0, 10_000);
    await expect(last).toBeInViewport();

    expect(sent.slice(0, 3)).toEqual([
      'POST bulkLockCopy.php',
      'PUT updateCommandOnServer.php',
      'POST getimeidetails.php',
    ]);
    expect(sent.at(-1)).toBe('POST updateStatusOnServer.php');
    expect(sent.filter((call) => call === 'POST getimeidetails.php')).toHaveLength(57);
    const executed = (await executedLocks(admin)).filter(({ imei1 }) => imeis.includes(imei1));
    expect(executed.map(({ imei1 }) => imei1)).toEqual(imeis);
    expect(new Set(executed.map((row) => row.interface))).toEqual(new Set(['B']));
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('batch:')))).toEqual([]);
  },
);

test(
  'D16 a batch goes on across screens with its progress in the top bar; pause and continue; another tab is kept ' +
    'out',
  async ({ page, context, testConsole }) => {
    const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 12);
    await useSpecifiedBatchCalls(page);
    await openAs(page, 'operator@example.com', '/lockDevice');
    // The answer for the tenth device is held back until the operator is on another screen.
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let count = 0;
    await page.route('**/getimeidetails.php', async (route) => {
      count += 1;
      if (count === 10) await held;
      await route.continue();
    });
    const idle = await context.newPage();
    await idle.goto('/lockDevice');
    await expect(idle.getByLabel('CSV file')).toBeAttached();
    await chooseFile(page, 'long.csv', batchFile(imeis));
    await startBatch(page);
    await expect(idle.getByText('This batch runs in another tab of this browser.')).toBeVisible();
    await idle.close();
    await expect(page.getByRole('table', { name: 'Results' }).getByRole('row')).toHaveCount(10);
    await page.getByRole('link', { name: 'Device Details' }).click();
    await expect(page.getByRole('link', { name: /Lock Device: 9 of 12/ })).toBeVisible();

    const other = await context.newPage();
    await other.goto('/lockDevice');
    await expect(other.getByText('This batch runs in another tab of this browser.')).toBeVisible();
    await other.close();

    await page.getByRole('link', { name: /Lock Device: 9 of 12/ }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    letGo();
    await expect(page.getByText('The batch is paused.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
    await expectSummary(page, { Found: '12', 'Not Found': '0' });
  },
);
