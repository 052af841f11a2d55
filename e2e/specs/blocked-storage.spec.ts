import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { openKillable } from '../support/killable-browser.ts';
import { expect, logIn, test, watchMessages } from '../support/test.ts';

/** A profile whose settings block the site data of every page. */
async function makeBlockingProfile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'blocking-profile-'));
  await mkdir(join(folder, 'Default'));
  const BLOCK = 2;
  const preferences = { profile: { default_content_setting_values: { cookies: BLOCK } } };
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  return folder;
}

/** Blocks the site data of a page whose browser has no such setting, as a headless shell has none. */
function blockSiteData(): void {
  try {
    if (!window.localStorage) return;
  } catch {
    return;
  }
  const refusal = () => new DOMException('Access is denied for this document.', 'SecurityError');
  const denied = (): never => {
    throw refusal();
  };
  for (const name of ['localStorage', 'sessionStorage', 'caches'])
    Object.defineProperty(window, name, { get: denied, configurable: true });
  IDBFactory.prototype.open = denied;
  IDBFactory.prototype.databases = () => Promise.reject(refusal());
  LockManager.prototype.request = () => Promise.reject(refusal());
}

test('D15 where site data is blocked the console says so, sends single commands, and runs no batch', async ({
  testConsole,
}) => {
  const [imei = ''] = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 1);
  const profile = await makeBlockingProfile();
  const browser = await openKillable(profile);
  try {
    const { page } = browser;
    await page.addInitScript(blockSiteData);
    const messages = watchMessages(page);
    const says = page.getByText('This browser keeps nothing for this page');
    await page.goto(`${testConsole.address}/login`);
    await expect(says).toBeVisible();
    await logIn(page, 'operator@example.com', `${testConsole.address}/lockDevice`);
    await expect(says).toBeVisible();
    const card = page.getByRole('region', { name: 'One device', exact: true });
    await card.getByRole('textbox').fill(imei);
    await card.getByRole('button', { name: 'Lock Device', exact: true }).click();
    await expect(card.getByRole('status').filter({ hasText: imei })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Many devices (CSV)', exact: true })).toContainText(
      'block site data, so no batch can be run here, and nothing was sent',
    );
    expect(messages).toEqual([]);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible();
  } finally {
    await browser.kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
