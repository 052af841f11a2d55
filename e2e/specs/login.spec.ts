import { expect, logIn, logOut, test } from '../support/test.ts';

test('S1 S3 S5 F5 a login, its expiry always in sight, a reload, and one typeface before and after it', async ({
  page,
}) => {
  const typeface = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).fontFamily);
  await page.goto('/login');
  await page.waitForFunction(() => localStorage.getItem('display:font') !== null);
  await logIn(page, 'admin@example.com');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(/login access expires on/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const ofHome = await typeface();
  expect(ofHome).toMatch(/^"Inter Variable"/);
  await page.setViewportSize({ width: 1_000, height: 300 });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect(page.getByText(/login access expires on/)).toBeInViewport();
  await page.setViewportSize({ width: 1_280, height: 900 });
  await page.getByRole('link', { name: 'Device Details' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Device Details' })).toBeVisible();
  expect(await typeface()).toBe(ofHome);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Device Details' })).toBeVisible();
  const stored = await page.evaluate(
    () => JSON.parse(localStorage.getItem('userSession') ?? 'null') as Record<string, unknown>,
  );
  expect(Object.keys(stored).sort()).toEqual(['payload', 'transactionId']);
  await logOut(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  expect(await typeface()).toBe(ofHome);
});
