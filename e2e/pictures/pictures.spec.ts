import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { goTo, holdStill, settled } from '../support/accessibility.ts';
import { contentsOf, looks, pictureName, takePicture, type Look } from '../support/pictures.ts';
import { allScreens, screenStates, type Account, type ShownScreen } from '../support/screens.ts';
import { rootDir, type TestConsole } from '../support/test-console.ts';
import { logIn, test } from '../support/test.ts';

const folder = join(rootDir, '.cache', 'pictures');
/** The few that documents show. */
const kept = join(rootDir, 'docs', 'images');
const language = process.env['PICTURES_LANGUAGE'] ?? 'en';

/** Shown in other languages too: one screen of each kind, as it opens. */
const translated = [
  'login',
  'home',
  'lockDevice',
  'deviceDetails',
  'device-found',
  'reports-register',
  'userManagement',
  'batches',
  'enableNotification',
  'operatorAudit',
];

async function pictured(testConsole: TestConsole): Promise<readonly ShownScreen[]> {
  const all = [...(await allScreens(testConsole)), ...screenStates];
  return language === 'en' ? all : all.filter(({ name }) => translated.includes(name));
}

async function begin(page: Page, account: Account): Promise<void> {
  if (account === 'admin') await logIn(page, 'admin@example.com');
  else if (account === 'superadmin') await logIn(page, 'superadmin@example.com', '/superadmin/login');
  else await page.goto('/forgotPassword');
  // The path to the screen uses its English words.
  await page.evaluate((chosen) => localStorage.setItem('browser:language', chosen), language);
  await page.reload();
  await settled(page);
  // One point in time for all pictures of a run.
  await page.clock.setFixedTime(Math.floor(Date.now() / 60_000) * 60_000);
  await holdStill(page);
}

async function takeAll(page: Page, screens: readonly ShownScreen[], look: Look): Promise<void> {
  for (const { name, address, prepare, account } of screens) {
    if (account !== 'nobody') await goTo(page, account === 'admin' ? '/nowhere' : '/superadmin/nowhere');
    await goTo(page, address);
    await prepare?.(page);
    await takePicture(page, folder, pictureName(name, look, language));
    await page.keyboard.press('Escape');
  }
}

for (const look of looks)
  for (const account of ['nobody', 'admin', 'superadmin'] as const)
    test.describe(`${look.width} ${look.theme}`, () => {
      const { width, height } = look;
      test.use({ viewport: { width, height }, colorScheme: look.theme });

      test(`${account}`, async ({ page, testConsole }) => {
        const screens = (await pictured(testConsole)).filter((screen) => screen.account === account);
        if (screens.length === 0) return;
        await mkdir(folder, { recursive: true });
        await begin(page, account);
        await takeAll(page, screens, look);
      });
    });

test.afterAll(async ({ testConsole }) => {
  const files = await readdir(folder);
  const names = (await pictured(testConsole)).map(({ name }) => name);
  await writeFile(join(folder, `index.${language}.html`), contentsOf(names, language));
  for (const file of await readdir(kept))
    if (files.includes(file)) await copyFile(join(folder, file), join(kept, file));
});
