import type { Locator, Page, Route } from '@playwright/test';
import { wireClient } from '../support/api.ts';
import { chooseFile, freshImeis, startButton } from '../support/batch-page.ts';
import { batchFile, demoImeis } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 1280, height: 720 } });

/** Places in the window, once it does not change any more. */
async function placeOf(what: Locator): Promise<{ top: number; bottom: number }> {
  await expect(what).toBeVisible();
  const place = await what.boundingBox();
  if (!place) throw new Error('It is in no place.');
  return { top: place.y, bottom: place.y + place.height };
}

const firstRow = (page: Page, table: string): Locator =>
  page.getByRole('table', { name: table }).locator('tbody tr').first();

const wholly = async (what: Locator): Promise<void> => {
  const { top, bottom } = await placeOf(what);
  expect(top).toBeGreaterThan(48);
  expect(bottom).toBeLessThanOrEqual(720);
};

/** Several kinds of dirt, among rows that are as they should be. */
const dirty = (good: readonly string[]): string =>
  [
    'sno,imei1',
    ...good.map((imei, index) => `${index + 1},${imei}`),
    `a,'${demoImeis(60, 1)[0] ?? ''}`,
    'b,3.56E+14',
    'c,12',
    'd,35-693803-564380-9',
    'e,356938035643809.0',
    `f,${good[0] ?? ''}`,
    'g,490154203237511',
    'h,',
    'i,35693803564380O',
    `j,${good[1] ?? ''} / ${good[2] ?? ''}`,
  ].join('\n');

test('D40d D40e the first devices are in sight at 1280 by 720, close below one line of filters', async ({ page }) => {
  await openAs(page, 'admin@example.com', '/devices');
  await expect(firstRow(page, 'Devices')).toContainText(/\d{15}/);
  expect((await placeOf(page.getByRole('table', { name: 'Devices' }))).top).toBeLessThan(180);
  expect((await placeOf(firstRow(page, 'Devices'))).top).toBeLessThan(215);
});

test('B3 D14 the sentence, the first problem and the start button are wholly in sight beside each other', async ({
  page,
  testConsole,
}) => {
  const admin = await wireClient(testConsole, 'admin@example.com');
  await openAs(page, 'operator@example.com', '/lockDevice');
  await chooseFile(page, 'dirty.csv', dirty(await freshImeis(admin, 40)));
  const found = page.getByRole('region', { name: 'What was found in the file' });
  await expect(found.getByRole('listitem').first()).toBeVisible();
  await wholly(page.getByText(/^\d+ will be locked · /));
  await wholly(startButton(page));
  await wholly(found.getByRole('listitem').first());
});

test('D5b D26 the start button stays where it is while the devices are checked', async ({ page, testConsole }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  const admin = await wireClient(testConsole, 'admin@example.com');
  const asked = new Promise<Route>((resolve) => void page.route('**/batchCheck.php', resolve));
  await openAs(page, 'operator@example.com', '/lockDevice');
  await chooseFile(page, 'ready.csv', batchFile(await freshImeis(admin, 10)));
  await expect(page.getByText('Checking the devices; nothing is sent yet')).toBeVisible();
  const before = await placeOf(startButton(page));
  await (await asked).continue();
  await expect(startButton(page)).toBeEnabled();
  expect(await placeOf(startButton(page))).toEqual(before);
});

test('T4 D14 beside a file the form of a message is one line, and opens by one press', async ({ page }) => {
  const [imei = ''] = demoImeis(30, 1);
  await openAs(page, 'operator@example.com', '/enableNotification');
  const card = page.getByRole('region', { name: 'One device' });
  await expect(page.getByRole('button', { name: 'Open the form' })).toBeHidden();
  await chooseFile(page, 'dues.csv', `sno,name,imei1,amount,date,template\n1,Asha,${imei},10,31/12/2099,Pre\n`);
  await wholly(page.getByRole('button', { name: 'Preview 1 message' }));
  expect((await card.boundingBox())?.height).toBeLessThan(72);
  await page.getByRole('button', { name: 'Open the form' }).click();
  await expect(card.getByRole('button', { name: 'Preview message' })).toBeVisible();
});

for (const width of [320, 390, 1280])
  test(`C1 D26 all digits of an IMEI are in sight in its field at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    await openAs(page, 'operator@example.com', '/lockDevice');
    const field = page.getByLabel('IMEI number');
    await field.fill('356938035643809');
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
  });
