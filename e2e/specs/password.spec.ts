import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, logIn, test } from '../support/test.ts';

test('P1 P2 D18 resets a forgotten password with the mailed link and the kept handle, and neither half alone', async ({ page, browser, testConsole }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill('not-an-address');
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await page.getByLabel('Email').fill('viewer@example.com');
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(page.getByText('Password reset link sent to your email')).toBeVisible();

  const mails = join(testConsole.env['DATA_DIR'] ?? '', 'mail');
  const [mail = ''] = (await readdir(mails)).sort().reverse();
  const link = /https?:\/\/\S+\/resetPassword\/[\w-]+/.exec(await readFile(join(mails, mail), 'utf8'))?.[0] ?? '';
  expect(link.startsWith(testConsole.address)).toBe(true);

  const stranger = await browser.newContext();
  const theirs = await stranger.newPage();
  await theirs.goto(link);
  await expect(theirs.getByText('Invalid or missing token. Please request a new reset link.')).toBeVisible();
  await stranger.close();

  await page.goto(link);
  await page.getByLabel('New Password', { exact: true }).fill('A-brand-new-pass-77');
  await page.getByLabel('Confirm Password', { exact: true }).fill('something else');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Passwords do not match.')).toBeVisible();
  await page.getByLabel('Confirm Password', { exact: true }).fill('A-brand-new-pass-77');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email or phone').fill('viewer@example.com');
  await page.getByLabel('Password', { exact: true }).fill('A-brand-new-pass-77');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();

  // The other tests of this console log in with the demo password.
  await page.goto('/forgotPassword');
  await page.getByLabel('Email').fill('viewer@example.com');
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(page.getByText('Password reset link sent to your email')).toBeVisible();
  const again = (await readdir(mails)).filter((name) => name !== mail).sort().reverse()[0] ?? '';
  await page.goto(/https?:\/\/\S+\/resetPassword\/[\w-]+/.exec(await readFile(join(mails, again), 'utf8'))?.[0] ?? '');
  await page.getByLabel('New Password', { exact: true }).fill('Demo-pass-2026');
  await page.getByLabel('Confirm Password', { exact: true }).fill('Demo-pass-2026');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, 'viewer@example.com');
});
