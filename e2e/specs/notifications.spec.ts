import { readFile } from 'node:fs/promises';
import { calls } from '@device-console/shared-lib/contract';
import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import type { Page } from '@playwright/test';
import { wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, previewAndSend } from '../support/batch-page.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import type { TestConsole } from '../support/test-console.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

type Body = Readonly<Record<string, unknown>>;

/** Opens every sealed body that the page sends for a call, in order, like a server. */
async function recordBodies(
  page: Page,
  testConsole: TestConsole,
  call: { readonly method: string; readonly path: string },
): Promise<readonly Promise<Body>[]> {
  const { sharedKey } = JSON.parse(await readFile(testConsole.configFile, 'utf8')) as { sharedKey: string };
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey });
  const bodies: Promise<Body>[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith(`/${call.path}`)) return;
    const { payload, transactionId } = request.postDataJSON() as { payload: string; transactionId: string };
    bodies.push(
      codec.open(
        { payload, transactionId },
        { direction: 'request', method: call.method, path: call.path, transactionId },
      ) as Promise<Body>,
    );
  });
  return bodies;
}

/** Everything in the browser's database of batches, as text. */
function storedBatches(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const ended = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('The database gave no answer.'));
      });
    const database = await ended(indexedDB.open('device-console-batches'));
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores);
    const rows = await Promise.all(
      stores.map((name) => ended(transaction.objectStore(name).getAll() as IDBRequest<unknown[]>)),
    );
    database.close();
    return JSON.stringify(rows);
  });
}

const header = 'sno,name,imei1,amount,date,template';

test('T4 T5 T6 D13a a batch with bad rows and a second instalment: sent and shown', async ({ page, testConsole }) => {
  const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 27);
  const kinds = ['Pre', 'Due', 'Post'];
  const rows = imeis.map(
    (imei, index) =>
      `${index + 1},"Customer ${index + 1}, Pune",${imei},${1_000 + index}.5,05/12/2026,${kinds[index % 3] ?? 'Pre'}`,
  );
  rows.push(`28,"Customer 1, Pune",${imeis[0] ?? ''},1027.5,05/01/2027,Pre`);
  const told = [...imeis, imeis[0]];
  const days = told.map((_, index) => (index < imeis.length ? '05/12/2026' : '05/01/2027'));
  rows.splice(3, 0, 'a,Wrong,12345,ten,2026-12-05,Later');
  rows.splice(10, 0, 'b,Too few,356938030000005');
  rows.splice(20, 0, 'c,Rounded,3.56938E+14,10,05/12/2026,Pre');
  await useSpecifiedBatchCalls(page);
  await openAs(page, 'admin@example.com', '/enableNotification');
  const bodies = await recordBodies(page, testConsole, calls.getImeiDetails);
  await chooseFile(page, 'dues.csv', [header, ...rows].join('\r\n'));

  await expect(page.getByText('CSV contains incorrect format data.')).toBeVisible();
  const invalid = page.getByRole('table', { name: 'Invalid IMEI list' });
  await expect(invalid.getByRole('row')).toHaveCount(4);
  await expect(invalid).toContainText(
    'Incorrect fields: Invalid IMEI (must be 15 digits); Invalid amount (must be a number with up to 2 decimal ' +
      'places); Invalid date format (expected DD/MM/YYYY)',
  );
  await expect(invalid).toContainText('Incorrect fields: Invalid row, missing or extra columns');
  await expect(invalid).toContainText('format the imei1 column as Text');

  await expect(
    page.getByText('Further messages to the same IMEI: 1, the first on line 32. Each of them is sent.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Preview 28 valid of 31 messages' }).click();
  const preview = page.getByRole('dialog', { name: 'Messages of dues.csv' });
  await expect(preview.getByRole('row')).toHaveCount(29);
  await preview.getByLabel('Filter').fill('customer 27,');
  await expect(preview.getByRole('row')).toHaveCount(2);
  await expect(preview.getByRole('row').last()).toContainText(
    'Dear Customer 27, Pune, your EMI of ₹1,026.50 was due on 05/12/2026',
  );
  expect(bodies).toEqual([]);
  await preview.getByRole('button', { name: 'Send 28 messages' }).click();
  await expect(page.getByText('The batch is complete.')).toBeVisible({ timeout: 90_000 });
  await expectSummary(page, { Total: '31', 'Valid IMEI': '28', 'Invalid IMEI': '3', Found: '28', 'Not Found': '0' });

  const sent = await Promise.all(bodies);
  expect(sent.map(({ imei }) => imei)).toEqual(told);
  expect(sent.map(({ template }) => template)).toEqual(told.map((_, index) => kinds[index % 3]));
  sent.forEach(({ message, action }, index) => {
    expect(action).toBe('notify');
    const customer = (index % imeis.length) + 1;
    const amount = `₹${new Intl.NumberFormat('en-IN').format(1_000 + index)}.50`;
    const parts = [`Dear Customer ${customer}, Pune,`, amount, days[index], 'credit score'];
    for (const part of parts) expect(message).toContain(part);
  });

  const results = page.getByRole('table', { name: 'Results' });
  await expect(results.getByRole('row')).toHaveCount(29);
  await expect(results.getByRole('row').nth(1)).toContainText(String(sent[0]?.['message']));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.replace('\uFEFF', '').split('\r\n')[0]).toBe(
    'S.No.,IMEI,Name,Amount,Date,Template,Header,Notification Text,Status',
  );
  expect(text).toContain('"Customer 1, Pune",1000.50,05/12/2026,Pre');
});

test(
  'D15 a batch goes on after a reload without its file, whose rows lie sealed in the browser; after another ' +
    'login it asks for the file',
  async ({ page, testConsole }) => {
    const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 12);
    const fileOf = (amount: number) =>
      [header, ...imeis.map((imei, index) => `${index + 1},Asha Rao,${imei},${amount + index},05/12/2026,Post`)].join(
        '\r\n',
      );
    await useSpecifiedBatchCalls(page);
    await openAs(page, 'admin@example.com', '/enableNotification');
    const bodies = await recordBodies(page, testConsole, calls.getImeiDetails);
    // Pauses at these sendings, each of which is still answered.
    const pauseAt = [4, 8];
    let count = 0;
    await page.route('**/getimeidetails.php', async (route) => {
      count += 1;
      if (pauseAt.includes(count)) await page.getByRole('button', { name: 'Pause' }).click();
      await route.continue();
    });
    await chooseFile(page, 'dues.csv', fileOf(1_000));
    await previewAndSend(page);
    await expect(page.getByText('The batch is paused.')).toBeVisible();
    expect(await storedBatches(page)).toContain(imeis[0]);
    for (const text of ['Asha', '1000.00', 'credit score']) expect(await storedBatches(page)).not.toContain(text);

    await page.reload();
    await expect(
      page.getByText(
        'The names and amounts of this batch are kept, encrypted, until this login ends. Press Process to go on.',
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Process' }).click();
    await expect(page.getByText('The batch is paused.')).toBeVisible();

    await page.getByRole('link', { name: 'Logout' }).first().click();
    await expect(page).toHaveURL('/login');
    await openAs(page, 'admin@example.com', '/enableNotification');
    const process = page.getByRole('button', { name: 'Process' });
    await expect(page.getByLabel('The same CSV file')).toBeVisible();
    await expect(process).toBeDisabled();
    for (const [amount, isSame] of [
      [5_000, false],
      [1_000, true],
    ] as const) {
      await page
        .getByLabel('The same CSV file')
        .setInputFiles({ name: 'dues.csv', mimeType: 'text/csv', buffer: Buffer.from(fileOf(amount)) });
      await process.click();
      if (!isSame) await expect(page.getByText('This file holds other rows than the unfinished batch.')).toBeVisible();
    }
    await expect(page.getByText('The batch is complete.')).toBeVisible();
    const sent = await Promise.all(bodies);
    expect(sent.map(({ imei }) => imei)).toEqual(imeis);
    sent.forEach(({ message, header: line }, index) => {
      expect(message).toContain(`₹${new Intl.NumberFormat('en-IN').format(1_000 + index)}.00`);
      expect(line).toBe('Urgent: your EMI is past due since 05/12/2026');
    });
  },
);
