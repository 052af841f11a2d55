import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { startKnoxStandIn, type KnoxStandIn } from '../../reference-api/src/testing/knox-guard/knox-stand-in.ts';
import { demoImeis } from './demo-data.ts';
import { startIdentityProvider, type IdentityProvider } from './identity-provider.ts';
import { legacyConfig } from './legacy-back-end.ts';
import { startMailServer, type MailServer } from './mail-server.ts';
import { portOf } from './ports.ts';
import { makeServicesFile } from './team-service.ts';
import { loggedErrors, startTestConsole, type TestConsole } from './test-console.ts';

export const password = 'Demo-pass-2026';

/** The stricter policy; the demo's accounts have no second factor. */
const hardened = { POLICY: 'hardened', SECOND_FACTOR: 'offered' };

interface Fixtures {
  /** Lets a test expect browser messages that would otherwise fail it. */
  readonly expectedMessages: RegExp | null;
}

interface WorkerFixtures {
  /** Receives the mails of the console's API. */
  readonly mailServer: MailServer;
  /** SERVICES_FILE of the console's API; it lists nothing. */
  readonly servicesFile: string;
  readonly testConsole: TestConsole;
  /** Where the operators of `signOnConsole` may log in. */
  readonly provider: IdentityProvider;
  /** Under the stricter policy. */
  readonly signOnConsole: TestConsole;
  /** In front of an existing back end, which a test starts. */
  readonly legacyConsole: TestConsole;
  /** The stand-in of Samsung Knox Guard, with the phones of the demo. */
  readonly knoxGuard: KnoxStandIn;
  /** Its commands go to `knoxGuard`. */
  readonly knoxConsole: TestConsole;
}

const STARTING = { scope: 'worker', timeout: 180_000 } as const;

/**
 * Each worker has consoles of its own, started when a test asks for one; the page fails its test when the browser's
 * console shows an error or warning. All are declared here: a test with others would need a worker of its own.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  mailServer: [
    async ({}, use) => {
      const mailServer = await startMailServer();
      await use(mailServer);
      await mailServer.close();
    },
    { scope: 'worker' },
  ],
  servicesFile: [({}, use, worker) => use(makeServicesFile(portOf('console', worker))), { scope: 'worker' }],
  testConsole: [
    async ({ mailServer, servicesFile }, use, worker) => {
      const testConsole = await startTestConsole(portOf('console', worker), {
        SMTP_URL: mailServer.url,
        SERVICES_FILE: servicesFile,
      });
      await use(testConsole);
      await testConsole.close();
    },
    STARTING,
  ],
  provider: [
    async ({}, use, worker) => {
      const ports = [portOf('sign-on console', worker), portOf('identity provider', worker)] as const;
      const provider = await startIdentityProvider(...ports);
      await use(provider);
      await provider.close();
    },
    STARTING,
  ],
  signOnConsole: [
    async ({ provider }, use, worker) => {
      const signOnConsole = await startTestConsole(portOf('sign-on console', worker), { ...hardened, ...provider.env });
      await use(signOnConsole);
      await signOnConsole.close();
    },
    STARTING,
  ],
  legacyConsole: [
    async ({}, use, worker) => {
      const config = legacyConfig(portOf('legacy back end', worker));
      const legacyConsole = await startTestConsole(portOf('legacy console', worker), {}, { config });
      await use(legacyConsole);
      await legacyConsole.close();
    },
    STARTING,
  ],
  knoxGuard: [
    async ({}, use, worker) => {
      const knoxGuard = await startKnoxStandIn({}, portOf('Knox Guard', worker));
      knoxGuard.add(demoImeis(0, 4_900));
      await use(knoxGuard);
      await knoxGuard.close();
    },
    { scope: 'worker' },
  ],
  knoxConsole: [
    async ({ knoxGuard }, use, worker) => {
      const folder = await mkdtemp(join(tmpdir(), 'knox-guard-'));
      const knoxConsole = await startTestConsole(portOf('Knox Guard console', worker), {
        ...{ GATEWAY: 'knox-guard', KNOX_API: knoxGuard.url, KNOX_CONTACT: '9000000001' },
        KNOX_CREDENTIALS_FILE: await knoxGuard.writeCredentials(folder),
      });
      await use(knoxConsole);
      await knoxConsole.close();
      await rm(folder, { recursive: true });
    },
    STARTING,
  ],
  baseURL: async ({ testConsole }, use) => use(testConsole.address),
  expectedMessages: [null, { option: true }],
  page: async ({ page, expectedMessages }, use) => {
    const messages = watchMessages(page);
    const failures = watchServerFailures(page);
    await use(page);
    const unexpected = messages.filter((text) => !expectedMessages?.test(text));
    if (unexpected.length > 0) unexpected.push(...(await failures()));
    expect(unexpected).toEqual([]);
  },
});

/** Explains a status of 500 and more: which calls had it, and what the servers logged as errors meanwhile. */
function watchServerFailures(page: Page): () => Promise<readonly string[]> {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.status() < 500) return;
    const what = `${response.status()} ${response.request().method()} ${response.url()}`;
    answers.push(
      response.text().then(
        (text) => `${what}: ${text}`,
        () => what,
      ),
    );
  });
  const before = loggedErrors.length;
  return async () => [...(await Promise.all(answers)), ...loggedErrors.slice(before)];
}

/** Collects warnings and errors of the browser's console, and uncaught errors. */
export function watchMessages(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`));
  return messages;
}

/** Logs in through the page with the demo's password, from wherever a guard or address leads. */
export async function logIn(page: Page, email: string, address = '/'): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Email or phone').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  // In the bar of every page; in a narrow window the menu's entry is out of view.
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();
}

/** Logs out through the page and waits until the session is gone, so that the next page finds none. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/\/login$/);
}

export { expect };
