import { calls } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { wireClient, wireLogin, tokenClient, type WireClient } from '../support/api.ts';
import { chooseFile, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import type { TestConsole } from '../support/test-console.ts';
import { expect, password, test, watchMessages } from '../support/test.ts';

const ROWS = 70;
/** How many devices the first chunk has; they are commanded before the account is contained. */
const BEFORE = 50;
const email = 'taken.person@example.com';

/** Adds an account, whose owner has replaced the given password. */
async function makePerson(superadmin: WireClient, testConsole: TestConsole): Promise<void> {
  const { permissions } = await superadmin.call(calls.getPermissions, {});
  const ids = permissions.filter(({ permission_name: name }) => name === 'Lock Device').map(({ id }) => Number(id));
  const given = 'given umbrella nine';
  const person = { email, phone: '5550107791', password: given, permissions: ids };
  expect(await superadmin.call(calls.addUser, person)).toMatchObject({ status: 'success' });
  const owner = tokenClient(testConsole, email, (await wireLogin(testConsole, email, given)).answer.token);
  const change = { currentPassword: given, newPassword: password };
  expect(await owner.call(calls.changePassword, change)).toMatchObject({ status: 'success' });
  await owner.call(calls.logout, {});
}

/** A batch of locks whose second chunk is not sent until `meanwhile` is done. */
async function lockUntil(page: Page, imeis: readonly string[], meanwhile: Promise<unknown>): Promise<void> {
  let chunks = 0;
  await page.route('**/batchItems.php', async (route) => {
    chunks += 1;
    if (chunks > 1) await meanwhile;
    await route.continue();
  });
  await chooseFile(page, 'all of them.csv', batchFile(imeis));
  await startBatch(page);
}

/** The text of a part of the summary. */
const partOf = (page: Page, name: string) => page.getByRole('dialog').getByRole('region', { name });

async function contain(page: Page): Promise<void> {
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: email }) });
  await row.getByRole('button', { name: /^Manage/ }).click();
  await page.getByRole('menuitem', { name: 'Contain this account…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Contain this account?' });
  await question.getByLabel('Reason').fill('She did not begin this batch');
  await question.getByRole('button', { name: 'Contain' }).click();
}

test.describe('an account in the wrong hands', () => {
  test('S32 S34 S36 a superadmin contains it while a thief sends a batch, and lets its owner in again', async ({
    page,
    browser,
    testConsole,
  }) => {
    const superadmin = await wireClient(testConsole, 'superadmin@example.com');
    await makePerson(superadmin, testConsole);
    const imeis = await freshImeis(superadmin, ROWS);
    const context = await browser.newContext({ baseURL: testConsole.address });
    const thief = await context.newPage();
    const messages = watchMessages(thief);
    await openAs(thief, email, '/lockDevice');
    const stolen = tokenClient(testConsole, email, (await wireLogin(testConsole, email)).answer.token);
    let contained = (): void => undefined;
    await lockUntil(thief, imeis, new Promise<void>((done) => (contained = done)));
    await expect(thief.getByRole('link', { name: `Lock Device: ${BEFORE} of ${ROWS}` })).toBeVisible();

    await openAs(page, 'superadmin@example.com', '/superadmin/userManagement');
    await contain(page);
    const summary = page.getByRole('dialog', { name: `${email} is contained` });
    await expect(partOf(page, 'What was done')).toContainText('Sessions ended2');
    await expect(partOf(page, 'What was done')).toContainText('Batches held1');
    const whole = (await summary.textContent()) ?? '';
    const numberOf = (pattern: RegExp): number => Number(pattern.exec(whole)?.[1] ?? 0);
    expect(numberOf(/Commands cancelled(\d+)/) + numberOf(/Lock Device(\d+), undone by/)).toBe(BEFORE);
    contained();

    await expect(thief.getByRole('dialog', { name: 'Your login has ended' })).toBeVisible();
    await thief.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
    await thief.getByRole('dialog').getByRole('button', { name: 'Log In' }).click();
    await expect(thief.getByText('Invalid email or password').last()).toBeVisible();
    expect((await stolen.attempt(calls.lockNotification, { imei: imeis[0], action: 'lock' })).httpStatus).toBe(401);

    await summary.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(`${email} is contained.`)).toBeVisible();
    await page.getByRole('button', { name: `Enable ${email}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Let in again' }).click();
    await expect(page.getByText(`${email} is enabled.`)).toBeVisible();
    expect(messages.filter((text) => !text.includes('401'))).toEqual([]);
    await context.close();
  });
});
