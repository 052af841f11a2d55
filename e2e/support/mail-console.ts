import { startMailServer, type MailServer } from './mail-server.ts';
import { portOf } from './ports.ts';
import { test } from './test.ts';
import { startTestConsole, type TestConsole } from './test-console.ts';

/** Tests with a console of their own, whose API hands mails to a mail server. */
export const mailConsoleTest = (listener: 'password console' | 'day console') =>
  test.extend<object, { mailServer: MailServer; testConsole: TestConsole }>({
    mailServer: [
      async ({}, use) => {
        const mailServer = await startMailServer();
        await use(mailServer);
        await mailServer.close();
      },
      { scope: 'worker' },
    ],
    testConsole: [
      async ({ mailServer }, use, worker) => {
        const testConsole = await startTestConsole(portOf(listener, worker), { SMTP_URL: mailServer.url });
        await use(testConsole);
        await testConsole.close();
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  });
