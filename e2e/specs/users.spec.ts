import type { Browser, Page } from '@playwright/test';
import { expectWork } from '../support/day.ts';
import { demoImeis } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { expect, logIn, password, test, watchMessages } from '../support/test.ts';

const [imei = ''] = demoImeis(0, 1);
const email = 'new.person@example.org';

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Console' }).getByRole('link');
const rowOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

/** Another person at another computer. */
async function otherPerson(
  browser: Browser,
  baseURL: string | undefined,
): Promise<{ page: Page; messages: readonly string[] }> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const page = await context.newPage();
  return { page, messages: watchMessages(page) };
}

async function addUser(page: Page, permissions: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add User' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Phone').fill('5550109999');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  for (const name of permissions) await dialog.getByRole('checkbox', { name, exact: true }).check();
  await dialog.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByText('User Added successfully')).toBeVisible();
  await expect(rowOf(page, email)).toBeVisible();
}

async function confirm(page: Page, button: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: button }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}

test('D0 U1 U2 U3 U4 an admin adds a user, whose menu, permissions and session follow what the admin does', async ({
  page,
  browser,
  baseURL,
}) => {
  const listed = page.waitForResponse('**/getUsers.php');
  await openAs(page, 'admin@example.com', '/userManagement');
  await listed;
  await expectWork(page, () => addUser(page, ['Device Details', 'Audit Report']), {
    presses: 4,
    questions: 1,
    calls: ['GET getPermissions.php', 'POST addUser.php', 'GET getUsers.php'],
  });
  await expect(rowOf(page, email).getByRole('cell').nth(1)).toHaveText('Device Details, Audit Report');
  await expect(rowOf(page, email)).toContainText('LOGOUT');

  const { page: theirs, messages } = await otherPerson(browser, baseURL);
  await logIn(theirs, email);
  await expect(menuOf(theirs)).toHaveText(['Home', 'Device Details', 'Audit Report', 'Devices', 'Logout']);
  await menuOf(theirs).filter({ hasText: 'Audit Report' }).click();

  await page.getByRole('button', { name: `Edit ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByRole('checkbox', { name: 'Audit Report', exact: true }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Enable Notification', exact: true }).check();
  // The button is outside of the form.
  await dialog.getByLabel('Phone').press('Enter');
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await theirs.getByLabel('IMEI number').fill(imei);
  await expect(menuOf(theirs)).toHaveText([
    'Home',
    'Enable Notification',
    'Device Details',
    'Devices',
    'Batches',
    'Logout',
  ]);

  await menuOf(theirs).filter({ hasText: 'Device Details' }).click();
  await expect(theirs.getByRole('heading', { name: 'Device Details' })).toBeVisible();
  const endSessions = async (): Promise<void> => {
    await page.getByRole('button', { name: `Log out ${email}` }).click();
    await confirm(page, 'Log out');
    await expect(rowOf(page, email)).toContainText('LOGOUT');
  };
  const asked = { presses: 2, questions: 1 };
  await expectWork(page, endSessions, { ...asked, calls: ['POST updateLoginStatus.php', 'GET getUsers.php'] });
  await expect(rowOf(page, email).locator(':focus')).toContainText('LOGOUT');
  await theirs.getByLabel('IMEI number').fill(imei);
  await expect(theirs).toHaveURL('/login');

  await logIn(theirs, email, '/login');
  const disable = async (): Promise<void> => {
    await page.getByRole('button', { name: `Disable ${email}` }).click();
    await confirm(page, 'Disable');
    await expect(rowOf(page, email)).toContainText('INACTIVE');
  };
  await expectWork(page, disable, { ...asked, calls: ['POST updateUserStatus.php', 'GET getUsers.php'] });
  await menuOf(theirs).filter({ hasText: 'Device Details' }).click();
  await expect(theirs.getByRole('heading', { name: 'Device Details' })).toBeVisible();
  await theirs.getByLabel('IMEI number').fill(imei);
  await expect(theirs).toHaveURL('/login');
  await theirs.getByLabel('Email or phone').fill(email);
  await theirs.getByLabel('Password', { exact: true }).fill(password);
  await theirs.getByRole('button', { name: 'Log In' }).click();
  await expect(theirs.getByRole('alert')).toBeVisible();
  await expect(theirs).toHaveURL('/login');

  await page.getByRole('button', { name: `Enable ${email}` }).click();
  await confirm(page, 'Enable');
  await logIn(theirs, email, '/login');
  // The browser's own messages about refused calls; there must be no others.
  expect(messages.filter((text) => !/status of (401|403)/.test(text))).toEqual([]);
  await theirs.context().close();
});
