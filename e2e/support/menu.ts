import type { Locator, Page } from '@playwright/test';

/** An entry of the menu (N1, N2, F1). */
export const menuLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name });

/** Opens a command's screen from a device's row, with its IMEI (L4). */
export async function openCommandOf(page: Page, imei: string, title: string): Promise<void> {
  await page.getByRole('button', { name: `Commands for ${imei}` }).click();
  await page.getByRole('menuitem', { name: title, exact: true }).click();
}
