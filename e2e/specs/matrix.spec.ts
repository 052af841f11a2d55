import { readFile } from 'node:fs/promises';
import { NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { expect, logIn, test } from '../support/test.ts';
import type { TestConsole } from '../support/test-console.ts';

/** An address that a deployed remote declares, and where that remote's files come from. */
interface Declared {
  readonly path: string;
  readonly origin: string;
}

type Outcome = 'shown' | 'not authorised' | 'login' | 'superadmin twin' | 'no screen';

/** N6: the one screen whose refusal leads to login. */
const userManagement = 'userManagement';
/** N7, D9: other screens of roles, whatever else somebody may do. */
const admins = ['keyManagement', 'operatorAudit'];

/**
 * What each demo account gets at the ordinary addresses: what its permissions open, and where the roles end (N5, N6,
 * N7, D9).
 */
const accounts = [
  { email: 'viewer@example.com', opens: ['batches'], closed: [userManagement, ...admins, 'lastCommand'] },
  {
    email: 'operator@example.com',
    opens: ['batches', 'lockDevice', 'deviceDetails', 'device', 'auditReport', 'enableNotification'],
    closed: [userManagement, ...admins, 'lastCommand'],
  },
  { email: 'admin@example.com', opens: 'all', closed: ['lastCommand'] },
] as const;

async function declaredAddresses({ registryFile }: TestConsole): Promise<readonly Declared[]> {
  const { remotes } = JSON.parse(await readFile(registryFile, 'utf8')) as {
    remotes: readonly { baseUrl: string; declaration: { screens: readonly { path: string }[] } }[];
  };
  return remotes.flatMap(({ baseUrl, declaration }) =>
    declaration.screens.map(({ path }) => ({ path, origin: new URL(baseUrl).origin })),
  );
}

/**
 * Opens an address anew; the session that a redirect to login has ended is put back, so that the next address meets it.
 */
async function outcomeOf(page: Page, address: string, kept: Readonly<Record<string, string>>): Promise<Outcome> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { pathname } = new URL(page.url());
  if (pathname === '/login') {
    await expect.poll(() => page.evaluate(() => localStorage.getItem('userSession'))).toBeNull();
    await page.evaluate(
      (items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)),
      kept,
    );
    return 'login';
  }
  if (await page.getByText(NOT_AUTHORISED).isVisible()) return 'not authorised';
  if (await page.getByText(/^There is no screen at /).isVisible()) return 'no screen';
  await expect(page.getByText(/ cannot be shown$/)).toHaveCount(0);
  // /reports opens its first report.
  const isAt = (wanted: string): boolean => pathname === wanted || pathname.startsWith(`${wanted}/`);
  if (isAt(address)) return 'shown';
  if (isAt(`/superadmin${address}`)) return 'superadmin twin';
  throw new Error(`${address} led to ${pathname}.`);
}

/** Visits each address once, and checks that one which is not shown has fetched no file of its remote. */
async function visitAll(
  page: Page,
  testConsole: TestConsole,
  prefix: string,
  expected: (path: string) => Outcome,
): Promise<void> {
  const kept = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(request.url()));
  for (const { path, origin } of await declaredAddresses(testConsole)) {
    // What is open goes on fetching until another page takes its place.
    await page.goto('about:blank');
    fetched.length = 0;
    const address = prefix + path.replace(':report', 'register');
    const outcome = await outcomeOf(page, address, kept);
    const ofRemote = fetched.filter((url) => url.startsWith(origin));
    const isShown = outcome === 'shown' || outcome === 'superadmin twin';
    expect({ address, outcome, files: isShown ? 'some' : ofRemote }).toEqual({
      address,
      outcome: expected(path),
      files: isShown ? 'some' : [],
    });
  }
}

for (const { email, opens, closed: ofRoles } of accounts) {
  const closed: readonly string[] = ofRoles;
  const open: readonly string[] | 'all' = opens;
  const ordinary = (path: string): Outcome => {
    if (path === 'deviceAction') return 'no screen';
    if (closed.includes(path)) return path === userManagement ? 'login' : 'not authorised';
    return open === 'all' || open.includes(path) ? 'shown' : 'not authorised';
  };

  test(
    `N5 N6 N7 D9 ${email} gets at each ordinary address what the requirements give, and no file of a closed ` +
      'screen',
    async ({ page, testConsole }) => {
      await logIn(page, email);
      await visitAll(page, testConsole, '/', ordinary);
    },
  );

  test(`N4 ${email} gets no superadmin address, and no file of one`, async ({ page, testConsole }) => {
    await logIn(page, email);
    await visitAll(page, testConsole, '/superadmin/', () => 'not authorised');
  });
}

test('N2 N3 D9 a superadmin is shown every superadmin address', async ({ page, testConsole }) => {
  await logIn(page, 'superadmin@example.com', '/superadmin/login');
  await visitAll(page, testConsole, '/superadmin/', () => 'shown');
});

test('N6 D9 a superadmin is shown the ordinary addresses too, and is led to his own where there are two', async ({
  page,
  testConsole,
}) => {
  await logIn(page, 'superadmin@example.com', '/superadmin/login');
  await visitAll(page, testConsole, '/', (path) => {
    if (path === 'deviceAction') return 'no screen';
    return [userManagement, ...admins, 'lastCommand'].includes(path) ? 'superadmin twin' : 'shown';
  });
});

test('S10 nobody is shown any address without a login, and no file of a remote is fetched', async ({
  page,
  testConsole,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(request.url()));
  const declared = await declaredAddresses(testConsole);
  for (const prefix of ['/', '/superadmin/']) {
    for (const { path } of declared) {
      await page.goto(prefix + path.replace(':report', 'register'));
      await expect(page).toHaveURL(prefix === '/' ? '/login' : '/superadmin/login');
    }
  }
  expect(fetched.filter((url) => declared.some(({ origin }) => url.startsWith(origin)))).toEqual([]);
});
