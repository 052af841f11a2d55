import type { Page } from '@playwright/test';
import { ageProofs } from '../support/history.ts';
import { test } from '../support/sign-on-console.ts';
import { expect } from '../support/test.ts';

/** Logs in at the provider's own page. */
async function logInThere(page: Page, name: string): Promise<void> {
  await page.waitForURL(/127\.0\.0\.1.*\/interaction\//);
  await page.locator('input[name="login"]').fill(name);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
}

test('S21 S10 a login at the provider comes back to the wanted address, and its code stays in no address', async ({
  page,
  provider,
}) => {
  await provider.vouchFor({ olga: 'operator@example.com' });
  const wanted = '/lockDevice#imei=356938030000005';
  await page.goto(wanted);
  await page.getByRole('link', { name: 'Log in with Example Account' }).click();
  await logInThere(page, 'olga');
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();
  await expect(page).toHaveURL(wanted);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('console:signOn'))).toBeNull();
});

test.describe('after the login', () => {
  // The refusal that asks for a proof has status 403.
  test.use({ expectedMessages: /403/ });

  test('S28 S30 a login made anew beside the page confirms who it is; a logout goes over the provider', async ({
    page,
    context,
    provider,
    signOnConsole,
  }) => {
    await provider.vouchFor({ adam: 'admin@example.com' });
    await page.goto('/userManagement');
    await page.getByRole('link', { name: 'Log in with Example Account' }).click();
    await logInThere(page, 'adam');
    await page.getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add User' });
    await dialog.getByLabel('Email').fill('beside.the.page@example.com');
    await dialog.getByLabel('Phone').fill('5550107777');
    await dialog.getByLabel('Password', { exact: true }).fill('given umbrella nine');
    ageProofs(signOnConsole, 'admin@example.com');
    await dialog.getByRole('button', { name: 'Add User' }).click();
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const opened = context.waitForEvent('page');
    await asked.getByRole('button', { name: 'Confirm with Example Account' }).click();
    await logInThere(await opened, 'adam');
    await expect(page.getByText('User Added successfully')).toBeVisible();

    await page.goto('/logout');
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await expect(page).toHaveURL('/login');
    await page.getByRole('link', { name: 'Log in with Example Account' }).click();
    await page.waitForURL(/127\.0\.0\.1.*\/interaction\//);
  });
});
