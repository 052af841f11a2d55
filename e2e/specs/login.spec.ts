import { expect, logIn, password, test } from '../support/test.ts';

test('S1 S3 S5 logs in, shows the expiry and the clock, and keeps the session over a reload', async ({ page }) => {
  await logIn(page, 'admin@example.com');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(/login access expires on/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.setViewportSize({ width: 1_000, height: 300 });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect(page.getByText(/login access expires on/)).toBeInViewport();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const stored = await page.evaluate(
    () => JSON.parse(localStorage.getItem('userSession') ?? 'null') as Record<string, unknown>,
  );
  expect(Object.keys(stored).sort()).toEqual(['payload', 'transactionId']);
});

test('H1 H2 shows three figures, reloads them, and offers sample files that fit the demo data', async ({
  page,
  request,
  baseURL,
}) => {
  await logIn(page, 'admin@example.com');
  for (const label of ['Total Devices', 'De-Enrolled Devices', "Today's Registration"]) {
    await expect(page.getByRole('group').filter({ hasText: label })).toContainText(/\d/);
  }
  const reloaded = page.waitForResponse('**/homeData.php');
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  expect((await reloaded).status()).toBe(200);
  const href = await page.getByRole('link', { name: 'Sample CSV', exact: true }).getAttribute('href');
  const sample = await (await request.get(new URL(href ?? '', baseURL).href)).text();
  const imei = sample.split(/\r?\n/)[1]?.split(',')[1] ?? '';
  await page.getByRole('link', { name: 'Device Details' }).click();
  await page.getByLabel('IMEI number').fill(imei);
  await expect(page.getByRole('cell', { name: imei }).or(page.getByRole('rowheader', { name: imei }))).toBeVisible();
});

test('S7 shows the message of a refused login and stays', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email or phone').fill('admin@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(page).toHaveURL('/login');
});

test.describe('without a network', () => {
  test.use({ expectedMessages: /ERR_FAILED/ });
  test('S7 says to try later when the server cannot be reached', async ({ page }) => {
    await page.goto('/login');
    await page.route('**/login.php', (route) => route.abort());
    await page.getByLabel('Email or phone').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('Please try after sometime')).toBeVisible();
  });
});

test('D8 D9a lets superadmins in at /superadmin/login only with that role, and lands under /superadmin/', async ({
  page,
}) => {
  await logIn(page, 'superadmin@example.com', '/superadmin/login');
  await expect(page).toHaveURL('/superadmin/');
  await page.goto('/superadmin/login');
  await page.getByLabel('Email or phone').fill('admin@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expect(page).toHaveURL('/superadmin/login');
});

test('S10 comes back to the wanted address after login, S2 a login screen ends the older session', async ({ page }) => {
  await logIn(page, 'admin@example.com', '/auditReport');
  await expect(page).toHaveURL('/auditReport');
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userSession'))).toBeNull();
});

test('S6 logs out at the server and here', async ({ page }) => {
  await logIn(page, 'admin@example.com');
  const told = page.waitForResponse('**/logout.php');
  await page.getByRole('link', { name: 'Logout' }).first().click();
  expect((await told).status()).toBe(200);
  await expect(page).toHaveURL('/login');
  await page.goto('/');
  await expect(page).toHaveURL('/login');
});

test('N2 S6 a superadmin logs out at the last entry of the superadmin menu, and comes to the superadmin login', async ({
  page,
}) => {
  await logIn(page, 'superadmin@example.com', '/superadmin/login');
  const entry = page.getByRole('navigation', { name: 'Console' }).getByRole('link').last();
  await expect(entry).toHaveAttribute('href', '/superadmin/logout');
  const told = page.waitForResponse('**/logout.php');
  await entry.click();
  expect((await told).status()).toBe(200);
  await expect(page).toHaveURL('/superadmin/login');
  await expect(page.getByRole('heading', { name: 'Superadmin login' })).toBeVisible();
});

test("S4 D4 logs out when the expiry passes on the server's clock", async ({ page }) => {
  await page.clock.install();
  await logIn(page, 'admin@example.com');
  await page.clock.fastForward('07:59:00');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.clock.fastForward('00:02:00');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('userSession'))).toBeNull();
});
