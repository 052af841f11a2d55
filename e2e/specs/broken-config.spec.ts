import { readFile } from 'node:fs/promises';
import { replaceFile } from '../support/registry.ts';
import { expect, test } from '../support/test.ts';

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
