import {
  calls,
  commandList,
  type CallDefinition,
  type Command,
  type CommandVariant,
} from '@device-console/shared-lib/contract';
import type { Browser, BrowserContext, Locator, Page, Request } from '@playwright/test';
import { callOf, isApiCall, openRequest, wireClient } from '../support/api.ts';
import { chooseFile, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { recordedForms, recordForms } from '../support/recorded-forms.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test, watchMessages } from '../support/test.ts';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Case {
  readonly command: Command;
  readonly variant: CommandVariant;
  readonly email: string;
  readonly address: string;
}

/**
 * What differs in the page: a plain command, one whose level is in the copy's name, one of a superadmin. Every action
 * is shown without a browser: what the page sends by `single-card.test.tsx` and `batch-forms.test.tsx` of mf-commands,
 * that the server takes it by its `commands.test.ts` and `batches.test.ts`.
 */
const shown: readonly string[] = ['release', 'disableapplevel1', 'REBOOT'];

const cases: readonly Case[] = commandList.flatMap((command) =>
  command.variants
    .filter(({ action }) => shown.includes(action))
    .map((variant) => {
      const isSuperadmins = command.roles !== undefined;
      return {
        command,
        variant,
        email: isSuperadmins ? 'superadmin@example.com' : 'admin@example.com',
        address: `${isSuperadmins ? '/superadmin' : ''}/${command.screen}`,
      };
    }),
);

const FILE = 'three.csv';

const states = new Map<string, Promise<State>>();

async function loginState(browser: Browser, baseURL: string, email: string): Promise<State> {
  const context = await browser.newContext({ baseURL });
  await openAs(await context.newPage(), email);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Calls beyond the specification. The frame makes some when idle, so they are not recorded. */
const beyond = new Set(
  Object.values<CallDefinition>(calls)
    .filter((call) => call.beyond === true)
    .map(({ method, path }) => `${method} ${path}`),
);

/** This operator's page. The operator logs in once for all tests; calls are recorded from the first one on. */
async function openCase(browser: Browser, baseURL: string, { email, address }: Case) {
  const state = states.get(email) ?? loginState(browser, baseURL, email);
  states.set(email, state);
  const context = await browser.newContext({ baseURL, storageState: await state });
  const page = await context.newPage();
  const messages = watchMessages(page);
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (isApiCall(request) && !beyond.has(callOf(request))) requests.push(request);
  });
  await useSpecifiedBatchCalls(page);
  await recordForms(page);
  await page.goto(address);
  return { context, page, messages, recorded: () => Promise.all(requests.map(openRequest)) };
}

async function choose(card: Locator, { choice }: CommandVariant): Promise<void> {
  if (choice) await card.getByRole('combobox').selectOption({ label: choice.title });
}

/**
 * What the page says of a success, letter for letter: no space is lost between the table and the operator (C6, D22).
 */
async function expectSuccess(card: Locator, imei: string, text: string): Promise<void> {
  const shown = card.getByRole('status').filter({ hasText: imei });
  await expect(shown).toBeVisible();
  expect((await shown.innerText()).split('\n').at(-1)).toBe(text);
}

/** The question before a single command, and the button that answers it (C2, C3); null if there is none. */
function questionFor({ confirmText, destructive, inverse, form, title }: Command) {
  if (confirmText !== undefined) return { text: confirmText, confirm: title };
  const isForGood = destructive && inverse === undefined && form === 'imei';
  return isForGood ? { text: 'This cannot be undone.', confirm: 'De-enroll device' } : null;
}

async function sendSingle(page: Page, { command, variant }: Case, imei: string): Promise<void> {
  const card = page.getByRole('region', { name: command.cardTitle ?? 'One device', exact: true });
  await choose(card, variant);
  await card.getByRole('textbox').fill(imei);
  await card.getByRole('button', { name: command.title, exact: true }).click();
  const asked = questionFor(command);
  if (asked) {
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(asked.text);
    await expect(question).toContainText(imei);
    await question.getByRole('button', { name: asked.confirm, exact: true }).click();
  }
  await expectSuccess(card, imei, command.successText);
}

async function runBatch(page: Page, { variant }: Case, imeis: readonly string[]): Promise<void> {
  await choose(page.getByRole('region', { name: 'Many devices (CSV)', exact: true }), variant);
  await chooseFile(page, FILE, batchFile(imeis));
  await startBatch(page);
  await expect(page.getByText('The batch is complete.')).toBeVisible();
}

/** The batch's calls as the specification lists them, in order (B5 to B7, D6). */
function expectedBatch(
  { command, variant, email }: Case,
  imeis: readonly string[],
  batchId: unknown,
  filename: unknown,
): readonly [string, object][] {
  const { copyPath = '', statusOf = '', dispatch = 'getImeiDetails' } = command.batch ?? {};
  const { action } = variant;
  const common = { user: email, batchId };
  return [
    [`POST ${copyPath}`, {}],
    ['PUT updateCommandOnServer.php', { imeilist: imeis.join(','), action, ...common }],
    ...imeis.map((imei): [string, object] => [`POST ${calls[dispatch].path}`, { imei, action, filename, ...common }]),
    [
      'POST updateStatusOnServer.php',
      { lastimei: imeis.at(-1), fileName: filename, isComplete: 'complete', statusOf, ...common },
    ],
  ];
}

/** `level` of the copy: the operator's choice, a constant, or none (B14, D5, D6). */
function levelFields({ command, variant }: Case): readonly [string, string][] {
  const level = command.batch?.level;
  if (level === undefined) return [];
  return [['level', level === 'choice' ? (variant.choice?.value ?? '') : 'default']];
}

/** Red, green and blue of a card's background, from 0 to 255. */
async function backgroundOf(card: Locator): Promise<readonly number[]> {
  const colour = await card.evaluate((element) => getComputedStyle(element).backgroundColor);
  return (/^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? []).slice(1).map(Number);
}

test('C3 the card that de-enrols a formatted device is yellow, and no other card', async ({ page }) => {
  await openAs(page, 'admin@example.com', '/formattedDevice');
  const [red = 0, green = 0, blue = 0] = await backgroundOf(
    page.getByRole('region', { name: 'De-enroll formatted device' }),
  );
  expect(Math.min(red, green)).toBeGreaterThan(230);
  expect(Math.min(red, green) - blue).toBeGreaterThan(20);
  await page.goto('/lockDevice');
  const [plainRed = 0, plainGreen = 0, plainBlue = 255] = await backgroundOf(
    page.getByRole('region', { name: 'One device' }),
  );
  expect(Math.abs(Math.min(plainRed, plainGreen) - plainBlue)).toBeLessThan(5);
});

for (const row of cases) {
  const { command, variant, email } = row;

  test(
    `C1 C6 C9 B5 B6 B7 B15 B16 ${command.title}, ${variant.action}: the single call, the success text and the ` +
      'batch, as they stand on the wire',
    async ({ browser, baseURL, testConsole }) => {
      const client = await wireClient(testConsole, 'admin@example.com');
      const [single = '', ...imeis] = await freshImeis(client, 4);
      const { context, page, messages, recorded } = await openCase(browser, baseURL ?? '', row);

      await sendSingle(page, row, single);
      const sent = (await recorded()).filter(({ call }) => call === `POST ${calls[command.send].path}`);
      expect(sent.map(({ body }) => body)).toEqual([{ imei: single, action: variant.action, user: email }]);
      expect(sent[0]?.headers['x-api-key']).toMatch(/\S{16,}/);

      if (command.batch) {
        const before = (await recorded()).length;
        await runBatch(page, row, imeis);
        // The card above continues to ask about the single command.
        const ofBatch = ({ body }: { body: object }) => !Object.values(body).includes(single);
        const calling = (await recorded()).slice(before).filter(ofBatch);
        const { batchId, filename } = calling.find(({ body }) => 'filename' in body)?.body ?? {};
        expect(calling.map(({ call, body }) => [call, body])).toEqual(expectedBatch(row, imeis, batchId, filename));
        expect(new Set(calling.map(({ headers }) => headers['x-api-key']))).toEqual(
          new Set([sent[0]?.headers['x-api-key']]),
        );
        expect(filename).toMatch(new RegExp(`^${variant.report}-\\d{14}-[0-9a-f]{16}\\.csv$`));
        expect(new Set(calling.map(({ transactionId }) => transactionId)).size).toBe(calling.length);
        const text = expect.stringMatching(new RegExp(`${imeis.join('[\\s\\S]*')}\\s*$`)) as unknown;
        const file = {
          name: `${variant.filePrefix ?? ''}${FILE}`,
          type: expect.stringContaining('csv') as unknown,
          text,
        };
        const [form = []] = await recordedForms(page);
        expect(Object.fromEntries(form)).toEqual(
          Object.fromEntries([['file', file], ['user', email], ['batchId', batchId], ...levelFields(row)]),
        );
      }
      expect(messages).toEqual([]);
      await context.close();
    },
  );
}

test('C1 D26 device after device goes by a scanner or the keyboard alone, and the last ones stay in sight', async ({
  page,
  testConsole,
}) => {
  const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 3);
  await openAs(page, 'admin@example.com', '/blockApp');
  const card = page.getByRole('region', { name: 'One device' });
  await expect(card.getByRole('textbox')).toBeFocused();
  for (const imei of imeis) {
    await page.keyboard.type(imei);
    await page.keyboard.press('Enter');
    await expect(card.getByRole('status').filter({ hasText: imei })).toBeVisible();
  }
  const sent = card.getByRole('region', { name: 'Sent from here' });
  await expect(sent.getByRole('heading')).toHaveText('Sent from here: 3');
  await expect(sent.getByRole('listitem')).toHaveText(imeis.toReversed().map((imei) => `${imei}Sent`));
});

test('C6 L3 D17d the device beside the form, in another tab and before another operator follows a command', async ({
  page,
  context,
  browser,
  baseURL,
  testConsole,
}) => {
  const [imei = ''] = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 1);
  await openAs(page, 'admin@example.com', `/lockDevice#imei=${imei}`);
  const tab = await context.newPage();
  await tab.goto(`/device#imei=${imei}`);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await elsewhere.newPage();
  await openAs(theirs, 'superadmin@example.com', `/superadmin/device#imei=${imei}`);
  const justLocked = /^Locked (just now|\d minutes? ago)/;
  const pages = [theirs, page, tab].map((each) => ({
    each,
    card: each.getByRole('group', { name: `Device ${imei}` }),
  }));
  for (const { card } of pages) await expect(card).not.toContainText(justLocked);
  await page.getByRole('button', { name: 'Lock Device', exact: true }).click();
  // A hidden tab waits until it is visible.
  for (const { each, card } of pages) {
    await each.bringToFront();
    await expect(card).toContainText(justLocked);
  }
  await elsewhere.close();
});
