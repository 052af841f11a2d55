import type { Route } from '@playwright/test';
import { calls } from '@device-console/shared-lib/contract';
import { goTo, settled } from '../support/accessibility.ts';
import { demoImeis } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { shiftsOf, watchShifts } from '../support/layout-shift.ts';
import { allScreens } from '../support/screens.ts';
import { expect, logIn, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

const [imei = ''] = demoImeis(2, 1);

// The gate loads pages by their address; the full run goes to every screen by the menu too.
const byMenu = isWholeRun;

/** Dialogs that ask the server for their content. */
const filled = [
  {
    dialog: 'Add User',
    address: '/userManagement',
    call: calls.getPermissions,
    waits: 'Fetching the permissions',
    shown: 'Find a permission',
  },
  {
    dialog: 'Add an authenticator app',
    address: '/account',
    call: calls.addTotp,
    waits: 'One moment',
    shown: 'Open in an app on this device',
  },
];

for (const width of [1440, 390])
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'no-preference' } });

    test(`D26 nothing moves while a screen comes by its address${byMenu ? ' or by the menu' : ''}`, async ({
      page,
      testConsole,
    }) => {
      await watchShifts(page);
      await logIn(page, 'admin@example.com');
      await settled(page);
      const found = [...(await shiftsOf(page, 'login and Home'))];
      for (const address of ['/', '/lockDevice', `/device#imei=${imei}`, '/reports/register']) {
        await page.goto('about:blank');
        await page.goto(address);
        await settled(page);
        found.push(...(await shiftsOf(page, `${address}, loaded`)));
      }
      for (const { name, address, account } of byMenu ? await allScreens(testConsole) : []) {
        // The reports' screen stays when another report is chosen, and nothing new is announced.
        if (account !== 'admin' || name === 'reports-register') continue;
        await goTo(page, address);
        found.push(...(await shiftsOf(page, name)));
      }
      expect(found).toEqual([]);
    });
  });

for (const [width, height] of [
  [1440, 900],
  [1440, 1400],
  [390, 900],
] as const)
  test.describe(`${width} pixels wide and ${height} high`, () => {
    test.use({ viewport: { width, height } });

    for (const { dialog, address, waits, call, shown } of filled)
      test(`D26 the buttons of "${dialog}" stay where they are while it is filled`, async ({ page }) => {
        await openAs(page, 'admin@example.com', address);
        const asked = new Promise<Route>((resolve) => void page.route(`**/${call.path}`, resolve));
        await page.getByRole('button', { name: dialog }).click();
        const answer = await asked;
        const button = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
        const placeOf = async () => (await button.boundingBox()) ?? { x: -1, y: -1, height: 0 };
        await expect(page.getByText(waits)).toBeVisible();
        const before = await placeOf();
        await answer.continue();
        await expect(page.getByText(shown)).toBeVisible();
        const after = await placeOf();
        // Not out from under a finger or a pointer on its middle.
        expect(Math.abs(after.y - before.y)).toBeLessThan(before.height / 2);
        expect(after.x).toBe(before.x);
      });
  });
