import type { Page } from '@playwright/test';
import { arrivalFaults, cutOff, goTo, once, settled, violationsOf } from '../support/accessibility.ts';
import { allScreens, screenStates, type Account, type ShownScreen } from '../support/screens.ts';
import { fileMessages } from '../support/messages.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';
import { isShown } from '../support/whole-run.ts';

const wide = { width: 1280, height: 900 };
const narrow = { width: 320, height: 800 };

test.describe.configure({ mode: 'parallel' });
test.use({ viewport: wide });

/** The screen as it is: wide in both themes, and narrow, where colours are the same and nothing may be cut off. */
async function faultsOf(page: Page, name: string): Promise<readonly string[]> {
  const inLight = await violationsOf(page, `${name}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await violationsOf(page, `${name}, dark`, 'colours');
  await page.setViewportSize(narrow);
  await page.emulateMedia({ colorScheme: 'light' });
  const whenNarrow = [
    ...(await violationsOf(page, `${name}, 320 px`, 'structure')),
    ...(await cutOff(page, `${name}, 320 px`)),
  ];
  await page.setViewportSize(wide);
  return [...inLight, ...inDark, ...whenNarrow];
}

/** Goes from screen to screen as links do, and collects the faults of each. */
async function walk(page: Page, screens: readonly ShownScreen[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { name, address, prepare } of screens) {
    const heading = await goTo(page, address);
    faults.push(...(await arrivalFaults(page, name, heading)));
    await prepare?.(page);
    faults.push(...(await faultsOf(page, name)));
    // Closes whatever may be open over the page.
    await page.keyboard.press('Escape');
  }
  return once(faults);
}

const of = (account: Account, screens: readonly ShownScreen[]): readonly ShownScreen[] =>
  screens.filter((screen) => screen.account === account && isShown(screen.address));

test('D26 the pages without a session meet WCAG AA in both themes and at 320 px', async ({ page, testConsole }) => {
  await page.goto('/forgotPassword');
  await settled(page);
  expect(await walk(page, of('nobody', await allScreens(testConsole)))).toEqual([]);
});

for (const half of [0, 1]) {
  test(`D26 an admin's screens meet WCAG AA, both themes, 320 px, half ${half + 1}`, async ({ page, testConsole }) => {
    const screens = of('admin', await allScreens(testConsole)).filter((_, index) => index % 2 === half);
    await openAs(page, 'admin@example.com');
    // So that the first screen is navigated to as well.
    await goTo(page, '/nowhere/else');
    expect(await walk(page, screens)).toEqual([]);
  });
}

test("D26 a superadmin's own screens meet WCAG AA in both themes and at 320 px", async ({ page, testConsole }) => {
  await openAs(page, 'superadmin@example.com', '/superadmin');
  await goTo(page, '/superadmin/nowhere');
  expect(await walk(page, of('superadmin', await allScreens(testConsole)))).toEqual([]);
});

test('D26 the states of screens meet WCAG AA in both themes and at 320 px', async ({ page }) => {
  await openAs(page, 'admin@example.com');
  expect(await walk(page, screenStates)).toEqual([]);
});

test.describe('a screen that cannot be shown', () => {
  test.use({ expectedMessages: fileMessages });

  test('D26 its panel, and the drawer of a narrow window, meet WCAG AA in both themes and at 320 px', async ({
    page,
  }) => {
    await openAs(page, 'admin@example.com', '/auditReport');
    await page.route(/appversion|versions-screen/i, (route) => route.abort());
    await goTo(page, '/appversion');
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be shown' })).toBeVisible();
    expect(once(await faultsOf(page, 'failure panel'))).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
    expect(once(await faultsOf(page, 'drawer'))).toEqual([]);
  });
});
