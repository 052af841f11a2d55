import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { chooseFile, expectSummary, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { openKillable, type KillableBrowser } from '../support/killable-browser.ts';
import { enrolled, test, ZEROS } from '../support/legacy-console.ts';
import type { LegacyState } from '../support/legacy-state.ts';
import type { Untidy } from '../support/legacy-untidy.ts';
import { expect, logIn, logOut, password, watchMessages } from '../support/test.ts';

const OPERATOR = 'operator@example.com';
const NEW_PASSWORD = 'Another-pass-2026';
const UNKNOWN = '990000862471854';
const KILL_AT = 9;
const [, single = '', ...others] = enrolled;
/** One device has leading zeros, one is unknown to the back end. */
const imeis = [ZEROS, ...others.slice(0, 18), UNKNOWN];

/** What this back end replies where the sources show nothing. */
const unshown: readonly (readonly [string, Untidy])[] = [
  ['PUT updateCommandOnServer.php', 'nothing'],
  ['POST logout.php', 'page'],
  ['POST updateUserStatus.php', 'ok'],
  ['POST keymanagement/update_key_status.php', 'null'],
  ['POST reset_password.php', 'warnings alone'],
];

function makeUntidy({ untidy }: LegacyState): void {
  untidy.set('*', [
    'warnings before',
    'warnings after',
    'status as a number',
    'lists with number keys',
    'rows that are null',
    'no loggedin',
    'permissions with commas',
  ]);
  untidy.set('POST getimeidetails.php', ['byte order mark', 'warnings inside', 'status as true']);
  for (const [call, way] of unshown) untidy.set(call, [way]);
}

const sure = (page: Page, button: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click();

/** Morning: one device is looked up and locked; then a batch starts and the browser crashes half-way. */
async function morning({ page, kill }: KillableBrowser, address: string, state: LegacyState): Promise<void> {
  await logIn(page, OPERATOR, `${address}/deviceDetails`);
  await page.getByLabel('IMEI number').fill(ZEROS);
  await expect(page.getByRole('rowheader', { name: ZEROS })).toBeVisible();
  await page.goto(`${address}/lockDevice`);
  await page.getByLabel('IMEI number').fill(single);
  await page.getByRole('button', { name: 'Lock Device', exact: true }).click();
  await expect(page.getByText('Lock initiated  successfully.')).toBeVisible();
  const killed = new Promise<void>((done, failed) => {
    let count = 0;
    void page.route('**/getimeidetails.php', async (route) => {
      count += 1;
      if (count < KILL_AT) return route.continue();
      await route.fetch();
      return kill().then(done, failed);
    });
  });
  await chooseFile(page, 'overdue.csv', batchFile(imeis));
  await startBatch(page);
  await killed;
  expect(state.commands.map(({ imei1 }) => imei1)).toEqual([single, ...imeis.slice(0, KILL_AT)]);
}

/** Noon: the batch is resumed and ends; the back end refuses its final report. */
async function noon(page: Page, address: string, state: LegacyState): Promise<void> {
  await page.goto(`${address}/lockDevice`);
  // The kill may lose the last seconds of localStorage, and the session with them.
  const login = page.getByRole('button', { name: 'Log In' });
  const card = page.getByRole('heading', { name: 'Incomplete Batch Available' });
  await expect(login.or(card)).toBeVisible();
  if (await login.isVisible()) await logIn(page, OPERATOR, `${address}/lockDevice`);
  await page.getByRole('button', { name: 'Process' }).click();
  await expect(page.getByText(`IMEI ${imeis[KILL_AT - 1] ?? ''}.`)).toBeVisible();
  state.refusesReports = true;
  await page.getByRole('button', { name: 'Leave it unconfirmed' }).click();
  await expect(page.getByText('This file is closed')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('imei_data.csv');
  await page.getByRole('button', { name: 'Finish here' }).click();
  await expectSummary(page, { Total: '20', Found: '18', 'Not Found': '2', Unconfirmed: '1' });
  expect(state.commands.map(({ imei1 }) => imei1)).toEqual([single, ...imeis.filter((imei) => imei !== UNKNOWN)]);
  state.refusesReports = false;
  await page.reload();
  await expect(page.getByLabel('CSV file')).toBeEnabled();
  await expect.poll(() => state.uploads.map(({ isComplete }) => isComplete)).toEqual(['complete']);
  await logOut(page);
}

/** Afternoon: an admin manages users and keys. */
async function afternoon(page: Page, address: string, state: LegacyState): Promise<void> {
  await logIn(page, 'admin@example.com', `${address}/userManagement`);
  const row = page.getByRole('row');
  const user = row.filter({ has: page.getByRole('rowheader', { name: OPERATOR, exact: true }) });
  await page.getByRole('button', { name: `Disable ${OPERATOR}` }).click();
  await sure(page, 'Disable');
  await expect(user).toContainText('INACTIVE');
  await page.getByRole('button', { name: `Enable ${OPERATOR}` }).click();
  await sure(page, 'Enable');
  await expect(user).not.toContainText('INACTIVE');
  await page.goto(`${address}/keyManagement`);
  await page.getByLabel('Key Name').fill('Collections');
  await page.getByRole('button', { name: 'Generate Key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await sure(page, 'I have the key');
  await page.getByRole('button', { name: 'Deactivate Collections' }).click();
  await expect(row.filter({ hasText: 'Collections' }).getByText('inactive')).toBeVisible();
  expect(state.keys).toMatchObject([{ name: 'Collections', status: 'inactive' }]);
  await logOut(page);
}

/** Evening: the operator has forgotten the password. */
async function evening(page: Page, address: string, state: LegacyState): Promise<void> {
  await page.goto(`${address}/forgotPassword`);
  await page.getByLabel('Email').fill(OPERATOR);
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(page.getByText('Password reset link sent to your email')).toBeVisible();
  await page.goto(`${address}/resetPassword/${[...state.resets.keys()][0] ?? ''}`);
  await page.getByLabel('New Password').fill(NEW_PASSWORD);
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Your password has been changed. Taking you to login.')).toBeVisible();
  const operator = state.accounts.find(({ email }) => email === OPERATOR);
  expect(operator).toMatchObject({ password: NEW_PASSWORD, isActive: true });
  expect(NEW_PASSWORD).not.toBe(password);
}

test('D1b S9 L1 C1 B5 B7 B11 D2b D11a S6 U4 K1 P1 P2 a whole day in front of an untidy back end', async ({
  legacyConsole,
  backEnd: { state },
}) => {
  test.setTimeout(240_000);
  makeUntidy(state);
  const profile = await mkdtemp(join(tmpdir(), 'device-console-profile-'));
  const before = await openKillable(profile);
  try {
    await morning(before, legacyConsole.address, state);
  } finally {
    await before.kill();
  }
  const after = await openKillable(profile);
  const messages = watchMessages(after.page);
  try {
    for (const part of [noon, afternoon, evening]) await part(after.page, legacyConsole.address, state);
    expect(messages).toEqual([]);
  } finally {
    await after.kill();
    // The last of the killed processes may still be ending.
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
