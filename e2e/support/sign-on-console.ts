import { test as consoleTest } from './test.ts';

/** What the provider's pages ask for besides, and is not there. */
const decoration = /fonts\.googleapis\.com|127\.0\.0\.1:\d+\/favicon\.ico/;

/** A console under the stricter policy, whose operators may log in at an identity provider. */
export const test = consoleTest.extend({
  baseURL: async ({ signOnConsole }, use) => use(signOnConsole.address),
  context: async ({ context }, use) => {
    await context.route(decoration, (route) => route.fulfill({ body: '' }));
    await use(context);
  },
});
