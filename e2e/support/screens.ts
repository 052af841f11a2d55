// Every screen of a console and the states of screens that are looked at, by tests of accessibility and by the pictures
// of the documents alike.
import { readFile } from 'node:fs/promises';
import { calls } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { chooseFile, startBatch, startButton } from './batch-page.ts';
import { batchFile, demoImeis } from './demo-data.ts';
import { expect } from './test.ts';
import type { TestConsole } from './test-console.ts';

/** Whose screen it is; nobody: it needs no session. */
export type Account = 'nobody' | 'admin' | 'superadmin';

/** A screen, or a state of one. */
export interface ShownScreen {
  /** Its unique name, and the start of its picture's name. */
  readonly name: string;
  readonly account: Account;
  readonly address: string;
  /** What the operator does there first; absent: nothing. */
  readonly prepare?: ((page: Page) => Promise<void>) | undefined;
}

interface Declared {
  readonly path: string;
  readonly audiences: readonly ('standard' | 'superadmin')[];
  readonly roles?: readonly string[];
}

/** Values for the parameters of addresses; an address with another parameter needs a row here. */
const samples: Readonly<Record<string, string>> = { ':report': 'register' };

const [imei = ''] = demoImeis(2, 1);

/** The host's own pages, and the page at an address without a screen. */
const hostScreens: readonly ShownScreen[] = [
  { name: 'login', account: 'nobody', address: '/login' },
  { name: 'superadmin-login', account: 'nobody', address: '/superadmin/login' },
  { name: 'forgot-password', account: 'nobody', address: '/forgotPassword' },
  { name: 'reset-password', account: 'nobody', address: '/resetPassword/sample' },
  { name: 'home', account: 'admin', address: '/' },
  { name: 'no-such-screen', account: 'admin', address: '/no-such-screen' },
  { name: 'not-authorised', account: 'admin', address: '/superadmin/lastCommand' },
  { name: 'superadmin-home', account: 'superadmin', address: '/superadmin' },
  { name: 'invitation', account: 'nobody', address: '/invitation/sample' },
  { name: 'account', account: 'admin', address: '/account' },
  { name: 'platform', account: 'superadmin', address: '/superadmin/platform' },
];

function filled(path: string): string {
  return path.replace(/:\w+/g, (parameter) => {
    const sample = samples[parameter];
    if (sample === undefined) throw new Error(`e2e/support/screens.ts has no sample of "${parameter}" in /${path}.`);
    return sample;
  });
}

/** Every screen that the deployed remotes declare: an admin's, and those for superadmins only. */
async function declaredScreens({ registryFile }: TestConsole): Promise<readonly ShownScreen[]> {
  const { remotes } = JSON.parse(await readFile(registryFile, 'utf8')) as {
    remotes: readonly { declaration: { screens: readonly Declared[] } }[];
  };
  return remotes.flatMap(({ declaration }) =>
    declaration.screens.map(({ path, audiences, roles }): ShownScreen => {
      const isOrdinary = audiences.includes('standard') && (roles === undefined || roles.includes('ADMIN'));
      const name = filled(path).replaceAll('/', '-');
      return isOrdinary
        ? { name, account: 'admin', address: `/${filled(path)}` }
        : { name, account: 'superadmin', address: `/superadmin/${filled(path)}` };
    }),
  );
}

/** Every screen as it opens. */
export async function allScreens(testConsole: TestConsole): Promise<readonly ShownScreen[]> {
  return [...hostScreens, ...(await declaredScreens(testConsole))];
}

const main = (page: Page) => page.getByRole('main');

async function lookUp(page: Page): Promise<void> {
  await main(page).getByRole('textbox', { name: /IMEI/i }).first().fill(imei);
  await page.keyboard.press('Enter');
  await expect(page.locator('[class*="-spinner-"]')).toHaveCount(0);
}

/** A file of ten known devices, two unknown ones, and one unusable row. */
async function chooseBatchFile(page: Page): Promise<void> {
  const rows = batchFile([...demoImeis(60, 10), '990000862471854', '990000862471862']);
  await chooseFile(page, 'evening.csv', `${rows}\r\n13,12345`);
  await expect(startButton(page)).toBeEnabled();
}

async function begin(page: Page): Promise<void> {
  await chooseBatchFile(page);
  await startBatch(page);
}

/** The states that operators see most, besides a screen that has just opened. */
export const screenStates: readonly ShownScreen[] = [
  { name: 'device-found', account: 'admin', address: `/device#imei=${imei}` },
  { name: 'details-found', account: 'admin', address: '/deviceDetails', prepare: lookUp },
  { name: 'audit-found', account: 'admin', address: '/auditReport', prepare: lookUp },
  {
    name: 'field-refused',
    account: 'admin',
    address: '/disableCamera',
    prepare: async (page) => {
      await main(page).getByRole('textbox').first().fill('12345');
      await page.keyboard.press('Enter');
      await expect(main(page).getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'batch-ready', account: 'admin', address: '/lockDevice', prepare: chooseBatchFile },
  {
    name: 'batch-done',
    account: 'admin',
    address: '/activateAlarm',
    prepare: async (page) => {
      await begin(page);
      await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'batch-page',
    account: 'admin',
    address: '/batches',
    prepare: async (page) => {
      await page.getByRole('checkbox', { name: 'Batches of everyone' }).check();
      await main(page)
        .getByRole('table')
        .getByRole('link', { name: /\.csv$/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: /\.csv$/ })).toBeVisible();
    },
  },
  {
    name: 'table-menu',
    account: 'admin',
    address: '/userManagement',
    prepare: async (page) => {
      await main(page).locator('button[aria-haspopup]').first().click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'batch-running',
    account: 'admin',
    address: '/deactivateAlarm',
    prepare: async (page) => {
      // The first device's answer never arrives, so this one is the last.
      await page.route(`**/${calls.batchItems.path}`, () => undefined);
      await begin(page);
      await expect(page.getByRole('button', { name: 'Pause' }).first()).toBeVisible();
    },
  },
];
