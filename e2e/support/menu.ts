import type { Locator, Page } from '@playwright/test';

/** An entry of the menu (N1, N2, F1). */
export const menuLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name });
