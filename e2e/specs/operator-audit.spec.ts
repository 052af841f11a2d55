import { calls, NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import readXlsxFile from 'read-excel-file/node';
import { wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { moreLink } from '../support/menu.ts';
import { openAs } from '../support/open-as.ts';
import { expect, logOut, test } from '../support/test.ts';

/** The day before, by this machine's clock as the page has it: what was done just before midnight is found after it. */
const yesterday = (): string => new Date(Date.now() - 86_400_000).toLocaleDateString('sv-SE');

test(
  'the operator audit shows what was just done: by whom, when, from where and with what outcome; it can be ' +
    'filtered and exported',
  async ({ page, testConsole }) => {
    const operator = await wireClient(testConsole, 'operator@example.com');
    const viewer = await wireClient(testConsole, 'viewer@example.com');
    const [imei = ''] = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 1);
    await operator.call(calls.lockNotification, { imei, action: 'lock' });
    await viewer.attempt(calls.lockNotification, { imei, action: 'lock' });

    // Wide enough for every column.
    await page.setViewportSize({ width: 2_200, height: 900 });
    await openAs(page, 'admin@example.com');
    await moreLink(page, 'Operator Audit').click();
    await page.getByLabel('StartDate').fill(yesterday());
    await page.getByRole('textbox', { name: 'IMEI' }).fill(imei);
    await page.getByRole('combobox', { name: 'Call' }).selectOption('Command to one device');
    await page.getByRole('button', { name: 'Search' }).click();
    const rows = page.getByRole('table', { name: 'Operator Audit' }).getByRole('row').filter({ hasText: imei });
    await expect(rows).toHaveCount(2);
    const cells = rows.filter({ hasText: 'operator@example.com' }).getByRole('cell');
    await expect(cells.nth(0)).toContainText(String(new Date().getFullYear()));
    for (const [index, text] of [
      [1, 'Console'],
      [2, /127\.0\.0\.1|::1/],
      [3, 'Lock Device'],
      [4, 'lock'],
      [5, imei],
      [6, 'Success'],
    ] as const)
      await expect(cells.nth(index)).toHaveText(text);

    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Refused');
    await page.getByRole('textbox', { name: 'Account' }).fill('viewer');
    await page.getByRole('button', { name: '7 days' }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('viewer@example.com');
    await expect(rows).toContainText('Refused');
    await rows.getByRole('button', { name: /^Details of Lock Device/ }).click();
    const details = page.getByRole('dialog', { name: 'Lock Device' });
    await expect(details).toContainText('locknotification.php');
    await details.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /Excel/ }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^operator-audit_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.xlsx$/);
    const [sheet] = await readXlsxFile(await file.path());
    const [header, row, ...rest] = sheet?.data ?? [];
    expect(header).toEqual([
      'When',
      'User',
      'Via',
      'From',
      'Call',
      'Action',
      'IMEI',
      'Outcome',
      'Message',
      'Details',
      'Transaction ID',
    ]);
    expect(row).toEqual(expect.arrayContaining(['viewer@example.com', 'Console', 'Lock Device', imei, 'Refused']));
    expect(rest).toEqual([]);
  },
);

test('what admins do to users and keys stands in the audit, without secrets; an operator cannot open it', async ({
  page,
  testConsole,
}) => {
  const admin = await wireClient(testConsole, 'admin@example.com');
  await admin.call(calls.updateLoginStatus, { email: 'viewer@example.com' });
  const { key } = await admin.call(calls.generateKey, { key_name: 'For the audit', user_id: 'admin@example.com' });
  await openAs(page, 'superadmin@example.com', '/superadmin');
  await page.goto('/superadmin/operatorAudit');
  await page.getByLabel('StartDate').fill(yesterday());
  for (const [call, button] of [
    ['Log user out', /^Details of Log user out/],
    ['Generate Key', /^Details of Generate Key/],
  ] as const) {
    await page.getByRole('combobox', { name: 'Call' }).selectOption(call);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog')).toContainText(
      call === 'Generate Key' ? 'For the audit' : 'viewer@example.com',
    );
    expect(await page.content()).not.toContain(key);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  }
  await logOut(page);
  await openAs(page, 'operator@example.com');
  await page.goto('/operatorAudit');
  await expect(page.getByText(NOT_AUTHORISED)).toBeVisible();
});
