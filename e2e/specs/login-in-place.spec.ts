import { calls } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { executedLocks, wireClient, type WireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { expect, logIn, logOut, password, test } from '../support/test.ts';

const ROWS = 20;

/** A batch; `meanwhile` happens while device number `at` is on its way to the server. */
async function interruptedBatch(
  page: Page,
  imeis: readonly string[],
  at: number,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  let count = 0;
  await page.route('**/getimeidetails.php', async (route) => {
    count += 1;
    if (count === at) await meanwhile();
    await route.continue();
  });
  await chooseFile(page, 'expiring.csv', batchFile(imeis));
  await startBatch(page);
}

async function logInPlace(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Log In' }).click();
}

async function lockedOf(client: WireClient, imeis: readonly string[]): Promise<readonly string[]> {
  return (await executedLocks(client)).map(({ imei1 }) => imei1).filter((imei) => imeis.includes(imei));
}

test.describe('when the server ends the session in the middle of a batch', () => {
  test.use({ expectedMessages: /401/ });

  test(
    'D9a D11 a login over the page lets the batch go on; what was typed stays, each device is commanded ' + 'once',
    async ({ page, testConsole }) => {
      const admin = await wireClient(testConsole, 'admin@example.com');
      const imeis = await freshImeis(admin, ROWS);
      await useSpecifiedBatchCalls(page);
      await logIn(page, 'operator@example.com', '/lockDevice');
      await page.getByLabel('IMEI number').fill('35693803');
      await page.keyboard.press('Tab');
      await interruptedBatch(page, imeis, 8, () =>
        admin.call(calls.updateLoginStatus, { email: 'operator@example.com' }),
      );
      await expect(page.getByRole('dialog', { name: 'Your login has ended' })).toBeVisible();
      await expect(page).toHaveURL('/lockDevice');
      expect(await page.evaluate(() => localStorage.getItem('userSession'))).toBeNull();
      await logInPlace(page);
      await expect(page.getByText('The batch is complete.')).toBeVisible();
      await expectSummary(page, { Found: String(ROWS), 'Not Found': '0' });
      await expect(page.getByLabel('IMEI number')).toHaveValue('35693803');
      expect(await lockedOf(admin, imeis)).toEqual(imeis);
    },
  );
});

test('S4 D9a warns before the end, pauses a batch a minute before it, and goes on after a login over the page', async ({
  page,
  testConsole,
}) => {
  const admin = await wireClient(testConsole, 'admin@example.com');
  const imeis = await freshImeis(admin, ROWS);
  await page.clock.install();
  await useSpecifiedBatchCalls(page);
  await logIn(page, 'operator@example.com', '/lockDevice');
  const warning = page.getByText('Your login ends in less than five minutes');
  await expect(page.getByLabel('CSV file')).toBeVisible();
  await page.clock.fastForward('07:54:00');
  await page.clock.runFor(2_000);
  await expect(warning).toHaveCount(0);
  await page.clock.fastForward('00:01:30');
  await expect(warning).toBeVisible();
  await page.clock.fastForward('00:01:30');
  // Far enough from the last minute for a slow start; from the eighth device on each takes long, but less than a call
  // waits for its answer.
  let count = 0;
  await page.route('**/getimeidetails.php', async (route) => {
    count += 1;
    if (count >= 8) await page.clock.fastForward('00:00:15');
    await route.continue();
  });
  await chooseFile(page, 'expiring.csv', batchFile(imeis));
  await startBatch(page);
  await expect(page.getByText('Your login is about to end.')).toBeVisible();
  await page.getByRole('button', { name: 'Log in again' }).click();
  await logInPlace(page);
  await expect(page.getByText('The batch is complete.')).toBeVisible();
  await expect(warning).toHaveCount(0);
  await expectSummary(page, { Found: String(ROWS), 'Not Found': '0' });
  expect(await lockedOf(admin, imeis)).toEqual(imeis);
});

test(
  'D9a D15 another operator on the same browser neither sees nor continues the batch; its own operator finds it ' +
    'again',
  async ({ page, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const imeis = await freshImeis(admin, ROWS);
    await useSpecifiedBatchCalls(page);
    await logIn(page, 'operator@example.com', '/lockDevice');
    let count = 0;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(new URL(request.url()).pathname));
    await page.route('**/getimeidetails.php', async (route) => {
      count += 1;
      if (count === 8) await gate;
      await route.continue();
    });
    await chooseFile(page, 'first.csv', batchFile(imeis));
    await startBatch(page);
    await expect.poll(() => count).toBe(8);
    await page.getByRole('button', { name: 'Pause' }).click();
    open();
    await expect(page.getByText('The batch is paused.')).toBeVisible();
    const begun = sent.length;

    const meet = async (email: string): Promise<void> => {
      await logOut(page);
      await page.getByLabel('Email or phone').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Log In' }).click();
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    };
    await meet('admin@example.com');
    // Once on the same page, whose memory still holds the first operator's runner, and once on a fresh one.
    await expect(page.getByRole('link', { name: /of 20/ })).toHaveCount(0);
    for (const address of ['/lockDevice', '/lockDevice']) {
      await page.goto(address);
      await expect(page.getByLabel('CSV file')).toBeVisible();
      await expect(page.getByText('first.csv')).toHaveCount(0);
    }
    expect(sent.slice(begun).filter((path) => /getimeidetails|updateStatus|updateCommand|bulk/.test(path))).toEqual([]);
    expect(await lockedOf(admin, imeis)).toEqual(imeis.slice(0, 8));

    await logOut(page);
    await logIn(page, 'operator@example.com', '/lockDevice');
    await expect(page.getByText('first.csv')).toBeVisible();
    await page.getByRole('button', { name: 'Process' }).click();
    await expect(page.getByText('The batch is complete.')).toBeVisible();
    expect(await lockedOf(admin, imeis)).toEqual(imeis);
  },
);
