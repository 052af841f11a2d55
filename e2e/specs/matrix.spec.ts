import { readFile } from 'node:fs/promises';
import { NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { followLink, settled } from '../support/accessibility.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';
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
/** N6, D17c: screens that are under the superadmins' prefix alone. */
const ofSuperadmins = ['deviceAction', 'operations', 'operationsCompare'];

/**
 * What demo accounts get at the ordinary addresses: what their permissions open, and where the roles end (N5, N6, N7,
 * D9). One without a permission is in permissions.spec.ts.
 */
const accounts = [
  {
    email: 'operator@example.com',
    opens: ['batches', 'approvals', 'lockDevice', 'deviceDetails', 'device', 'auditReport', 'enableNotification'],
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

/** What stands at the page's address, to which `address` has led. */
async function outcomeAt(page: Page, address: string): Promise<Outcome> {
  const { pathname } = new URL(page.url());
  if (pathname === '/login') return 'login';
  if (await page.getByText(NOT_AUTHORISED).isVisible()) return 'not authorised';
  if (await page.getByText(/^There is no screen at /).isVisible()) return 'no screen';
  await expect(page.getByText(/ cannot be shown$/)).toHaveCount(0);
  // /reports opens its first report.
  const isAt = (wanted: string): boolean => pathname === wanted || pathname.startsWith(`${wanted}/`);
  if (isAt(address)) return 'shown';
  if (isAt(`/superadmin${address}`)) return 'superadmin twin';
  throw new Error(`${address} led to ${pathname}.`);
}

/** What is shown, and so may be fetched. */
const isShown = (outcome: Outcome): boolean => outcome === 'shown' || outcome === 'superadmin twin';

/**
 * What is closed comes first, while no remote's file has a reason to be fetched, and last what ends the session (N6).
 */
const turnOf = (outcome: Outcome): number => (outcome === 'login' ? 2 : isShown(outcome) ? 1 : 0);

/**
 * Loads the first address of each remote and each outcome, and every one that leads to login, and checks that one which
 * is not shown has fetched no file of its remote. What the others come to is shown without a browser, by the shell's
 * `access-matrix.test.tsx`.
 */
async function visitKinds(
  page: Page,
  testConsole: TestConsole,
  prefix: string,
  expected: (path: string) => Outcome,
): Promise<void> {
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(request.url()));
  const declared = await declaredAddresses(testConsole);
  const loaded = new Set<string>();
  for (const { path, origin } of declared.toSorted(
    (one, next) => turnOf(expected(one.path)) - turnOf(expected(next.path)),
  )) {
    const wanted = expected(path);
    const kind = `${origin} ${wanted}`;
    if (loaded.has(kind) && wanted !== 'login') continue;
    loaded.add(kind);
    const address = prefix + path.replace(':report', 'register');
    // What is open goes on fetching until another page takes its place.
    await page.goto('about:blank');
    fetched.length = 0;
    await page.goto(address);
    await settled(page);
    const files = fetched.filter((url) => url.startsWith(origin));
    const outcome = await outcomeAt(page, address);
    expect({ address, outcome, files: isShown(outcome) ? files.length > 0 : files }).toEqual({
      address,
      outcome: wanted,
      files: isShown(wanted) ? true : [],
    });
    if (outcome === 'login')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('userSession'))).toBeNull();
  }
}

for (const { email, opens, closed: ofRoles } of accounts) {
  const closed: readonly string[] = ofRoles;
  const open: readonly string[] | 'all' = opens;
  const ordinary = (path: string): Outcome => {
    if (ofSuperadmins.includes(path)) return 'no screen';
    if (closed.includes(path)) return path === userManagement ? 'login' : 'not authorised';
    return open === 'all' || open.includes(path) ? 'shown' : 'not authorised';
  };

  test(
    `N5 N6 N7 D9 ${email} gets at ordinary addresses of each remote what the requirements give, and no file of a ` +
      'closed screen',
    async ({ page, testConsole }) => {
      await openAs(page, email);
      await visitKinds(page, testConsole, '/', ordinary);
    },
  );
}

test('N4 an admin gets no superadmin address, and no file of one', async ({ page, testConsole }) => {
  await openAs(page, 'admin@example.com');
  await visitKinds(page, testConsole, '/superadmin/', () => 'not authorised');
});

test('N2 N3 D9 a superadmin is shown superadmin addresses of each remote', async ({ page, testConsole }) => {
  await openAs(page, 'superadmin@example.com', '/superadmin');
  await visitKinds(page, testConsole, '/superadmin/', () => 'shown');
});

test('N6 D9 a superadmin is shown the ordinary addresses too, and is led to his own where there are two', async ({
  page,
  testConsole,
}) => {
  await openAs(page, 'superadmin@example.com', '/superadmin');
  await visitKinds(page, testConsole, '/', (path) => {
    if (ofSuperadmins.includes(path)) return 'no screen';
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
    const loaded = new Set<string>();
    for (const { path, origin } of declared) {
      const address = prefix + path.replace(':report', 'register');
      if (loaded.has(origin)) await followLink(page, address);
      else await page.goto(address);
      loaded.add(origin);
      await expect(page).toHaveURL(prefix === '/' ? '/login' : '/superadmin/login');
    }
  }
  expect(fetched.filter((url) => declared.some(({ origin }) => url.startsWith(origin)))).toEqual([]);
});
