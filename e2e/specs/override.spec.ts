import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { menuLink } from '../support/menu.ts';
import { writeJson } from '../support/registry.ts';
import type { TestConsole } from '../support/test-console.ts';
import { openAs } from '../support/open-as.ts';
import { portOf } from '../support/ports.ts';
import { expect, test } from '../support/test.ts';
import { interrupt, type Programs, type Started } from '../support/programs.ts';
import { copyWorkspace } from '../support/workspace-copy.ts';

const ID = 'mf-reports';
const SUPERADMIN = 'superadmin@example.com';
const AUDIT = '/superadmin/auditReport';
const RECORD = 'console:developmentRemote';
const COOKIE = 'console-development';
/** Copying the repository and a first build take time on a busy computer. */
const STARTING_MS = 300_000;

let workspace: Programs;
let devServer: Started;
/** As printed by the dev server. */
let link: string;
let origin: string;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const banner = (page: Page) => page.getByText(`${ID} comes from `);
const form = (page: Page) => page.getByRole('form', { name: 'Development' });

async function allowDevelopment({ configFile }: TestConsole, isAllowed: boolean): Promise<void> {
  await writeJson(configFile, {
    ...(JSON.parse(await readFile(configFile, 'utf8')) as object),
    allowDevelopment: isAllowed,
  });
}

function edit(from: string, to: string): void {
  const path = join(workspace.folder, ID, 'src', 'audit', 'audit-screen.tsx');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

/**
 * The policy that this browser gets with a page of the console; asked from elsewhere, as an address on the same page is
 * not loaded again.
 */
async function policyOf(page: Page, address: string): Promise<string> {
  await page.goto('about:blank');
  const response = await page.goto(address);
  const policy = response?.headers()['content-security-policy'];
  if (policy === undefined) throw new Error(`${address} came without a policy.`);
  return policy;
}

/**
 * Nothing of a development is left in this browser; a page that is just reloaded for it cannot be asked, so it is asked
 * again.
 */
async function expectNothingKept(page: Page): Promise<void> {
  await expect(async () => {
    const record = await page.evaluate((key) => localStorage.getItem(key), RECORD);
    expect([record, (await page.context().cookies()).map(({ name }) => name)]).toEqual([null, []]);
  }).toPass({ timeout: 25_000 });
}

test.beforeAll(async ({ testConsole }) => {
  test.setTimeout(STARTING_MS);
  await allowDevelopment(testConsole, true);
  workspace = copyWorkspace();
  edit("title={t('Audit Report By IMEI')}", 'title="Edited Report"');
  devServer = await workspace.start(
    ['tooling/dev.js', ID, '--against', testConsole.address],
    { PORT: String(portOf('dev server', test.info())), DATA_DIR: join(workspace.folder, '.data') },
    'Ctrl-C ends it.',
  );
  link = /^ +(http\S+#\S+)$/m.exec(devServer.output)?.[1] ?? '';
  origin = new URLSearchParams(new URL(link).hash.slice(1)).get('from') ?? '';
});

test.afterAll(async ({ testConsole }) => {
  await allowDevelopment(testConsole, false);
  expect(await interrupt(devServer)).toBe(0);
  workspace.remove();
});

test(
  'a superadmin sees the edited screen under a banner and is reloaded with each change; nobody else is touched; ' +
    'the button brings the signed release back',
  async ({ page, browser, testConsole }) => {
    test.setTimeout(240_000);
    await openAs(page, SUPERADMIN, link);
    expect(await policyOf(page, link.slice(testConsole.address.length))).not.toContain(origin);
    await expect(form(page).getByText('A link has filled this in.')).toBeVisible();
    expect(await page.evaluate((key) => localStorage.getItem(key), RECORD)).toBeNull();
    await form(page).getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click();
    await expect(banner(page)).toContainText(`${ID} comes from ${origin} until `);
    await page.getByLabel('Remote', { exact: true }).selectOption(ID);
    await expect(page.getByText(`Development, from ${origin}, until `)).toBeVisible();

    await menuLink(page, 'Audit Report').click();
    await expect(heading(page, 'Edited Report')).toBeVisible();
    await expect(banner(page)).toBeVisible();
    edit('Edited Report', 'Edited again');
    await expect(heading(page, 'Edited again')).toBeVisible({ timeout: 60_000 });
    await expect(banner(page)).toBeVisible();

    const policy = await policyOf(page, AUDIT);
    for (const directive of ['script-src', 'style-src', 'connect-src', 'img-src', 'font-src'])
      expect(policy).toMatch(new RegExp(`${directive} [^;]*${origin}`));
    expect(policy).toContain(origin.replace('http', 'ws'));
    expect(policy).not.toMatch(/unsafe|localhost:\*/);
    const other = await (await browser.newContext({ baseURL: testConsole.address })).newPage();
    await openAs(other, 'admin@example.com', '/auditReport');
    await expect(heading(other, 'Audit Report By IMEI')).toBeVisible();
    expect(await policyOf(other, '/auditReport')).not.toContain(origin);
    await expect(heading(other, 'Audit Report By IMEI')).toBeVisible();
    await expect(banner(other)).toBeHidden();
    await other.context().close();

    await page.getByRole('button', { name: 'End development' }).click();
    await expect(heading(page, 'Audit Report By IMEI')).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await expectNothingKept(page);
    expect(await policyOf(page, AUDIT)).not.toContain(origin);
  },
);

test('without allowDevelopment nothing of it is there, with a planted record and cookie neither', async ({
  page,
  testConsole,
}) => {
  await allowDevelopment(testConsole, false);
  try {
    await openAs(page, SUPERADMIN, '/superadmin');
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      RECORD,
      JSON.stringify({ source: 'development', id: ID, origin, email: SUPERADMIN, until: Date.now() + 3_600_000 }),
    ] as const);
    await page.context().addCookies([{ name: COOKIE, value: new URL(origin).host, url: testConsole.address }]);
    expect(await policyOf(page, AUDIT)).not.toContain(origin);
    await expect(heading(page, 'Audit Report By IMEI')).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await page.goto(link);
    await expect(page.getByRole('table', { name: 'Remotes' })).toContainText(ID);
    await expect(form(page)).toBeHidden();
    await expect(page.getByText('Development')).toBeHidden();
  } finally {
    await allowDevelopment(testConsole, true);
  }
});
