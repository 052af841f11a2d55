import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, logIn, password, test } from '../support/test.ts';
import type { TestConsole } from '../support/test-console.ts';

/** The reset links that were mailed so far, oldest first; mails are base64 behind an empty line. */
async function mailedLinks({ env }: TestConsole): Promise<readonly string[]> {
  const folder = join(env['DATA_DIR'] ?? '', 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.map((mail) => {
    const text = Buffer.from(mail.split('\r\n\r\n')[1] ?? '', 'base64').toString('utf8');
    return /https?:\/\/\S+\/resetPassword\/[\w-]+/.exec(text)?.[0] ?? '';
  });
}

async function requestLink(page: Page, testConsole: TestConsole): Promise<string> {
  const before = (await mailedLinks(testConsole)).length;
  await page.goto('/forgotPassword');
  await page.getByLabel('Email').fill('viewer@example.com');
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(page.getByText('Password reset link sent to your email')).toBeVisible();
  await expect.poll(async () => (await mailedLinks(testConsole)).length).toBe(before + 1);
  return (await mailedLinks(testConsole)).at(-1) ?? '';
}

async function setPassword(page: Page, link: string, newPassword: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL('/login');
}

test('P1 P2 D18 resets a forgotten password with the mailed link and the kept handle, and neither half alone', async ({ page, browser, testConsole }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill('not-an-address');
  await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();

  const link = await requestLink(page, testConsole);
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
  await setPassword(page, link, 'A-brand-new-pass-77');
  await page.getByLabel('Email or phone').fill('viewer@example.com');
  await page.getByLabel('Password', { exact: true }).fill('A-brand-new-pass-77');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();

  // The other tests of this console log in with the demo password.
  await setPassword(page, await requestLink(page, testConsole), password);
  await logIn(page, 'viewer@example.com');
});
