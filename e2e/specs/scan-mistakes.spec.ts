import { hasValidCheckDigit } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { goTo } from '../support/accessibility.ts';
import { executedLocks, wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { openAs } from '../support/open-as.ts';
import { connectScanner } from '../support/scanner.ts';
import { expect, test } from '../support/test.ts';

const ADMIN = 'admin@example.com';
const SCANS = 60;

/** With a right check digit, and of no device. */
function unknownImei(serial: number): string {
  const start = `99999999${String(serial).padStart(6, '0')}`;
  const digit = [...'0123456789'].find((last) => hasValidCheckDigit(start + last));
  return `${start}${digit ?? ''}`;
}

/** The last digit is another one. */
const withWrongDigit = (imei: string): string => imei.slice(0, -1) + String((Number(imei.at(-1)) + 1) % 10);

/** Holds the answers of commands back until `release` is called. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/locknotification.php', async (route) => {
    await opened;
    await route.continue();
  });
  return async () => {
    open();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test.use({ expectedMessages: /Failed to load resource/ });

test(`C1 C2 C7 D2 D12 ${SCANS} scans with every mistake, on a slow, hung and restarted API: each sent or said`, async ({
  page,
  testConsole,
}) => {
  test.setTimeout(300_000);
  const admin = await wireClient(testConsole, ADMIN);
  const imeis = await freshImeis(admin, SCANS);
  const scanned: string[] = [];
  const next = (): string => {
    const imei = imeis[scanned.length] ?? '';
    scanned.push(imei);
    return imei;
  };
  await openAs(page, ADMIN, '/lockDevice');
  await expect(page.getByRole('textbox', { name: 'IMEI number' })).toBeFocused();
  const scan = await connectScanner(page);
  const log = page.getByRole('region', { name: 'Log of this session', exact: true });
  const expectCounts = async (text: string): Promise<void> =>
    expect(log.getByText(text, { exact: true })).toBeVisible({ timeout: 30_000 });

  await test.step('a wrong barcode costs itself alone, and is said', async () => {
    const [one = '', two = ''] = imeis.slice(-2);
    const wrong = [one.slice(0, 13), `${one}7`, one + two, `IMEI:${one}`, withWrongDigit(one), unknownImei(1)];
    for (const text of wrong) {
      await scan(text);
      await scan(next());
    }
    await expectCounts('6 sent · 2 refused · 4 not an IMEI');
    await expect(log.getByRole('row').filter({ hasText: `IMEI:${one}` })).toContainText('Not an IMEI');
  });

  await test.step('the focus is elsewhere, and the scanner ends with CR LF', async () => {
    await page.getByRole('heading', { level: 1 }).click();
    await scan(next(), '\r\r');
    await log.getByRole('button', { name: 'Save CSV' }).focus();
    await scan(next(), '\r\r');
    await page.getByRole('link', { name: 'Home', exact: true }).first().focus();
    await scan(next(), '\r\r');
    await expectCounts('9 sent · 2 refused · 4 not an IMEI');
    await expect(page).toHaveURL(/lockDevice$/);
  });

  await test.step('a slow API: scans that outrun the answers', async () => {
    await page.route('**/locknotification.php', async (route) => {
      const answer = await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 250));
      await route.fulfill({ response: answer });
    });
    for (let count = 0; count < 10; count += 1) await scan(next(), '\r\r');
    await expectCounts('19 sent · 2 refused · 4 not an IMEI');
    await page.unroute('**/locknotification.php');
  });

  await test.step('what is refused after the screen was left is said on Home, and is in the log', async () => {
    const release = await holdAnswers(page);
    await scan(unknownImei(2));
    await scan(next());
    await goTo(page, '/');
    await release();
    await expect(page.getByText('Lock Device: 3 refused')).toBeVisible();
    await goTo(page, '/lockDevice');
    await expectCounts('20 sent · 3 refused · 4 not an IMEI');
  });

  await test.step('a hung API: the frame and the line say so', async () => {
    const release = await holdAnswers(page);
    for (let count = 0; count < 3; count += 1) await scan(next());
    const notice = page.getByText('The server does not answer', { exact: true });
    await expect(notice).toBeVisible();
    await expect(log.getByText('Waits for the server')).toBeVisible();
    await expect(log.getByText('Next')).toHaveCount(2);
    await release();
    await expectCounts('23 sent · 3 refused · 4 not an IMEI');
    await expect(notice).toBeHidden();
  });

  await test.step('a restarted API: what was lost is sent again by one press, once', async () => {
    await testConsole.api.kill();
    await scan(next());
    await scan(next());
    await expectCounts('23 sent · 3 refused · 4 not an IMEI · 2 of unknown outcome');
    await expect(page.getByText('The server does not answer', { exact: true })).toBeVisible();
    await testConsole.api.start();
    // What was refused before is tried again too, and refused again.
    await log.getByRole('button', { name: 'Send 5 again' }).click();
    await expect(log.getByText(/^25 sent · \d refused · 4 not an IMEI$/)).toBeVisible({ timeout: 30_000 });
  });

  await test.step('the rest of the day', async () => {
    for (let count = scanned.length + 7; count < SCANS; count += 1) await scan(next());
    await expect(log.getByText(/^53 sent · \d refused · 4 not an IMEI$/)).toBeVisible({ timeout: 60_000 });
  });

  const ofToday = new Set(scanned);
  const locked = (await executedLocks(admin)).map(({ imei1 }) => imei1).filter((imei) => ofToday.has(imei));
  expect(locked.toSorted()).toEqual(scanned.toSorted());
});
