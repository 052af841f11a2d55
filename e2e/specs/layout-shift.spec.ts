import { goTo, settled } from '../support/accessibility.ts';
import { demoImeis } from '../support/demo-data.ts';
import { shiftsOf, watchShifts } from '../support/layout-shift.ts';
import { allScreens } from '../support/screens.ts';
import { expect, logIn, test } from '../support/test.ts';
import { isShown, isWholeRun } from '../support/whole-run.ts';

const [imei = ''] = demoImeis(2, 1);

// The parts of the menu's screens are the same in a narrow window: there the gate leaves them to the full run.
const windows = [
  { width: 1440, byMenu: true },
  { width: 390, byMenu: isWholeRun },
];

for (const { width, byMenu } of windows)
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
        if (account !== 'admin' || name === 'reports-register' || !isShown(address)) continue;
        await goTo(page, address);
        found.push(...(await shiftsOf(page, name)));
      }
      expect(found).toEqual([]);
    });
  });
