import { readFile } from 'node:fs/promises';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { menuLink } from '../support/menu.ts';
import { replaceFile } from '../support/registry.ts';
import { openAs } from '../support/open-as.ts';
import { expect, password, test } from '../support/test.ts';

test.describe('in the page', () => {
  test.use({ expectedMessages: /400/ });

  test('W5 D1 a console with a wrong shared key says that it could not be understood, and stays usable', async ({
    page,
    testConsole,
  }) => {
    const before = await readFile(testConsole.configFile, 'utf8');
    await replaceFile(
      testConsole.configFile,
      before.replace(/"sharedKey":\s*"[^"]+"/, '"sharedKey": "a-wrong-shared-key-000000"'),
    );
    try {
      await page.goto('/login');
      await page.getByLabel('Email or phone').fill('admin@example.com');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Log In' }).click();
      await expect(page.getByRole('alert')).toContainText('login.php');
      await expect(page.getByRole('button', { name: 'Log In' })).toBeEnabled();
    } finally {
      await replaceFile(testConsole.configFile, before);
    }
  });

  test('W5 D1 a reply for another transactionId, and a tampered one, are errors that name the call', async ({
    page,
  }) => {
    await openAs(page, 'operator@example.com', '/deviceDetails');
    for (const change of [{ transactionId: newTransactionId() }, { payload: 'v1.AAAA.AAAA.AAAA' }]) {
      await page.route(
        '**/homeData.php',
        async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...((await response.json()) as object), ...change } });
        },
        { times: 1 },
      );
      await menuLink(page, 'Home').click();
      await expect(page.getByRole('alert')).toContainText('homeData.php');
      await menuLink(page, 'Device Details').click();
    }
  });

  test('a broken config.json is a page that says which field is wrong, or where it stops being JSON', async ({
    page,
    testConsole,
  }) => {
    const before = await readFile(testConsole.configFile, 'utf8');
    await replaceFile(testConsole.configFile, '{"apiBase": "/api/"}');
    try {
      await page.goto('/');
      await expect(page.getByRole('alert')).toContainText('config.json: sharedKey');
      await replaceFile(testConsole.configFile, '{\n  "apiBase": "/api/"\n  "sharedKey": ""\n}');
      await page.goto('/');
      await expect(page.getByRole('alert')).toContainText(/\/config\.json is not JSON: .*line 3 column 3/);
    } finally {
      await replaceFile(testConsole.configFile, before);
    }
  });
});
