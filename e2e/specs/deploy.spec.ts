import { calls } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, startBatch } from '../support/batch-page.ts';
import { batchFile, demoImeis } from '../support/demo-data.ts';
import { letHappen, outagesOf } from '../support/outages.ts';
import { startDeployment, type Deployment } from '../support/deployment.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { portOf } from '../support/ports.ts';
import { expect, logIn, password, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

const DEVICES = 40;
/** Six chunks of other devices. */
const MORE = 300;
/** Batches of the full run under faults of every part at once. */
const CHAOS_RUNS = 10;
/** How long pages and instances may take on a busy computer. */
const SETTING_UP_MS = 400_000;
const email = 'owner@example.com';

test.describe('a deployment by the files of deploy/', () => {
  let deployment: Deployment;
  const imeis = demoImeis(0, DEVICES);
  const more = demoImeis(DEVICES, MORE);
  const chaos = Array.from({ length: isWholeRun ? CHAOS_RUNS : 0 }, (_, run) =>
    demoImeis(DEVICES + MORE * (run + 1), MORE),
  );

  test.beforeAll(async () => {
    test.setTimeout(SETTING_UP_MS);
    deployment = await startDeployment(portOf('deployment', test.info()));
    await deployment.cli(
      ['create-account', '--email', email, '--role', 'SUPERADMIN', '--phone', '9000000001'],
      `${password}\n`,
    );
    const file = join(test.info().outputDir, 'devices.csv');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      [
        'imei1,imei2,brand,model,app_version,app_type',
        ...[...imeis, ...more, ...chaos.flat()].map((imei) => `${imei},,Acme,One,1.0.0,PLAY`),
      ].join('\n'),
    );
    expect(await deployment.cli(['import-devices', file])).toContain(`${DEVICES + MORE * (1 + chaos.length)}`);
  });
  test.afterAll(() => deployment.close());
  test.use({ ignoreHTTPSErrors: true });

  test('a batch goes on when one of two instances of the API is killed, and commands every device once', async ({
    page,
  }) => {
    await useSpecifiedBatchCalls(page);
    await logIn(page, email, `${deployment.address}/superadmin/lockDevice`);
    let asked = 0;
    const killed = new Promise<void>((done, failed) => {
      void page.route('**/getimeidetails.php', async (route) => {
        asked += 1;
        if (asked === 15) await deployment.stop('device-console-api@3101', 'SIGKILL').then(done, failed);
        return route.continue();
      });
    });
    await chooseFile(page, 'deployed.csv', batchFile(imeis));
    await startBatch(page);
    await killed;
    await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
    await expectSummary(page, { Total: String(DEVICES), Found: String(DEVICES), 'Not Found': '0' });
    await deployment.start('device-console-api@3101');
    const client = await wireClient({ address: deployment.apiAddress, sharedKey: deployment.sharedKey }, email);
    const executed = (await executedLocks(client)).filter(({ imei1 }) => imeis.includes(imei1));
    expect(executed.map(({ imei1 }) => imei1)).toEqual(imeis);
  });

  test.describe('behind it', () => {
    test.use({ expectedMessages: /Failed to load resource/ });
    // Failed calls until it is back: after 3.5 s, in the full run after more than a minute.
    const failuresBefore = isWholeRun ? 9 : 4;

    test('D11 PostgreSQL is restarted and nginx reloaded under a batch, which goes on with no press', async ({
      page,
    }) => {
      test.setTimeout(300_000);
      await logIn(page, email, `${deployment.address}/superadmin/lockDevice`);
      let chunks = 0;
      let failures = 0;
      let back = Promise.resolve();
      await page.route('**/batchItems.php', async (route) => {
        chunks += 1;
        if (chunks === 2) await deployment.postgres.halt();
        if (chunks === failuresBefore + 4) await deployment.reloadNginx();
        return route.continue();
      });
      page.on('response', (response) => {
        if (response.status() < 500 || !response.url().endsWith('batchItems.php')) return;
        failures += 1;
        if (failures === failuresBefore) back = deployment.postgres.start();
      });
      await chooseFile(page, 'restarted.csv', batchFile(more));
      await startBatch(page);
      const question = page.getByRole('alertdialog');
      await question.getByLabel(`Type ${MORE} to confirm`).fill(String(MORE));
      await question.getByRole('button', { name: `Lock ${MORE} devices` }).click();
      await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible({ timeout: 180_000 });
      await back;
      expect(failures).toBeGreaterThanOrEqual(failuresBefore);
      await expectSummary(page, { Total: String(MORE), Found: String(MORE), 'Not Found': '0' });
      const client = await wireClient({ address: deployment.apiAddress, sharedKey: deployment.sharedKey }, email);
      const executed = (await executedLocks(client)).filter(({ imei1 }) => more.includes(imei1));
      expect(executed.map(({ imei1 }) => imei1)).toEqual(more);
    });

    // Whatever comes together, of the page, the proxy, the API and the database.
    for (const [run, batch] of chaos.entries())
      test(`D2 D11 D15 faults of every part, run ${run + 1}: each device once`, async ({ page }) => {
        test.setTimeout(600_000);
        const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1_000_000_000));
        const again = `Again: CHAOS_SEED=${seed}`;
        const address = `${deployment.address}/superadmin/lockDevice`;
        const resume = page.getByRole('button', { name: 'Process' });
        const faults = await letHappen(page, deployment, outagesOf(seed, 8), async () => {
          await page.goto(address);
          await resume.click();
        });
        await logIn(page, email, address);
        await chooseFile(page, `chaos-${run}.csv`, batchFile(batch));
        await startBatch(page);
        const question = page.getByRole('alertdialog');
        await question.getByRole('textbox').fill(String(batch.length));
        await question.getByRole('button', { name: `Lock ${batch.length} devices` }).click();
        await expect(page.getByText('The batch is complete.', { exact: true }), again).toBeVisible({
          timeout: 500_000,
        });
        await faults.settled();
        await expectSummary(page, { Found: String(batch.length), 'Not Found': '0' });
        const client = await wireClient({ address: deployment.apiAddress, sharedKey: deployment.sharedKey }, email);
        const executed = (await executedLocks(client)).filter(({ imei1 }) => batch.includes(imei1));
        expect(
          executed.map(({ imei1 }) => imei1),
          `${again}: ${faults.happened().join(', ')}`,
        ).toEqual(batch);
      });
  });

  test(
    "the page comes with its policy over TLS alone, calls carry their caller's address, and only publishers " + 'write',
    async ({ request }) => {
      const page = await request.get(`${deployment.httpAddress}/lockDevice`);
      expect(page.url()).toBe(`${deployment.address}/lockDevice`);
      expect(page.headers()['content-security-policy']).toContain("script-src 'self'");
      expect(page.headers()['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
      const unsafe = await request.get(`${deployment.httpAddress}/api/readyz`, { maxRedirects: 0 });
      expect(unsafe.status()).toBe(403);
      expect(await (await request.get(`${deployment.address}/api/readyz`)).json()).toMatchObject({
        database: 'postgres',
      });

      await request.post(`${deployment.address}/api/${calls.login.path}`, {
        data: { email, password: 'not the password' },
        headers: { 'X-Forwarded-For': '203.0.113.9', 'X-Transaction-Id': newTransactionId() },
      });
      const client = await wireClient({ address: deployment.apiAddress, sharedKey: deployment.sharedKey }, email);
      const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
      const { items } = await client.call(calls.operatorAudit, {
        startdate: day(1),
        enddate: day(0),
        timezone: 'UTC',
        limit: 50,
        called: calls.login.path,
      });
      // The failed one went through nginx.
      const [failed] = items.filter(({ outcome }) => outcome !== 'success');
      expect(failed).toMatchObject({ user: email, address: '127.0.0.1' });

      const registry = `${deployment.storeAddress}/registry.json`;
      const read = await request.get(registry);
      expect([read.status(), read.headers()['content-security-policy']]).toEqual([
        200,
        expect.stringMatching(/^sandbox;/),
      ]);
      expect((await request.put(registry, { data: '{}' })).status()).toBe(401);
      expect((await request.delete(registry)).status()).toBe(403);
    },
  );
});
