import { startIdentityProvider, type IdentityProvider } from './identity-provider.ts';
import { portOf } from './ports.ts';
import { hardened, test as consoleTest } from './test.ts';
import { startTestConsole, type TestConsole } from './test-console.ts';

/** What the provider's pages ask for besides, and is not there. */
const decoration = /fonts\.googleapis\.com|127\.0\.0\.1:\d+\/favicon\.ico/;

/** A console under the stricter policy, whose operators may log in at an identity provider. */
export const test = consoleTest.extend<object, { provider: IdentityProvider; testConsole: TestConsole }>({
  provider: [
    async ({}, use, worker) => {
      const ports = [portOf('sign-on console', worker), portOf('identity provider', worker)] as const;
      const provider = await startIdentityProvider(...ports);
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  testConsole: [
    async ({ provider }, use, worker) => {
      const testConsole = await startTestConsole(portOf('sign-on console', worker), { ...hardened, ...provider.env });
      await use(testConsole);
      await testConsole.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  context: async ({ context }, use) => {
    await context.route(decoration, (route) => route.fulfill({ body: '' }));
    await use(context);
  },
});
