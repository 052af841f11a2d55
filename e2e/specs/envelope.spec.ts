import { readFile } from 'node:fs/promises';
import { calls } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { executedLocks, wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { menuLink } from '../support/menu.ts';
import { replaceFile } from '../support/registry.ts';
import { openAs } from '../support/open-as.ts';
import { expect, password, test } from '../support/test.ts';

test('D1 W2 the server refuses a wrong key and a tampered payload in plain words, and does nothing', async ({
  testConsole,
}) => {
  const client = await wireClient(testConsole, 'operator@example.com');
  const [imei = ''] = await freshImeis(client, 1);
  const body = { imei, action: 'lock' };
  const flip = (payload: string): string => payload.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const options of [{ sharedKey: 'another-shared-key-0000000000' }, { tamper: flip }]) {
    const answer = await client.attempt(calls.lockNotification, body, options);
    expect(answer.httpStatus).toBe(400);
    expect(answer.body).toMatchObject({ status: 'error', message: expect.stringMatching(/\w+/) });
  }
  const admin = await wireClient(testConsole, 'admin@example.com');
  expect((await executedLocks(admin)).filter(({ imei1 }) => imei1 === imei)).toEqual([]);
});

test('D2 the same transactionId dispatches once, and with another body it is refused', async ({ testConsole }) => {
  const client = await wireClient(testConsole, 'operator@example.com');
  const [imei = '', other = ''] = await freshImeis(client, 2);
  const transactionId = newTransactionId();
  const answers = await Promise.all(
    [1, 2, 3].map(() => client.attempt(calls.lockNotification, { imei, action: 'lock' }, { transactionId })),
  );
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200]);
  expect(
    (await client.attempt(calls.lockNotification, { imei: other, action: 'lock' }, { transactionId })).httpStatus,
  ).toBe(409);
  const locked = await executedLocks(await wireClient(testConsole, 'admin@example.com'));
  expect(locked.filter(({ imei1 }) => imei1 === imei)).toHaveLength(1);
  expect(locked.filter(({ imei1 }) => imei1 === other)).toHaveLength(0);
});

test('W4 D9 the server refuses a body that acts for somebody else', async ({ testConsole }) => {
  const client = await wireClient(testConsole, 'operator@example.com');
  const [imei = ''] = await freshImeis(client, 1);
  expect(
    (await client.attempt(calls.lockNotification, { imei, action: 'lock' }, { user: 'admin@example.com' })).httpStatus,
  ).toBe(403);
  expect(
    (await executedLocks(await wireClient(testConsole, 'admin@example.com'))).filter(({ imei1 }) => imei1 === imei),
  ).toEqual([]);
});

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
      await expect(page.getByRole('alert')).toContainText('/config.json is not JSON: see line 3, column 3.');
    } finally {
      await replaceFile(testConsole.configFile, before);
    }
  });
});
