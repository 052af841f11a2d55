import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { callOf, openRequest, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, previewAndSend } from '../support/batch-page.ts';
import { expectWork } from '../support/day.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

const SEND = 'POST getimeidetails.php';

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

test('D0 T4 T5 T6 D13a a batch with bad rows and a second instalment: sent after one question, and shown', async ({
  page,
  testConsole,
}) => {
  const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 12);
  const kinds = ['Pre', 'Due', 'Post'];
  const rows = imeis.map(
    (imei, index) =>
      `${index + 1},"Customer ${index + 1}, Pune",${imei},${1_000 + index}.5,05/12/2026,${kinds[index % 3] ?? 'Pre'}`,
  );
  rows.push(`13,"Customer 1, Pune",${imeis[0] ?? ''},1012.5,05/01/2027,Pre`);
  const told = [...imeis, imeis[0]];
  const days = told.map((_, index) => (index < imeis.length ? '05/12/2026' : '05/01/2027'));
  rows.splice(3, 0, 'a,Wrong,12345,ten,2026-12-05,Later');
  rows.splice(6, 0, 'b,Too few,356938030000005');
  rows.splice(9, 0, 'c,Rounded,3.56938E+14,10,05/12/2026,Pre');
  await useSpecifiedBatchCalls(page);
  await openAs(page, 'admin@example.com', '/enableNotification');
  const sendFile = async (): Promise<void> => {
    await chooseFile(page, 'dues.csv', [header, ...rows].join('\r\n'));
    await expect(page.getByText('CSV contains incorrect format data.')).toBeVisible();
    const invalid = page.getByRole('table', { name: 'Invalid IMEI list' });
    await expect(invalid.getByRole('row')).toHaveCount(4);
    const further = /^1 Further messages to the same IMEI Each of them is sent\. · the first on line 17/;
    await expect(page.getByRole('button', { name: further })).toBeVisible();
    await page.getByRole('button', { name: 'Preview 13 valid of 16 messages' }).click();
    const preview = page.getByRole('dialog', { name: 'Messages of dues.csv' });
    await expect(preview.getByRole('row')).toHaveCount(14);
    await preview.getByLabel('Filter').fill('customer 12,');
    await expect(preview.getByRole('row')).toHaveCount(2);
    await expect(preview.getByRole('row').last()).toContainText(
      'Dear Customer 12, Pune, your EMI of ₹1,011.50 was due on 05/12/2026',
    );
    await preview.getByRole('button', { name: 'Send 13 messages' }).click();
    await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
  };
  const made = await expectWork(page, sendFile, {
    presses: 2,
    questions: 1,
    calls: [
      'POST bulkNotifyCopy.php',
      'PUT updateCommandOnServer.php',
      ...told.map(() => SEND),
      'POST updateStatusOnServer.php',
    ],
  });
  await expectSummary(page, { Total: '16', 'Valid IMEI': '13', 'Invalid IMEI': '3', Found: '13', 'Not Found': '0' });

  const sent = await Promise.all(
    made.filter((request) => callOf(request) === SEND).map(async (request) => (await openRequest(request)).body),
  );
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
  await expect(results.getByRole('row')).toHaveCount(14);
  await expect(results.getByRole('row').nth(1)).toContainText(String(sent[0]?.['message']));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.replace('\uFEFF', '').split('\r\n')[0]).toBe(
    'S.No.,IMEI,Name,Amount,Date,Template,Header,Notification Text,Status',
  );
  expect(text).toContain('"Customer 1, Pune",1000.50,05/12/2026,Pre');
});

test('D15 a batch goes on after a reload without its file, whose rows lie sealed in the browser', async ({
  page,
  testConsole,
}) => {
  const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 8);
  const rows = imeis.map((imei, index) => `${index + 1},Asha Rao,${imei},${1_000 + index},05/12/2026,Post`);
  await useSpecifiedBatchCalls(page);
  await openAs(page, 'admin@example.com', '/enableNotification');
  const sent: ReturnType<typeof openRequest>[] = [];
  page.on('request', (request) => {
    if (callOf(request) === SEND) sent.push(openRequest(request));
  });
  // Pauses at this sending, which is still answered.
  let count = 0;
  await page.route('**/getimeidetails.php', async (route) => {
    count += 1;
    if (count === 4) await page.getByRole('button', { name: 'Pause' }).click();
    await route.continue();
  });
  await chooseFile(page, 'dues.csv', [header, ...rows].join('\r\n'));
  await previewAndSend(page);
  await expect(page.getByText('The batch is paused.')).toBeVisible();
  const stored = await storedBatches(page);
  expect(stored).toContain(imeis[0]);
  for (const text of ['Asha', '1000.00', 'credit score']) expect(stored).not.toContain(text);

  await page.reload();
  await expect(
    page.getByText(
      'The names and amounts of this batch are kept, encrypted, until this login ends. Press Process to ' + 'continue.',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Process' }).click();
  await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
  const bodies = (await Promise.all(sent)).map(({ body }) => body);
  expect(bodies.map(({ imei }) => imei)).toEqual(imeis);
  bodies.forEach(({ message, header: line }, index) => {
    expect(message).toContain(`₹${new Intl.NumberFormat('en-IN').format(1_000 + index)}.00`);
    expect(line).toBe('Urgent: your EMI is past due since 05/12/2026');
  });
});
