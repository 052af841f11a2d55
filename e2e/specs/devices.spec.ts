import { calls } from '@device-console/shared-lib/contract';
import { executedLocks, wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { besideForm, expectWork } from '../support/day.ts';
import { pressesOf } from '../support/day.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

// The main journey, also run by `npm run test:quick`.
test(
  'D0 L1 L3 looks a device up at 15 digits, C1 C6 locks it from its row by one press, A2 and the audit shows it',
  { tag: '@journey' },
  async ({ page, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const [imei = ''] = await freshImeis(admin, 1);
    const { commands: before } = await admin.call(calls.auditReportByImei, { imei1: imei });
    await openAs(page, 'operator@example.com', '/deviceDetails');
    const row = page.getByRole('row').filter({ hasText: imei });
    const lookUp = async (): Promise<void> => {
      await page.getByLabel('IMEI number').pressSequentially(imei.slice(0, 14));
      await expect(page.getByRole('table')).toHaveCount(0);
      await page.getByLabel('IMEI number').pressSequentially(imei.slice(14));
      await expect(row).toBeVisible();
    };
    await expectWork(page, lookUp, {
      presses: 0,
      questions: 0,
      calls: ['POST devicedetails.php'],
    });
    expect((await page.getByRole('columnheader').allInnerTexts()).slice(0, 10)).toEqual([
      'S.No.',
      'Action',
      'IMEI 1',
      'IMEI 2',
      'Enrollment Status',
      'Registration Status',
      'App Version',
      'App Type',
      'Last Command',
      'Created At',
    ]);
    await expect(row.getByRole('link')).toHaveText(['View Audit', imei]);
    await row.getByRole('button', { name: `Commands for ${imei}` }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Lock Device', 'Enable Notification']);

    await page.getByRole('menuitem', { name: 'Lock Device' }).click();
    await expect(page).toHaveURL(`/lockDevice#imei=${imei}`);
    await expect(page.getByLabel('IMEI number')).toHaveValue(imei);
    const lock = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Lock Device' }).click();
      await expect(page.getByText('Lock initiated  successfully.')).toBeVisible();
    };
    await expectWork(page, lock, { presses: 1, questions: 0, calls: ['POST locknotification.php'] }, besideForm);

    const executed = await executedLocks(admin);
    expect(executed.filter(({ imei1 }) => imei1 === imei)).toHaveLength(1);
    expect(executed.find(({ imei1 }) => imei1 === imei)?.interface).toBe('S');

    await page.goBack();
    await page.getByLabel('IMEI number').fill(imei);
    await page.getByRole('row').filter({ hasText: imei }).getByRole('link', { name: 'View Audit' }).click();
    await expect(page).toHaveURL(`/auditReport#imei=${imei}`);
    const commands = page.getByRole('table', { name: `Executed Commands of ${imei}` }).locator('tbody tr');
    await expect(commands).toHaveCount(before.length + 1);
    // Newest first.
    for (const text of ['LOCK', 'operator@example.com'])
      await expect(commands.first().getByText(text, { exact: true })).toBeVisible();
  },
);

test(
  'C1 an IMEI that was wrong and is put right goes with the next press of the button, which does not move away ' +
    'under it',
  async ({ page, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const [imei = ''] = await freshImeis(admin, 1);
    await openAs(page, 'admin@example.com', '/unlockDevice');
    const field = page.getByRole('textbox', { name: 'IMEI number' });
    await field.fill('123');
    await field.blur();
    await expect(page.getByText(/15 digit/).last()).toBeVisible();
    await field.fill(imei);
    const box = await page.getByRole('button', { name: 'Unlock Device' }).boundingBox();
    if (!box) throw new Error('The button is not on the page.');
    // Near its lower edge: if the button moved up by a message's height, this press would miss it.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 3);
    await page.mouse.down();
    await expect(field).not.toBeFocused();
    await page.mouse.up();
    await expect(page.getByText('Unlock  Notification sent successfully.')).toBeVisible();
  },
);

test('D40d D40a D40e devices are filtered, selected by a range, locked, and found as locked', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openAs(page, 'admin@example.com', '/devices#state=ENROLLED&model=motorola');
  const table = page.getByRole('table', { name: 'Devices' });
  const first = table.getByRole('rowheader').first();
  await expect(first).toBeInViewport({ ratio: 1 });
  const { y = 0 } = (await table.boundingBox()) ?? {};
  expect(y).toBeLessThan(180);
  const imei = await table.getByRole('rowheader').nth(2).innerText();
  await table.getByRole('checkbox').nth(1).click();
  await table
    .getByRole('checkbox')
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeInViewport();
  const selected = page.getByRole('group', { name: 'Selected devices' });
  await selected.getByRole('button', { name: 'Lock Device', exact: true }).click();
  await page.getByRole('button', { name: 'Lock 3 devices' }).click();
  await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
  // Which are locked: one press in the menu, and one here. The list of before shows until the filtered one comes.
  const row = table.getByRole('row').filter({ hasText: imei });
  await expect(async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await page.getByRole('button', { name: /^Locked/ }).click();
    await page.getByLabel('Model').fill('motorola');
    await expect(row.getByText('Locked', { exact: true })).toBeVisible({ timeout: 3_000 });
  }).toPass();
});

test('D40e one press on Home leads to the devices that are locked', async ({ page }) => {
  await openAs(page, 'admin@example.com', '/');
  const tile = page.getByRole('group', { name: 'Locked' });
  await expect(tile).toContainText(/[1-9]/);
  const presses = await pressesOf(page, () => tile.getByRole('link', { name: 'Locked' }).click());
  const states = page.getByRole('table', { name: 'Devices' }).locator('tbody tr:not([aria-hidden])');
  await expect(states.first()).toContainText('Locked');
  expect(presses).toBe(1);
});

test('Q2 D40f six keys lead from four digits of an IMEI to its device', async ({ page, testConsole }) => {
  const [imei = ''] = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 1);
  await openAs(page, 'admin@example.com', '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const digits = imei.slice(-4);
  for (const key of ['Control+k', ...digits]) await page.keyboard.press(key);
  // The digits may be the end of another phone's second IMEI.
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  const device = page.getByRole('dialog').getByRole('group', { name: /^Device \d{15}$/ });
  await expect(device).toBeVisible();
});
