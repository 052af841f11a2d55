import type { Locator, Page } from '@playwright/test';

const linkIn = (menu: string, page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: menu }).getByRole('link', { name });

/** An entry of the menu that the specification lists (N1, N2). */
export const menuLink = (page: Page, name: string): Locator => linkIn('Console', page, name);

/** An entry of the menu's section below, for screens that the specification lists nowhere (F1). */
export const moreLink = (page: Page, name: string): Locator => linkIn('More', page, name);
