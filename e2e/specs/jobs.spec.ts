import { calls } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { executedLocks, wireClient, type WireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile, demoImeis } from '../support/demo-data.ts';
import { countEffort, overGoal } from '../support/effort.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

/** A demo device that was never locked. */
async function unlockedImei(admin: WireClient): Promise<string> {
  for (const imei1 of await freshImeis(admin, 20)) {
    const { commands } = await admin.call(calls.auditReportByImei, { imei1 });
    if (commands.every(({ command }) => command !== 'LOCK')) return imei1;
  }
  throw new Error('Every one of these devices of the demo was locked, by the demo itself.');
}

/** A device locked within the last thirty days, and who locked it. */
async function recentlyLocked(admin: WireClient): Promise<{ imei: string; user: string }> {
  const day = (back: number): string => {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - back).toLocaleDateString('sv-SE');
  };
  const { items } = await admin.call(calls.operatorAudit, {
    startdate: day(28),
    enddate: day(1),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    called: calls.lockNotification.path,
    outcome: 'success',
    limit: 500,
  });
  const found = items.find(({ imei, action }) => action === 'lock' && /^\d{15}$/.test(imei ?? ''));
  if (!found?.imei || !found.user) throw new Error('The demo has no lock in these thirty days.');
  return { imei: found.imei, user: found.user };
}

/** Opens the search by keyboard and enters an IMEI like a scanner or the clipboard, without key presses. */
async function searchImei(page: Page, imei: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  await page.keyboard.insertText(imei);
}

/** Drops a file, as from the desktop. */
async function dropFile(page: Page, label: string, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName, { type: 'text/csv' }));
      return transfer;
    },
    [name, content] as const,
  );
  for (const event of ['dragover', 'drop']) await page.getByLabel(label).dispatchEvent(event, { dataTransfer });
}

test('Q3 Q2 a phone is found and locked from Home: no click, 5 keys, no page', async ({ page, testConsole }) => {
  const admin = await wireClient(testConsole, 'admin@example.com');
  const imei = await unlockedImei(admin);
  await openAs(page, 'admin@example.com');
  const effort = await countEffort(page);

  await searchImei(page, imei);
  await expect(page.getByRole('option', { name: 'Lock Device', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText(imei);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lock initiated  successfully.')).toBeVisible();
  expect(overGoal(await effort(), { clicks: 0, keys: 5, pages: 0 })).toEqual([]);
  const executed = await executedLocks(admin);
  expect(executed.filter(({ imei1 }) => imei1 === imei)).toHaveLength(1);
});

test('B9 D14 D40 a file is locked from Home: its drop, 2 clicks; the not found stand first', async ({
  page,
  testConsole,
}) => {
  const admin = await wireClient(testConsole, 'admin@example.com');
  const known = await freshImeis(admin, 80);
  const unknown = demoImeis(600_000, 32);
  const lines = batchFile([...known, ...unknown]).split('\r\n');
  for (const at of [5, 20, 40, 60, 100]) lines.splice(at, 0, `x,${at}`);
  await openAs(page, 'operator@example.com');
  await expect(page.getByLabel('CSV file')).toBeVisible();
  const effort = await countEffort(page);

  await dropFile(page, 'CSV file', 'evening.csv', lines.join('\r\n'));
  await page.getByRole('option', { name: 'Lock Device', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Invalid IMEI list' }).getByRole('row')).toHaveCount(6);
  await page.getByRole('button', { name: 'Lock 112 valid of 117 devices' }).click();
  await expect(page.getByText('The batch is complete.')).toBeVisible();
  const results = page.getByRole('table', { name: 'Results' });
  await expect(results.getByRole('row').nth(1)).toContainText(unknown[0] ?? '');
  await expect(page.getByRole('button', { name: 'Not found (32)' })).toBeVisible();
  expect(overGoal(await effort(), { clicks: 3, keys: 0, pages: 1 })).toEqual([]);
  await expectSummary(page, { Total: '117', 'Invalid IMEI': '5', Found: '80', 'Not Found': '32' });
});

test('D15 D40 a batch whose tab was closed goes on from Home: 1 click', async ({ page, context, testConsole }) => {
  const admin = await wireClient(testConsole, 'admin@example.com');
  const imeis = await freshImeis(admin, 12);
  await useSpecifiedBatchCalls(page);
  await openAs(page, 'operator@example.com', '/lockDevice');
  let count = 0;
  const stopped = new Promise<void>((done) => {
    void page.route('**/getimeidetails.php', async (route) => {
      count += 1;
      if (count < 7) await route.continue();
      // Its answer never arrives: the tab is closed meanwhile.
      else done();
    });
  });
  await chooseFile(page, 'closed.csv', batchFile(imeis));
  await startBatch(page);
  await stopped;
  await page.close();

  const next = await context.newPage();
  await next.goto('/');
  const resume = next.getByRole('button', { name: 'Resume the batch of Lock Device' });
  await expect(resume).toBeVisible();
  const effort = await countEffort(next);
  await resume.click();
  await expect(next.getByText('The batch is complete.')).toBeVisible();
  expect(overGoal(await effort(), { clicks: 1, keys: 0, pages: 1 })).toEqual([]);
  const executed = (await executedLocks(admin)).filter(({ imei1 }) => imeis.includes(imei1));
  expect(executed.map(({ imei1 }) => imei1)).toEqual(imeis);
});

test('Q2 D17 who did what to a phone in the last 30 days is found from Home: 1 click and 5 keys at most', async ({
  page,
  testConsole,
}) => {
  const { imei, user } = await recentlyLocked(await wireClient(testConsole, 'admin@example.com'));
  await openAs(page, 'admin@example.com');
  const effort = await countEffort(page);

  await searchImei(page, imei);
  await expect(page.getByRole('option', { name: /^(Lock|Unlock) Device$/ }).first()).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/operatorAudit#imei=${imei}&range=30-days`);
  await expect(page.getByRole('heading', { level: 1, name: 'Operator Audit' })).toBeFocused();
  const rows = page.getByRole('table', { name: 'Operator Audit' }).getByRole('row').filter({ hasText: user });
  await expect(rows.first()).toBeInViewport();
  await expect(rows.first()).toContainText('Lock Device');
  expect(overGoal(await effort(), { clicks: 1, keys: 5, pages: 1 })).toEqual([]);
});

test('U2 an operator with three permissions is added from Home: 3 clicks, 26 keys', async ({ page }) => {
  await openAs(page, 'admin@example.com');
  const effort = await countEffort(page);

  await page
    .getByRole('navigation', { name: 'Console' })
    .getByRole('link', { name: 'User Management', exact: true })
    .click();
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add User' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('meena');
  await page.keyboard.press('Tab');
  await page.keyboard.type('5550107777');
  for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await dialog.getByRole('button', { name: 'Support' }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByText('User Added successfully')).toBeVisible();
  const row = page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'meena@example.com', exact: true }) });
  await expect(row.getByRole('button', { name: / and 2 more$/ })).toBeVisible();
  expect(overGoal(await effort(), { clicks: 3, keys: 26, pages: 1 })).toEqual([]);
});
