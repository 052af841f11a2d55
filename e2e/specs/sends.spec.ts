import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { goTo } from '../support/accessibility.ts';
import { executedLocks, wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { openAs } from '../support/open-as.ts';
import { openKillable } from '../support/killable-browser.ts';
import { expect, test } from '../support/test.ts';

const OPERATOR = 'operator@example.com';
const ADMIN = 'admin@example.com';

const card = (page: Page) => page.getByRole('region', { name: 'One device', exact: true });
const earlier = (page: Page, imei: string) => page.getByText(`Lock Device for IMEI ${imei} was sent at`);

async function lock(page: Page, imei: string): Promise<void> {
  await card(page).getByRole('textbox').fill(imei);
  await card(page).getByRole('button', { name: 'Lock Device', exact: true }).click();
}

/** The server carries the next lock out, and its answer is lost on the way. */
async function loseNextAnswer(page: Page, then: () => Promise<void> = async () => undefined): Promise<void> {
  await page.route(
    '**/locknotification.php',
    async (route) => {
      await route.fetch();
      await then();
      await route.abort('connectionreset').catch(() => undefined);
    },
    { times: 1 },
  );
}

const AUDIT = '**/auditReportByImei.php';

/** Otherwise the page finds there what became of the lock. */
async function hideOutcomes(page: Page): Promise<void> {
  for (const call of [AUDIT, '**/ownCommands.php']) await page.route(call, (route) => route.abort());
}

const leavings: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  left: async (page) => {
    await goTo(page, '/deviceDetails');
    await goTo(page, '/lockDevice');
  },
  reloaded: (page) => page.reload(),
};

test.describe('a lock whose answer was lost', () => {
  test.use({ expectedMessages: /Failed to load resource/ });

  for (const [name, leave] of Object.entries(leavings))
    test(`D2 D2e is sent under the same id after the page was ${name}: carried out once`, async ({
      page,
      testConsole,
    }) => {
      const admin = await wireClient(testConsole, ADMIN);
      const [imei = ''] = await freshImeis(admin, 1);
      await openAs(page, OPERATOR, '/lockDevice');
      await hideOutcomes(page);
      await loseNextAnswer(page);
      await lock(page, imei);
      await expect(page.getByText('Sending it again is safe')).toBeVisible();
      await leave(page);
      await expect(earlier(page, imei)).toBeVisible();
      await lock(page, imei);
      await expect(page.getByText('Lock initiated  successfully.')).toBeVisible();
      await expect(earlier(page, imei)).toBeHidden();
      const done = (await executedLocks(admin)).filter(({ imei1 }) => imei1 === imei);
      expect(done).toHaveLength(1);
      // A second lock is one: its outcome is known.
      await lock(page, imei);
      await expect.poll(async () => (await executedLocks(admin)).filter(({ imei1 }) => imei1 === imei).length).toBe(2);
    });

  test('D2e A2 who may see the audit reads there what became of it', async ({ page, testConsole }) => {
    const [imei = ''] = await freshImeis(await wireClient(testConsole, ADMIN), 1);
    await openAs(page, ADMIN, '/lockDevice');
    await hideOutcomes(page);
    await loseNextAnswer(page);
    await lock(page, imei);
    await expect(page.getByText('Sending it again is safe')).toBeVisible();
    await page.reload();
    await expect(earlier(page, imei)).toBeVisible();
    await page.unroute(AUDIT);
    await expect(page.getByText('Its state: Acknowledged')).toBeVisible();
  });

  test('S8 D2e nobody sees it after the session, nor a later operator', async ({ page, testConsole }) => {
    const [imei = ''] = await freshImeis(await wireClient(testConsole, ADMIN), 1);
    await openAs(page, OPERATOR, '/lockDevice');
    await hideOutcomes(page);
    await loseNextAnswer(page);
    await lock(page, imei);
    await expect(page.getByText('Sending it again is safe')).toBeVisible();
    await page.getByRole('link', { name: 'Logout' }).first().click();
    await expect(page.getByLabel('Email or phone')).toBeVisible();
    await openAs(page, ADMIN, '/lockDevice');
    await expect(card(page).getByRole('textbox')).toBeVisible();
    await expect(earlier(page, imei)).toBeHidden();
  });
});

test('D2 D2e D15 a lock whose browser was killed before the answer is sent under the same id', async ({
  testConsole,
}) => {
  const admin = await wireClient(testConsole, ADMIN);
  const [imei = ''] = await freshImeis(admin, 1);
  const profile = await mkdtemp(join(tmpdir(), 'killed-'));
  const login = await openKillable(profile);
  await openAs(login.page, OPERATOR, `${testConsole.address}/lockDevice`);
  // The browser writes a login to its disk some seconds later, or when it ends.
  await login.close();
  const first = await openKillable(profile);
  await first.page.goto(`${testConsole.address}/lockDevice`);
  const killed = new Promise<void>((resolve, reject) => {
    loseNextAnswer(first.page, () => first.kill().then(resolve, reject)).catch(reject);
  });
  await lock(first.page, imei);
  await killed;
  const second = await openKillable(profile);
  await hideOutcomes(second.page);
  await second.page.goto(`${testConsole.address}/lockDevice`);
  await expect(earlier(second.page, imei)).toBeVisible();
  await lock(second.page, imei);
  await expect(second.page.getByText('Lock initiated  successfully.')).toBeVisible();
  expect((await executedLocks(admin)).filter(({ imei1 }) => imei1 === imei)).toHaveLength(1);
  await second.kill();
  await rm(profile, { recursive: true, force: true });
});
