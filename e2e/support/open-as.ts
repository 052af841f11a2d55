import type { Page } from '@playwright/test';
import { wireLogin } from './api.ts';
import { expect } from './test.ts';

/**
 * Opens an address as a demo account that has logged in before: its session stands in the browser's storage, as a login
 * leaves it there (S3), and the page is loaded once. Tests of logging in use `logIn`.
 */
export async function openAs(page: Page, email: string, address = '/'): Promise<void> {
  // A document of the console's origin that runs none of its scripts.
  await page.goto(address.startsWith('http') ? new URL('/config.json', address).href : '/config.json');
  const { sealed, answer } = await wireLogin({ address: new URL(page.url()).origin }, email);
  const permissions = answer.permissions.map(({ permission_name }) => permission_name);
  const hint = { userlevel: answer.userlevel, permissions, expiresAt: Date.parse(answer.expiry) };
  await page.evaluate((items) => items.forEach(([key, value]) => localStorage.setItem(key, value)), [
    ['userSessionExpiry', answer.expiry],
    ['userSessionClockOffset', '0'],
    ['userSessionHint', JSON.stringify(hint)],
    ['userSession', sealed],
  ] as [string, string][]);
  await page.goto(address);
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();
}
