import { calls } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { wireClient } from '../support/api.ts';
import { expectWork } from '../support/day.ts';
import type { MailServer } from '../support/mail-server.ts';
import { expect, password, test, watchMessages } from '../support/test.ts';

const EMAIL = 'forgets.it@example.com';
const NEW_PASSWORD = 'A-brand-new-pass-77';

/** Requests a link and takes it from the mail that arrives. */
async function mailedLink(page: Page, { receivedBy }: MailServer): Promise<string> {
  await page.goto('/forgotPassword');
  const ask = async (): Promise<void> => {
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByRole('button', { name: 'Send Password Reset Email' }).click();
    await expect(page.getByText('Password reset link sent to your email')).toBeVisible();
  };
  await expectWork(page, ask, { presses: 1, questions: 0, calls: ['POST forgotPassword.php'] });
  await expect.poll(() => receivedBy(EMAIL)).toHaveLength(1);
  const [mail] = receivedBy(EMAIL);
  expect(mail?.to).toEqual([EMAIL]);
  return /https?:\/\/\S+\/resetPassword\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
}

async function fillPasswords(page: Page, first: string, repeated = first): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(first);
  await page.getByLabel('Confirm Password', { exact: true }).fill(repeated);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

async function logInWith(page: Page, words: string): Promise<void> {
  await page.getByLabel('Email or phone').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(words);
  await page.getByRole('button', { name: 'Log In' }).click();
}

test(
  'D0 S1 S3 P1 P2 D18 a mailed link sets a new password in the browser that asked for it, once; the old password is ' +
    'refused from then on',
  async ({ page, browser, mailServer, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    await admin.call(calls.addUser, { email: EMAIL, phone: '5550104551', password, permissions: [] });
    const link = await mailedLink(page, mailServer);
    expect(link.startsWith(testConsole.address)).toBe(true);

    const stranger = await browser.newContext();
    const theirs = await stranger.newPage();
    const theirMessages = watchMessages(theirs);
    await theirs.goto(link);
    await expect(theirs.getByText('Invalid or missing token. Please request a new reset link.')).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Reset Password' })).toHaveCount(0);
    await expect(theirs.getByRole('link', { name: 'Request a new reset link' })).toBeVisible();
    expect(theirMessages).toEqual([]);
    await stranger.close();

    await page.clock.install();
    await page.goto(link);
    await fillPasswords(page, NEW_PASSWORD, 'something else');
    await expect(page.getByText('Passwords do not match.')).toBeVisible();
    // From here on only the test moves the page's clock.
    await page.clock.pauseAt(Date.now() + 60_000);
    const reset = async (): Promise<void> => {
      await fillPasswords(page, NEW_PASSWORD);
      await expect(page.getByText('Your password has been changed. Taking you to login.')).toBeVisible();
    };
    await expectWork(page, reset, { presses: 1, questions: 0, calls: ['POST reset_password.php'] });
    await expect(page).toHaveURL(link);
    await page.clock.fastForward(3_000);
    await expect(page).toHaveURL('/login');

    await logInWith(page, password);
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await expect(page).toHaveURL('/login');
    const logIn = async (): Promise<void> => {
      const figures = page.waitForResponse('**/homeData.php');
      await logInWith(page, NEW_PASSWORD);
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      await figures;
    };
    await expectWork(page, logIn, { presses: 1, questions: 0, calls: ['POST login.php', 'GET homeData.php'] });

    await page.goto(link);
    await expect(page.getByText('Invalid or missing token. Please request a new reset link.')).toBeVisible();
  },
);
