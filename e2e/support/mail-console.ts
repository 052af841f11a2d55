import { startMailServer, type MailServer } from './mail-server.ts';
import { firstPort, test } from './test.ts';
import { startTestConsole, type TestConsole } from './test-console.ts';

/** Tests with a console of their own, whose API hands mails to a mail server; `offset` keeps its ports apart. */
export const mailConsoleTest = (offset: number) =>
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
        const port = firstPort + offset + worker.parallelIndex * 200;
        const testConsole = await startTestConsole(port, { SMTP_URL: mailServer.url });
        await use(testConsole);
        await testConsole.close();
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  });
