import { NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import { buildAndPublish, copyForBuilding } from '../support/builds.ts';
import { openAs } from '../support/open-as.ts';
import { portOf } from '../support/ports.ts';
import { keepingRegistry } from '../support/registry.ts';
import { listService, startTeamService, withClaims } from '../support/team-service.ts';
import { expect, logOut, test } from '../support/test.ts';

const ID = 'mf-reports';

test.use({
  // Chromium's messages about a refusal, and about an answer that the service never gave.
  expectedMessages: /the server responded with a status of (403|502)/,
});

test(
  "a remote shows the data of its own team's service by the API alone, to those with the right, and what was not " +
    'answered is not known',
  async ({ page, servicesFile, testConsole }, { parallelIndex }) => {
    test.setTimeout(120_000);
    const port = portOf('service of a team', { parallelIndex });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    let service = await startTeamService(port);
    await listService(servicesFile, ID, port);
    await keepingRegistry(testConsole, async () => {
      const source = await copyForBuilding(testConsole, ID);
      await withClaims(source);
      await buildAndPublish(testConsole, ID, source);

      await openAs(page, 'admin@example.com');
      await expect(page.getByRole('region', { name: 'Claims due' })).toContainText('3 claims wait');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('see cl');
      await page.getByRole('option', { name: 'See the claims' }).click();
      await expect(page).toHaveURL('/claims#all');
      await expect(page.getByText('3 claims are open')).toBeVisible();
      const told = page.getByRole('status', { name: 'Outcome' });
      await page.getByRole('button', { name: 'Settle the first' }).click();
      await expect(told).toHaveText('first is settled');

      await page.getByRole('button', { name: 'Settle the lost one' }).click();
      await expect(told).toHaveText(
        `unknown: It is not known whether the service of ${ID} did this: the connection broke off. ` +
          'Look there before you send it again.',
      );

      await service.close();
      await page.getByRole('button', { name: 'Refresh' }).click();
      const away = `The service of ${ID} could not be reached, and nothing was sent.`;
      await expect(page.getByRole('alert')).toContainText(away);
      await page.getByRole('button', { name: 'Settle the first' }).click();
      await expect(told).toContainText(`refused: ${away}`);

      service = await startTeamService(port);
      await logOut(page);
      await openAs(page, 'viewer@example.com');
      await expect(page.getByRole('region', { name: 'Needs your attention' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Claims due' })).toHaveCount(0);
      await page.goto('/claims');
      await expect(page.getByRole('alert')).toContainText(NOT_AUTHORISED);
      await service.close();
    });
    expect(asked.filter((url) => new URL(url).port === String(port))).toEqual([]);
  },
);
