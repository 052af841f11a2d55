import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { read, utils, write } from 'xlsx';
import { startByPuppeteer } from '../engines/by-puppeteer.ts';
import { type Engine, see } from '../engines/engine-page.ts';
import { startWebKit } from '../engines/webkit.ts';
import { executedLocks, wireClient, type WireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { portOf } from '../support/ports.ts';
import { expect, password, test } from '../support/test.ts';

/** Rows of a workbook that unpacks to more than the page itself reads, so that a worker has to. */
const LONG_WORKBOOK = 40_000;
const BATCH = 300;

const engines: Record<string, (port: number) => Promise<Engine>> = {
  Chromium: () => startByPuppeteer('chromium'),
  Firefox: () => startByPuppeteer('firefox'),
  WebKit: startWebKit,
};

const devices = new Map<string, readonly string[]>();

/** The same for all journeys at a console, which has not enough for each. */
async function devicesOf(client: WireClient): Promise<readonly string[]> {
  const known = devices.get(client.address) ?? (await freshImeis(client, BATCH + 1));
  devices.set(client.address, known);
  return known;
}

/** What a browser says of its own, whatever the page does; by docs/browsers.md. */
const OF_ITS_OWN: Record<string, RegExp> = {
  WebKit: /AES-CBC and AES-CTR do not provide auth/,
};

/** Whether this says that Firefox compared a script as far as it had come when its page was left. */
async function isOfEndedLoad(message: string): Promise<boolean> {
  const said = /“(sha\d+)” hashes in the integrity attribute .* at “([^”]+)”\. The computed hash is “([^”]+)”/s;
  const [, algorithm, address = '', computed] = said.exec(message) ?? [];
  if (algorithm === undefined) return false;
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
  const hash = createHash(algorithm);
  for (const at of bytes.keys()) {
    if (hash.copy().digest('base64') === computed) return true;
    hash.update(bytes.subarray(at, at + 1));
  }
  return false;
}

function longWorkbook(): Buffer {
  const rows = Array.from({ length: LONG_WORKBOOK }, (_, row) => [row + 1, 356_938_000_000_001 + row * 17]);
  const sheet = utils.aoa_to_sheet([['sno', 'imei1'], ...rows]);
  const bytes: Buffer = write(
    { SheetNames: ['Phones'], Sheets: { Phones: sheet } },
    { type: 'buffer', bookType: 'xlsx' },
  );
  return bytes;
}

/** Waits for the file whose name ends so, whole. */
async function downloaded({ downloads }: Engine, ending: string): Promise<Buffer> {
  let file = '';
  await expect
    .poll(async () => {
      const names = await readdir(downloads, { recursive: true });
      file = names.find((name) => name.endsWith(ending)) ?? '';
      return file === '' ? 0 : (await stat(join(downloads, file))).size;
    })
    .toBeGreaterThan(0);
  return readFile(join(downloads, file));
}

for (const [name, start] of Object.entries(engines))
  test(`${name}: login, deep link, a lock, a batch, a long workbook, an Excel file, logout, a silent console`, async ({
    testConsole,
  }, info) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const [imei = '', ...imeis] = await devicesOf(admin);
    const before = new Set((await executedLocks(admin)).map(({ transactionId }) => transactionId));
    const [batch, workbook] = [info.outputPath('overdue.csv'), info.outputPath('many.xlsx')];
    await writeFile(batch, batchFile(imeis));
    await writeFile(workbook, longWorkbook());
    const engine = await start(portOf('web driver', info));
    const { page } = engine;
    const times: string[] = [];
    const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      const started = performance.now();
      await test.step(what, work);
      times.push(`${what} ${Math.round(performance.now() - started)} ms`);
    };
    try {
      await page.resize(1280, 900);
      await step('login', async () => {
        await page.goto(`${testConsole.address}/lockDevice`);
        await page.type(see.field('Email'), 'admin@example.com');
        await page.type(see.field('Password'), password);
        await page.press(see.button('Log In'));
        await page.text(see.heading('Lock Device'));
      });
      await step('deep link', async () => {
        await page.goto(`${testConsole.address}/lockDevice`);
        await page.text(see.heading('Lock Device'));
      });
      await step('lock', async () => {
        await page.type(see.field('IMEI number'), imei);
        await page.press(see.button('Lock Device'));
        await page.text(see.words('Lock initiated successfully.'));
      });
      await step('batch', async () => {
        await page.choose(see.field('CSV file'), batch);
        await page.press(see.button(`Lock ${BATCH} devices`));
        await page.text(see.words('The batch is complete.'));
      });
      const executed = (await executedLocks(admin)).filter(({ transactionId }) => !before.has(transactionId));
      const sent = executed.map(({ imei1 }) => imei1);
      expect(sent.filter((sentTo) => sentTo === imei || imeis.includes(sentTo)).toSorted()).toEqual(
        [imei, ...imeis].toSorted(),
      );
      await step('workbook', async () => {
        await page.press(see.button('New Batch'));
        await page.choose(see.field('CSV file'), workbook);
        await page.text(see.words(LONG_WORKBOOK.toLocaleString('en-IN')));
      });
      await step('Excel', async () => {
        await page.goto(`${testConsole.address}/reports/lock#range=today`);
        await page.press(see.button('Download (Excel)'));
        const { SheetNames } = read(await downloaded(engine, '.xlsx'));
        expect(SheetNames.length).toBeGreaterThan(0);
      });
      await step('logout', async () => {
        await page.press(see.link('Logout'));
        await page.text(see.button('Log In'));
      });
    } finally {
      await page.screenshot(info.outputPath('last.png'));
      await engine.close();
    }
    info.annotations.push({ type: 'times', description: times.join(', ') });
    const own = OF_ITS_OWN[name];
    const others = engine.messages().filter((message) => !own?.test(message));
    const areOfEndedLoads = await Promise.all(others.map(isOfEndedLoad));
    expect(others.filter((_, index) => areOfEndedLoads[index] !== true)).toEqual([]);
  });
