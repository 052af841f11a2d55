import { goTo, settled } from '../support/accessibility.ts';
import { demoImeis } from '../support/demo-data.ts';
import { shiftsOf, watchShifts } from '../support/layout-shift.ts';
import { allScreens } from '../support/screens.ts';
import { expect, logIn, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

const [imei = ''] = demoImeis(2, 1);

// The gate loads pages by their address; the full run goes to every screen by the menu too.
const byMenu = isWholeRun;

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
