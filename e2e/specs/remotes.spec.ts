import { readFile } from 'node:fs/promises';
import { NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import { publishedFolder, withFile } from '../support/builds.ts';
import { fileMessages } from '../support/messages.ts';
import { menuLink } from '../support/menu.ts';
import { changeEntry, entryOf, keepingRegistry, readRegistry, replaceFile } from '../support/registry.ts';
import { openAs } from '../support/open-as.ts';
import { expect, logOut, test } from '../support/test.ts';

test(
  'a remote of an incompatible contract is refused before any byte of it, and the panel says who must ' + 'upgrade',
  async ({ page, testConsole }) => {
    const { baseUrl } = entryOf(await readRegistry(testConsole), 'mf-reports');
    const needing = (ui: string) =>
      changeEntry(testConsole, 'mf-reports', (entry) => ({
        ...entry,
        sequence: entry.sequence + 1,
        declaration: { ...entry.declaration, contract: { ...entry.declaration.contract, ui } },
      }));
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(new URL('..', baseUrl).href)) fetched.push(request.url());
    });
    await openAs(page, 'admin@example.com');
    await keepingRegistry(testConsole, async () => {
      await needing('^9.0.0');
      await page.reload();
      await menuLink(page, 'Audit Report').click();
      const panel = page.getByRole('alert');
      await expect(panel).toContainText('It does not fit this console');
      await expect(panel).toContainText(
        'It needs @device-console/shared-lib/ui ^9.0.0, the console provides 1.0.0. The console must be upgraded.',
      );
      expect(fetched).toEqual([]);
      await needing('^1.0.0');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
    });
  },
);

test('N4 N5 S10 no file of a remote is fetched for an address that is not for the operator', async ({
  page,
  testConsole,
}) => {
  const { remotes } = await readRegistry(testConsole);
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (remotes.some(({ baseUrl }) => request.url().startsWith(new URL(baseUrl).origin))) fetched.push(request.url());
  });
  await page.goto('/auditReport');
  await expect(page).toHaveURL('/login');
  await openAs(page, 'viewer@example.com');
  for (const address of ['/lockDevice', '/superadmin/operations']) {
    await page.goto(address);
    await expect(page.getByText(NOT_AUTHORISED)).toBeVisible();
  }
  expect(fetched).toEqual([]);
});

test("D25 what a remote takes of another one's addresses is shown to nobody, and its own screen to all", async ({
  page,
  testConsole,
}) => {
  const {
    baseUrl,
    declaration: {
      screens: [first],
    },
  } = entryOf(await readRegistry(testConsole), 'mf-admin');
  if (!first) throw new Error('mf-admin declares no screen.');
  // Its remote comes first in the alphabet; everybody with a session may open its screens.
  const forAll = (id: string, path: string, title: string) => ({
    ...first,
    id,
    path,
    title,
    roles: undefined,
    nav: { order: 1 },
  });
  const taken = [
    forAll('lock', 'lockDevice', 'Lock, taken'),
    forAll('batches', 'batches', 'Batches, taken'),
    forAll('own', 'guestBook', 'Guest book'),
  ];
  const config = await readFile(testConsole.configFile, 'utf8');
  const { registryKeys, ...rest } = JSON.parse(config) as { registryKeys: readonly { remotes: readonly string[] }[] };
  const ownersKeys = registryKeys.map((key) =>
    key.remotes.join() === 'mf-commands' ? { ...key, names: { addresses: ['lockDevice', 'batches'] } } : key,
  );
  await replaceFile(testConsole.configFile, JSON.stringify({ ...rest, registryKeys: ownersKeys }));
  await keepingRegistry(testConsole, async () => {
    await changeEntry(testConsole, 'mf-admin', (entry) => ({
      ...entry,
      sequence: entry.sequence + 1,
      declaration: { ...entry.declaration, screens: [...entry.declaration.screens, ...taken] },
    }));
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(baseUrl)) fetched.push(request.url());
    });
    await openAs(page, 'viewer@example.com', '/lockDevice');
    await expect(page.getByText('You are not authorised to use this feature.')).toBeVisible();
    await expect(page.getByText('Part of mf-admin is not shown')).toBeVisible();
    await expect(
      page.getByText(/The screen "Lock, taken" is not shown: the address "lockDevice" belongs to mf-commands by/),
    ).toBeVisible();
    await expect(
      page.getByText(/The screen "Batches, taken" is not shown: the address "batches" belongs to mf-commands by/),
    ).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Console' });
    await expect(menu.getByRole('link', { name: 'Guest book' })).toBeVisible();
    await expect(menu.getByRole('link', { name: /taken/ })).toHaveCount(0);
    await page.goto('/batches');
    await expect(page.getByRole('heading', { name: 'Batches', exact: true })).toBeVisible();
    expect(fetched).toEqual([]);
  }).finally(() => replaceFile(testConsole.configFile, config));
});

test.describe("a panel of one remote on another one's screen", () => {
  test.use({ expectedMessages: fileMessages });

  test(
    'N5 is shown to those who may see it; one that was changed on its server says so in its card, and the page ' +
      'goes on',
    async ({ page, testConsole }) => {
      const { declaration } = entryOf(await readRegistry(testConsole), 'mf-admin');
      const [panel] = declaration.contributions?.devicePanels ?? [];
      const file = panel?.assets.at(-1)?.file ?? '';
      const address = '/device#imei=356938030000005';
      const card = page.getByRole('region', { name: 'Operator Actions', exact: true });
      await withFile(
        await publishedFolder(testConsole, 'mf-admin'),
        file,
        (text) => `;globalThis.tampered = true;${text}`,
        async () => {
          await openAs(page, 'admin@example.com', address);
          await expect(card).toContainText('Operator Actions cannot be shown');
          await expect(card).toContainText('One of its files is not the one that was published');
          await expect(card).toContainText('Administration team');
          await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
          expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
        },
      );
      await card.getByRole('button', { name: 'Retry' }).click();
      await expect(card).toContainText('What operators did with this IMEI in the last 30 days');
      await expect(card.getByRole('table').or(card.getByText('The audit has no such actions.'))).toBeVisible();
      await card.getByRole('link', { name: 'Open Operator Audit for this device' }).click();
      await expect(page.getByRole('textbox', { name: 'IMEI' })).toHaveValue('356938030000005');
      await logOut(page);
      await openAs(page, 'operator@example.com', address);
      await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
      await expect(card).toHaveCount(0);
    },
  );
});
