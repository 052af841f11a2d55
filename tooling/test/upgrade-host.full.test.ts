// A new release, and the way back, under load: pages stay open, a batch runs, operators work, somebody has typed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { packRelease } from '../packing/release.ts';
import { type BareHost, startBareHost } from '../test-support/bare-host.ts';
import {
  browserOf,
  certificateFolder,
  consoleName,
  giveArchive,
  makeCertificate,
  remotesName,
  superadmin,
} from '../test-support/installed-host.ts';
import { copyRepository } from '../test-support/repository-copy.ts';
import { type SmallSystemd, smallSystemd } from '../test-support/small-systemd.ts';

const OPERATORS = 10;
/** Pages that do nothing, beside those of the operators, two with a batch and one with typed text: twenty in all. */
const IDLE = 7;
const BATCH = 1_000;
/** How many operators send at a time: the computer may be busy, and each lock is a dozen calls of several pages. */
const AT_ONCE = 3;
/** How many devices operators lock for each chunk of the batch that goes on, so that it outlasts the switch. */
const LOCKS_PER_CHUNK = 4;
/** Milliseconds, of whatever is waited for: it ends a test that hangs, and is no measure. */
const LONGEST = 400_000;
const password = 'a long sentence of the operators';
const releases = '/opt/device-console-releases';
const [first, second] = ['1.0.0', '1.1.0'].map((version) => `${releases}/device-console-${version}`) as [
  string,
  string,
];

let folder = '';
let host: BareHost;
let systemd: SmallSystemd;
let browser: Browser;

before(
  async () => {
    folder = mkdtempSync(join(tmpdir(), 'upgrade-host-'));
    const archive = await packRelease({ to: folder, log: () => undefined });
    host = await startBareHost('bookworm', [consoleName, remotesName]);
    systemd = smallSystemd(host);
    makeCertificate(host);
    giveArchive(host, archive);
    host.succeed(['mkdir', '-p', releases]);
    host.succeed(['sh', '-c', `tar -xzf /root/*.tar.gz -C ${releases}`]);
    const names = ['--console', consoleName, '--remotes', remotesName, '--certificate', certificateFolder];
    const rest = ['--superadmin', superadmin, '--phone', '9000000001', '--gateway', 'simulator', '--yes'];
    host.succeed([`${first}/deploy/install`, ...names, ...rest]);
    // Operators log in by their passwords alone.
    const loose = 's/^POLICY=.*/POLICY=/; s/^SECOND_FACTOR=.*/SECOND_FACTOR=off/';
    host.succeed(['sed', '-i', loose, '/etc/device-console/api.env']);
    // That a busy computer is slow is no fault of a switch.
    host.succeed([
      'sed',
      '-i',
      's/$/\\&connectionTimeoutMillis=60000/',
      '/etc/device-console/credentials/database-url',
    ]);
    makeNextRelease();
    makePeople();
    for (const unit of ['api@3101', 'api@3102', 'page', 'store']) await systemd.restart(`device-console-${unit}`);
    await systemd.takeOver();
    browser = await browserOf(host, folder);
  },
  { timeout: 900_000 },
);
after(async () => {
  await browser.close();
  await systemd.close();
  await host.close();
  rmSync(folder, { recursive: true });
});

function replace(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  assert.ok(text.includes(from), `${file} does not hold ${from}`);
  writeFileSync(file, text.replace(from, to));
}

/**
 * The next release: each chunk of its host has another name, My account another text, and its reports use what
 * shared-lib has only since.
 */
function makeNextRelease(): void {
  const copy = copyRepository();
  const at = (...parts: string[]): string => join(copy, ...parts);
  replace(at('shared-lib/package.json'), '"version": "1.0.0"', '"version": "1.1.0"');
  appendFileSync(
    at('shared-lib/src/contract/index.ts'),
    "\n/** New. */\nexport const auditTitle = 'Audit of a device';\n",
  );
  replace(at('shell/src/account/sessions-card.tsx'), "t('Last use')", "t('Used last')");
  const screen = at('mf-reports/src/audit/audit-screen.tsx');
  replace(screen, '{ calls, isImei,', '{ auditTitle, calls, isImei,');
  replace(screen, "title={t('Audit Report By IMEI')}", 'title={auditTitle}');
  replace(at('mf-reports/package.json'), '"version": "1.0.0"', '"version": "1.1.0"');
  execFileSync(process.execPath, [at('tooling/lib/compile.mjs')], { cwd: at('tooling') });
  host.succeed(['cp', '-a', first, second]);
  for (const part of ['shell', 'mf-reports']) {
    execFileSync(process.execPath, [at('tooling/build.js')], { cwd: at(part), stdio: 'pipe' });
    rmSync(host.at(second, part, 'dist'), { recursive: true });
    cpSync(at(part, 'dist'), host.at(second, part, 'dist'), { recursive: true });
  }
  rmSync(copy, { recursive: true });
  replace(host.at(second, 'release.json'), '"1.0.0"', '"1.1.0"');
  const sums = 'find . -type f -not -name "SHA256SUMS*" -printf "%P\\n" | sort | xargs -d "\\n" sha256sum > SHA256SUMS';
  execFileSync('sh', ['-c', sums], { cwd: host.at(second) });
}

const operators = Array.from({ length: OPERATORS }, (_, index) => `operator${index}@example.com`);
const imeis = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => withCheckDigit(String(35_693_800_000_000 + from + index)));

function withCheckDigit(body: string): string {
  const digits = [...body].map(Number).map((digit, index) => (index % 2 === 0 ? digit : digit * 2));
  const sum = digits.reduce((total, digit) => total + (digit > 9 ? digit - 9 : digit), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const inBatch = [imeis(0, BATCH), imeis(BATCH, BATCH)] as const;
const ofOperators = operators.map((_, index) => imeis(2 * BATCH + index * 1_000, 1_000));

function makePeople(): void {
  const env = {
    DATA_DIR: '/var/lib/device-console',
    DATABASE_URL_FILE: '/etc/device-console/credentials/owner-database-url',
    EMAIL_DOMAINS: 'example.com',
  };
  const cli = (args: readonly string[], input = ''): string =>
    host.succeed(['/opt/device-console/bin/device-console', 'cli', ...args], { env, input });
  for (const [index, email] of [...operators, 'batch@example.com'].entries()) {
    const phone = String(9_100_000_000 + index);
    cli(['create-account', '--email', email, '--role', 'ADMIN', '--phone', phone], `${password}\n`);
  }
  writeFileSync(host.at('root/devices.csv'), ['imei1', ...inBatch.flat(), ...ofOperators.flat()].join('\n'));
  cli(['import-devices', '/root/devices.csv']);
  host.succeed(['chown', '-R', 'device-console-api:device-console-api', '/var/lib/device-console']);
}

/** What went wrong in pages: messages in the console, failures, replies that are no success. */
const faults: string[] = [];

/** The first fault ends all that is waited for. */
function fault(text: string): void {
  faults.push(`${new Date().toISOString()} ${text}`);
  void browser.close();
}

async function openPage(email: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  page.setDefaultTimeout(LONGEST);
  page.on('pageerror', (error) => fault(`${email}: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) fault(`${email}: ${message.text()} ${message.location().url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) fault(`${email}: ${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    // A page that is left ends its own requests.
    if (errorText !== 'net::ERR_ABORTED') fault(`${email}: ${errorText} ${request.url()}`);
  });
  await page.goto(`https://${consoleName}${path}`);
  await page.getByLabel('Email or phone').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /^Account of / }).waitFor();
  return page;
}

/**
 * Counts what operators have locked, and lets a few work at a time. Whoever waits goes on when the number is reached,
 * or at the end.
 */
function createTally() {
  let count = 0;
  let sending = 0;
  let isOver = false;
  const waiting = new Set<() => void>();
  const tell = (): void => {
    for (const look of waiting) look();
  };
  const until = (isReached: () => boolean) =>
    new Promise<void>((done) => {
      const look = (): void => {
        if (!isOver && !isReached()) return;
        waiting.delete(look);
        done();
      };
      waiting.add(look);
      look();
    });
  return {
    /** Those who wait longest come first. */
    async turn(send: () => Promise<void>): Promise<void> {
      const takeTurn = (): boolean => {
        if (sending === AT_ONCE) return false;
        sending += 1;
        return true;
      };
      await until(takeTurn);
      if (isOver) return;
      await send();
      sending -= 1;
      count += 1;
      tell();
    },
    end(): void {
      isOver = true;
      tell();
    },
    isOver: () => isOver,
    count: () => count,
    reached: (wanted: number) => until(() => count >= wanted),
  };
}
type Tally = ReturnType<typeof createTally>;

/** Locks devices one after the other, as a scanner does, until it is over. Returns how many. */
async function work(page: Page, own: string[], tally: Tally): Promise<number> {
  const card = page.getByRole('region', { name: 'One device', exact: true });
  let done = 0;
  const lock = async (): Promise<void> => {
    const imei = own.shift();
    assert.ok(imei, 'an operator has no more devices');
    await card.getByRole('textbox').fill(imei);
    await card.getByRole('textbox').press('Enter');
    await card.getByRole('status').filter({ hasText: imei }).filter({ hasText: 'successfully' }).waitFor();
    done += 1;
  };
  while (!tally.isOver()) await tally.turn(lock);
  return done;
}

/** Lets the chunks of a page's batch go on while operators do, and the last one only when that is over. */
async function pace(page: Page, tally: () => Tally): Promise<void> {
  let sent = 0;
  await page.route('**/batchItems.php', async (route) => {
    sent += 1;
    const isLast = sent * 50 >= BATCH;
    await tally().reached(isLast ? Number.POSITIVE_INFINITY : sent * LOCKS_PER_CHUNK);
    await route.continue();
  });
}

/** Starts a batch; resolves when it runs. What it returns resolves when it is complete, without a press. */
async function startBatch(page: Page, devices: readonly string[]): Promise<{ complete: Promise<void> }> {
  const running = page.waitForRequest('**/batchItems.php');
  const buffer = Buffer.from(['sno,imei1', ...devices.map((imei, index) => `${index + 1},${imei}`)].join('\r\n'));
  const file = { name: 'devices.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: /[\d,]+ (valid of [\d,]+ )?devices?$/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('textbox').fill(String(devices.length));
  await question.getByRole('button', { name: /^Lock 1,?000 devices$/ }).click();
  await running;
  return { complete: page.getByText('The batch is complete.', { exact: true }).waitFor() };
}

/** Runs a command of the host while pages go on; returns its seconds. */
async function switching(args: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = await host.start([...args], { ready: ' runs, after ' });
  const seconds = (performance.now() - began) / 1_000;
  if (child.exitCode === null) await once(child, 'exit');
  assert.equal(child.exitCode, 0);
  return seconds;
}

interface Round {
  readonly name: string;
  readonly command: readonly string[];
  /** Of My account and of the audit, by the release of before and by the one that comes. */
  readonly account: readonly [string, string];
  readonly audit: readonly [string, string];
  readonly waiting: string;
}

const rounds: readonly Round[] = [
  {
    name: 'upgrade',
    command: [`${second}/deploy/install`, '--yes'],
    account: ['Last use', 'Used last'],
    audit: ['Audit Report By IMEI', 'Audit of a device'],
    waiting: '1.1.0 replaces 1.0.0. It needs a newer version of the console and comes with it.',
  },
  {
    name: 'way back',
    command: ['/opt/device-console/bin/device-console', 'rollback-host'],
    account: ['Used last', 'Last use'],
    audit: ['Audit of a device', 'Audit Report By IMEI'],
    waiting: '1.0.0 replaces 1.1.0. It comes with the next screen that you open.',
  },
];

async function expectAccount(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByText(text).waitFor();
}

/** Typed text stays until whoever typed it agrees to the reload, which brings host and remote of one release. */
async function expectTyped(page: Page, { audit: [before, now], waiting }: Round): Promise<void> {
  // A console looks for news when its window gets the focus.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByText('The console itself has another version now').waitFor();
  await page.getByText(waiting).waitFor();
  await page.getByRole('heading', { name: before }).waitFor();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByText('What you have typed or chosen on this screen would be lost.').waitFor();
  assert.equal(await page.getByLabel('IMEI').first().inputValue(), '4901');
  await page.getByRole('button', { name: 'Reload the page anyway' }).click();
  await page.getByRole('heading', { name: now }).waitFor();
  await page.getByLabel('IMEI').first().fill('4901');
}

test(
  'a new release and back, under load: no error, no broken chunk, no press',
  { timeout: 1_500_000 },
  async (context) => {
    let tally = createTally();
    try {
      const batches: Page[] = [];
      for (const { name } of rounds) {
        const page = await openPage('batch@example.com', `/lockDevice#${name.replace(' ', '-')}`);
        await pace(page, () => tally);
        batches.push(page);
      }
      const working: Page[] = [];
      for (const email of operators) working.push(await openPage(email, '/lockDevice'));
      const idle: Page[] = [];
      for (const email of operators.slice(0, IDLE)) idle.push(await openPage(email, '/lockDevice'));
      const typed = await openPage('batch@example.com', '/auditReport');
      await typed.getByLabel('IMEI').first().fill('4901');
      let [former] = idle;
      for (const [index, round] of rounds.entries()) {
        const batch = batches[index];
        assert.ok(batch && former);
        tally = createTally();
        const { complete } = await startBatch(batch, inBatch[index] ?? []);
        const [counts, said] = await Promise.all([
          Promise.all(working.map((page, number) => work(page, ofOperators[number] ?? [], tally))),
          switchUnder(round, tally, former, typed),
          complete,
        ]);
        context.diagnostic(said);
        assert.ok(counts.every((count) => count > 0));
        former = await openPage(operators[0] ?? '', '/lockDevice');
      }
    } catch (error) {
      if (faults.length === 0) throw error;
    }
    assert.deepEqual(faults, []);
  },
);

/** Switches while operators and the batch go on, looks at the other pages, then lets all come to their end. */
async function switchUnder(round: Round, tally: Tally, former: Page, typed: Page): Promise<string> {
  await tally.reached(OPERATORS);
  const seconds = await switching(round.command);
  const meanwhile = tally.count() - OPERATORS;
  // What was open before has not loaded this yet; a new page gets it from the release that runs.
  await expectAccount(former, round.account[0]);
  const fresh = await openPage(operators[0] ?? '', '/lockDevice');
  await expectAccount(fresh, round.account[1]);
  await fresh.context().close();
  await expectTyped(typed, round);
  tally.end();
  return (
    `${round.name}: ${seconds.toFixed(1)} s; a batch of ${BATCH}; ${OPERATORS} operators locked ${tally.count()} ` +
    `devices, ${meanwhile} of them meanwhile`
  );
}
