import type { Locator } from '@playwright/test';
import { goTo } from '../support/accessibility.ts';
import { openRequest, wireClient } from '../support/api.ts';
import { chooseFile, freshImeis, startBatch } from '../support/batch-page.ts';
import { besideForm, expectWork } from '../support/day.ts';
import { batchFile } from '../support/demo-data.ts';
import { recordedForms, recordForms } from '../support/recorded-forms.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

/** Red, green and blue of a card's background, from 0 to 255. */
async function backgroundOf(card: Locator): Promise<readonly number[]> {
  const colour = await card.evaluate((element) => getComputedStyle(element).backgroundColor);
  return (/^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? []).slice(1).map(Number);
}

test('C3 the card that de-enrols a formatted device is yellow, and no other card', async ({ page }) => {
  await openAs(page, 'admin@example.com', '/formattedDevice');
  const [red = 0, green = 0, blue = 0] = await backgroundOf(
    page.getByRole('region', { name: 'De-enroll formatted device' }),
  );
  expect(Math.min(red, green)).toBeGreaterThan(230);
  expect(Math.min(red, green) - blue).toBeGreaterThan(20);
  await goTo(page, '/lockDevice');
  const [plainRed = 0, plainGreen = 0, plainBlue = 255] = await backgroundOf(
    page.getByRole('region', { name: 'One device' }),
  );
  expect(Math.abs(Math.min(plainRed, plainGreen) - plainBlue)).toBeLessThan(5);
});

// The command whose level is in the action, in the copy's name and in its form. The others need no browser: what the
// page sends is shown by command-screen.test.tsx and batch-forms.test.tsx of mf-commands, that the server takes it by
// its commands.test.ts and batches.test.ts.
test('D0 C1 C6 C9 B5 B6 B7 B14 B15 B16 Disable App: a device and a file go by one press each', async ({
  page,
  testConsole,
}) => {
  const user = 'admin@example.com';
  const action = 'disableapplevel1';
  const [single = '', ...imeis] = await freshImeis(await wireClient(testConsole, user), 4);
  await useSpecifiedBatchCalls(page);
  await recordForms(page);
  await openAs(page, user, '/gradeDisableApp');

  const card = page.getByRole('region', { name: 'One device', exact: true });
  const sendOne = async (): Promise<void> => {
    await card.getByRole('combobox').selectOption('Level 1');
    await card.getByRole('textbox').fill(single);
    await card.getByRole('button', { name: 'Disable App', exact: true }).click();
    const shown = card.getByRole('status').filter({ hasText: single });
    await expect(shown).toBeVisible();
    // Letter for letter: no space is lost between the table and the operator (C6, D22).
    expect((await shown.innerText()).split('\n').at(-1)).toBe(' Graded Disable Apps initiated  successfully.');
  };
  const one = { presses: 1, questions: 0, calls: ['POST locknotification.php'] };
  const [sent] = await Promise.all((await expectWork(page, sendOne, one, besideForm)).map(openRequest));
  expect(sent?.body).toEqual({ imei: single, action, user });
  expect(sent?.headers['x-api-key']).toMatch(/\S{16,}/);

  const sendFile = async (): Promise<void> => {
    const batch = page.getByRole('region', { name: 'Many devices (CSV)', exact: true });
    await batch.getByRole('combobox').selectOption('Level 1');
    await chooseFile(page, 'three.csv', batchFile(imeis));
    await startBatch(page);
    await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
  };
  const file = {
    presses: 1,
    questions: 0,
    calls: [
      'POST bulkGreyCopy.php',
      'PUT updateCommandOnServer.php',
      ...imeis.map(() => 'POST getimeidetails.php'),
      'POST updateStatusOnServer.php',
    ],
  };
  const calling = await Promise.all((await expectWork(page, sendFile, file, besideForm)).map(openRequest));
  const { batchId, filename } = calling.find(({ body }) => 'filename' in body)?.body ?? {};
  expect(filename).toMatch(/^disableapplevel1-\d{14}-[0-9a-f]{16}\.csv$/);
  const common = { user, batchId };
  const end = { lastimei: imeis.at(-1), fileName: filename, isComplete: 'complete', statusOf: 'disableappfiles' };
  expect(calling.map(({ body }) => body)).toEqual([
    {},
    { imeilist: imeis.join(','), action, ...common },
    ...imeis.map((imei) => ({ imei, action, filename, ...common })),
    { ...end, ...common },
  ]);
  expect(new Set(calling.map(({ headers }) => headers['x-api-key']))).toEqual(new Set([sent?.headers['x-api-key']]));
  expect(new Set(calling.map(({ transactionId }) => transactionId)).size).toBe(calling.length);
  const text = expect.stringMatching(new RegExp(`${imeis.join('[\\s\\S]*')}\\s*$`)) as unknown;
  const copy = { name: 'L1_three.csv', type: expect.stringContaining('csv') as unknown, text };
  const [form = []] = await recordedForms(page);
  expect(Object.fromEntries(form)).toEqual({ file: copy, user, batchId, level: 'level1' });
});

test('C6 L3 D17d the device beside the form, in another tab and before another operator follows a command', async ({
  page,
  context,
  browser,
  baseURL,
  testConsole,
}) => {
  const [imei = ''] = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 1);
  await openAs(page, 'admin@example.com', `/lockDevice#imei=${imei}`);
  const tab = await context.newPage();
  await tab.goto(`/device#imei=${imei}`);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await elsewhere.newPage();
  await openAs(theirs, 'superadmin@example.com', `/superadmin/device#imei=${imei}`);
  const justLocked = /^Locked (just now|\d minutes? ago)/;
  const pages = [theirs, page, tab].map((each) => ({
    each,
    card: each.getByRole('group', { name: `Device ${imei}` }),
  }));
  for (const { card } of pages) await expect(card).not.toContainText(justLocked);
  await page.getByRole('button', { name: 'Lock Device', exact: true }).click();
  // A hidden tab waits until it is visible.
  for (const { each, card } of pages) {
    await each.bringToFront();
    await expect(card).toContainText(justLocked);
  }
  await elsewhere.close();
});
