import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chooseFile, expectSummary, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { enrolled, test, ZEROS } from '../support/legacy-console.ts';
import { openCommandOf } from '../support/menu.ts';
import { expect, logIn } from '../support/test.ts';

const OPERATOR = 'operator@example.com';
const [, first = '', second = '', third = '', fourth = '', fifth = ''] = enrolled;
const UNKNOWN = '990000862471854';

/** 18:30 in India, by New York's clocks and in the browser's language. */
const REGISTERED_AT = '20 Nov 2026, 8:00 am';

test.use({ timezoneId: 'America/New_York', locale: 'en-IN' });

const inNewYork = (at: number): string =>
  new Date(at).toLocaleString('en-IN', { timeZone: 'America/New_York', dateStyle: 'medium', timeStyle: 'short' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Console' });
const results = (page: Page) => page.getByRole('table', { name: 'Results' });
const undecided = (page: Page, imei: string) => page.getByText(`IMEI ${imei}.`);

test('D1a S7 S9 L1 C1 A2 login, lookup, lock and audit, as an existing back end has it', async ({ page, backEnd }) => {
  await page.goto('/login');
  await page.getByLabel('Email or phone').fill(OPERATOR);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password');

  await logIn(page, OPERATOR, '/deviceDetails');
  await page.getByLabel('IMEI number').fill(ZEROS);
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: ZEROS }) });
  await expect(row).toContainText('ENROLLED');
  await expect(row).toContainText(REGISTERED_AT);

  await openCommandOf(page, ZEROS, 'Lock Device');
  await page.getByRole('button', { name: 'Lock Device', exact: true }).click();
  await expect(page.getByText('Lock initiated  successfully.')).toBeVisible();
  expect(backEnd.state.commands).toMatchObject([
    { imei1: ZEROS, action: 'LOCK_DEVICE', interface: 'S', user: OPERATOR },
  ]);
  expect(backEnd.requests.find(({ call }) => call === 'POST locknotification.php')?.body).toEqual({
    imei: ZEROS,
    action: 'LOCK_DEVICE',
    user: OPERATOR,
  });

  await menu(page).getByRole('link', { name: 'Audit Report' }).click();
  // The previous screen has a field of that name too.
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Report By IMEI' })).toBeVisible();
  await page.getByLabel('IMEI number').fill(ZEROS);
  await expect(page.getByRole('table', { name: `Registration Details of ${ZEROS}`, exact: true })).toContainText(
    REGISTERED_AT,
  );
  const executed = page.getByRole('table', { name: `Executed Commands of ${ZEROS}` });
  await expect(executed.getByRole('row').nth(1)).toContainText(ZEROS);
  await expect(executed.getByRole('row').nth(1)).toContainText(inNewYork(backEnd.state.commands[0]?.at ?? 0));
});

test('D1a D6 D17 what the specification does not have is not offered', async ({ page, backEnd }) => {
  await logIn(page, 'superadmin@example.com', '/superadmin/login');
  await page.goto('/superadmin/batches');
  await expect(page.getByText('This server keeps no list of batches.')).toBeVisible();
  await page.goto('/superadmin/deviceAction');
  const card = page.getByRole('region', { name: 'One device' });
  await expect(card).toBeVisible();
  await expect(page.getByRole('region', { name: 'Many devices (CSV)' })).toHaveCount(0);
  await card.getByRole('textbox').fill('ALL');
  await card.getByRole('combobox').selectOption('REBOOT');
  await card.getByRole('button', { name: 'Device Action' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toHaveAccessibleName('REBOOT to all devices');
  await expect(question.getByRole('textbox')).toHaveCount(0);
  await question.getByRole('button', { name: 'REBOOT: all devices' }).click();
  await expect(page.getByText('Device Action initiated successfully.')).toBeVisible();
  expect(backEnd.requests.at(-1)).toMatchObject({
    call: 'POST adminlocknotification.php',
    body: { imei: 'ALL', action: 'REBOOT', user: 'superadmin@example.com' },
  });
  expect(Object.keys(backEnd.requests.at(-1)?.body ?? {}).sort()).toEqual(['action', 'imei', 'user']);
});

test('D1a R1 R5 D3 the report of a command has its name, its folder and its times', async ({ page, backEnd }) => {
  await logIn(page, OPERATOR, '/lockDevice');
  await chooseFile(page, 'overdue.csv', batchFile([ZEROS, first]));
  await startBatch(page);
  await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
  await page.goto('/reports/lock');
  await page.getByRole('button', { name: 'Today' }).click();
  await page.getByRole('button', { name: 'View' }).click();
  const executed = page.getByRole('table', { name: 'Executed Commands History' });
  await expect(executed.getByRole('row').filter({ hasText: ZEROS })).toContainText(
    inNewYork(backEnd.state.commands[0]?.at ?? 0),
  );
  const body = backEnd.requests.find(({ call }) => call === 'POST downloadReports.php')?.body ?? {};
  expect(body['report']).toBe('locked_devices');
  expect(Object.keys(body).sort()).toEqual(['enddate', 'report', 'startdate', 'user']);
  expect(backEnd.requests.filter(({ call }) => call === 'POST downloadReports.php')).toHaveLength(1);

  const uploads = page.getByRole('table', { name: 'Bulk Upload History' });
  await expect(uploads.getByRole('row').nth(1)).toContainText('complete');
  const download = page.waitForEvent('download');
  await uploads.getByRole('button', { name: 'Download overdue.csv' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(backEnd.state.uploads[0]?.text);
  expect(backEnd.requests.at(-1)).toMatchObject({
    call: 'GET /uploads/lock_files/overdue.csv',
    headers: { 'x-api-key': expect.stringMatching(/./) as unknown },
  });
});

test.describe('when answers are lost', () => {
  test.use({ expectedMessages: /ERR_EMPTY_RESPONSE|ERR_FAILED|ERR_CONNECTION|CORS/ });

  test('D2 B5 B6 B7 B10 D11 a batch stops at an unknown outcome, is resumed and sends nothing twice', async ({
    page,
    backEnd,
  }) => {
    const { state, requests } = backEnd;
    state.refusals.set(second, 'The contract of this device is closed');
    state.losesAnswerOf.add(fourth);
    const imeis = [ZEROS, first, second, UNKNOWN, third, fourth, fifth];
    await logIn(page, OPERATOR, '/lockDevice');
    await chooseFile(page, 'overdue.csv', batchFile(imeis));
    await startBatch(page);
    await expect(page.getByText('The server gave no clear answer. Decide how to continue.')).toBeVisible();
    await expect(undecided(page, fourth)).toBeVisible();
    await expect(results(page).getByRole('row').filter({ hasText: second })).toContainText(
      'The contract of this device is closed',
    );

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Incomplete Batch Available' })).toBeVisible();
    await expect(page.getByText(`It is not known whether IMEI ${fourth} was sent`)).toBeVisible();
    await expect
      .poll(() => state.uploads.map(({ isComplete, lastimei }) => [isComplete, lastimei]))
      .toEqual([['incomplete', third]]);
    await page.getByRole('button', { name: 'Process' }).click();
    await expect(undecided(page, fourth)).toBeVisible();
    expect(state.commands.map(({ imei1 }) => imei1)).toEqual([ZEROS, first, third, fourth]);
    await page.getByRole('button', { name: 'Leave it unconfirmed' }).click();

    await expect(page.getByText('The batch has ended. Devices without a confirmed outcome: 1.')).toBeVisible();
    await expectSummary(page, { Total: '7', Found: '4', 'Not Found': '3', Unconfirmed: '1' });
    expect(state.commands.map(({ imei1, interface: code }) => [imei1, code])).toEqual(
      [ZEROS, first, third, fourth, fifth].map((imei) => [imei, 'B']),
    );
    expect(state.lists).toEqual([imeis.join(',')]);
    expect(state.uploads).toMatchObject([{ file: 'overdue.csv', isComplete: 'complete', lastimei: fifth }]);
    expect(requests.find(({ call }) => call === 'POST getimeidetails.php')?.body).toEqual({
      imei: ZEROS,
      action: 'LOCK_DEVICE',
      filename: 'overdue.csv',
      user: OPERATOR,
    });
    expect(requests.find(({ call }) => call === 'POST bulkLockCopy.php')?.body).toEqual({
      user: OPERATOR,
      file: { name: 'overdue.csv', text: expect.stringContaining(fifth) as unknown },
    });
    await expect(page.getByRole('link', { name: 'Batches' })).toHaveCount(0);
  });
});

test.describe('an answer that was lost', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  test('D2b D2e a lock whose answer was lost is sent again only after a question, also after leaving', async ({
    page,
    backEnd,
  }) => {
    await logIn(page, OPERATOR, '/lockDevice');
    await page.route(
      '**/locknotification.php',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    const form = page.getByRole('region', { name: 'One device', exact: true });
    const lock = async (): Promise<void> => {
      await form.getByRole('textbox').fill(first);
      await form.getByRole('button', { name: 'Lock Device', exact: true }).click();
    };
    const locks = () => backEnd.state.commands.filter(({ imei1 }) => imei1 === first).length;
    await lock();
    await expect(page.getByText("Check the device's audit before you send it again")).toBeVisible();
    await menu(page).getByRole('link', { name: 'Audit Report' }).click();
    await menu(page).getByRole('link', { name: 'Lock Device' }).click();
    await expect(page.getByText(`Lock Device for IMEI ${first} was sent at`)).toBeVisible();
    await lock();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('The same was sent at');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(locks()).toBe(1);
    await lock();
    await question.getByRole('button', { name: 'Lock Device' }).click();
    await expect(page.getByText('Lock initiated  successfully.')).toBeVisible();
    expect(locks()).toBe(2);
  });
});
