// An administrator with an untouched Debian, the archive of a release and docs/operations.md, to the first lock.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { packRelease } from '../packing/release.ts';
import { type BareHost, listing, startBareHost } from '../test-support/bare-host.ts';
import {
  browserOf,
  certificateFolder,
  consoleName,
  curl,
  giveArchive,
  makeCertificate,
  remotesName,
  superadmin,
} from '../test-support/installed-host.ts';
import { shownCommands } from '../test-support/shown-commands.ts';
import { type SmallSystemd, smallSystemd } from '../test-support/small-systemd.ts';

const imei = '356938035643809';
const services = ['api@3101', 'api@3102', 'page', 'store'].map((part) => `device-console-${part}`);

let folder = '';
let host: BareHost;
let systemd: SmallSystemd;
let began = 0;
let invitation = '';
let browser: Browser | undefined;

const password = 'a long sentence of the owner';

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'install-'));
  const archive = await packRelease({ to: folder, log: () => undefined });
  host = await startBareHost('bookworm', [consoleName, remotesName]);
  systemd = smallSystemd(host);
  makeCertificate(host);
  giveArchive(host, archive);
  writeFileSync(host.at('root/devices.csv'), `imei1\n${imei}\n`);
});
after(async () => {
  await browser?.close();
  await systemd.close();
  await host.close();
  rmSync(folder, { recursive: true });
});

/** The commands that the documents show below a heading, for this host. */
const shown = (heading: string): readonly string[] =>
  shownCommands('docs/operations.md', heading).map((line) =>
    line.replace('--certificate acme', `--certificate ${certificateFolder}`),
  );
const [makeFolder = '', unpack = '', enter = '', ...both] = shown('Install');
const [check = '', install = ''] = both.map((command) => `${enter} && ${command}`);
/** Later runs know the settings. */
const again = (command: string): string => command.replace(/ --console .*/, '');

test('an untouched host is told what is missing, and nothing on it is changed', { timeout: 300_000 }, () => {
  began = performance.now();
  host.succeed(['sh', '-ec', `${makeFolder} && ${unpack}`]);
  const before = listing(host.at());
  const { status, output } = host.run(['sh', '-ec', check]);
  assert.equal(status, 1);
  for (const name of ["Debian's packages", 'nginx', 'postgresql', 'device-console-api', 'PostgreSQL does not answer'])
    assert.ok(output.includes(name), `${name} is not named: ${output}`);
  assert.equal(listing(host.at()), before);
});

test('it says what it would do, and does nothing before somebody agrees', () => {
  const before = listing(host.at());
  const { status, output } = host.run(['sh', '-ec', install.replace(' --yes', '')]);
  assert.equal(status, 1);
  assert.match(output, /^1\. Debian's packages: installs by apt-get[^]*it was not agreed to/);
  assert.equal(listing(host.at()), before);
});

test("it is installed beside Debian's own site, and starts nothing without systemd", { timeout: 600_000 }, () => {
  const output = host.succeed(['sh', '-ec', install]);
  assert.match(output, /Left out, because systemd does not run here: starting device-console-api@3101/);
  [, invitation = ''] = /Open (https:\S+) within 72 hours: there you@example\.com chooses/.exec(output) ?? [];
  assert.match(invitation, /^https:\/\/console\.example\.com\/invitation\/\S{20,}$/);
  assert.match(host.succeed(['sh', '-ec', again(check)]), /^(there {5}.*\n)+$/);
  assert.match(curl(host, 'http://127.0.0.1/'), /Welcome to nginx/);
});

test('run again it changes nothing', { timeout: 300_000 }, () => {
  const state = (): string => ['/etc', '/opt', '/srv'].map((path) => contents(path)).join('\n');
  const before = state();
  const output = host.succeed(['sh', '-ec', again(install)]);
  assert.doesNotMatch(output, /invitation|was made|was edited/);
  assert.equal(state(), before);
});

test('what an administrator has edited stays, and the new text lies beside it', { timeout: 300_000 }, () => {
  const file = '/etc/nginx/conf.d/device-console.conf';
  const edited = `${readFileSync(host.at(file), 'utf8')}# ours\n`;
  const before = readFileSync(host.at(file), 'utf8');
  writeFileSync(host.at(file), edited);
  assert.match(host.succeed(['sh', '-ec', again(install)]), /was edited here and stays/);
  assert.equal(readFileSync(host.at(file), 'utf8'), edited);
  assert.equal(readFileSync(host.at(`${file}.new`), 'utf8'), before);
  writeFileSync(host.at(file), before);
});

test('the first superadmin chooses a password by the link that was printed, once', { timeout: 120_000 }, async () => {
  for (const unit of services) await systemd.restart(unit);
  browser = await browserOf(host, folder);
  const choose = async (typed: string): Promise<Page> => {
    assert.ok(browser);
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(invitation);
    for (const label of ['New Password', 'Confirm Password']) await page.getByLabel(label, { exact: true }).fill(typed);
    await page.getByRole('button', { name: 'Set password' }).click();
    return page;
  };
  await (await choose(password)).getByText('Your password is set. You can log in now.').waitFor();
  await (await choose('another long sentence')).getByText(/This link is no longer valid/).waitFor();
});

test('a login over TLS by curl, over IPv4 and IPv6; an ACME server is answered', { timeout: 120_000 }, () => {
  const logIn = (typed: string, family: string): string =>
    curl(
      host,
      `https://${consoleName}/api/login.php`,
      ...[family, '--insecure', '--json', JSON.stringify({ email: superadmin, password: typed })],
      ...['--header', `X-Transaction-Id: ${randomUUID()}`, '--output', '/dev/null', '--write-out', '%{http_code}'],
    );
  const counting = ['psql', 'device_console', '-Atc', 'select count(*) from sessions'];
  const sessions = (): string => host.succeed(counting, { user: 'postgres', folder: '/' });
  // Replies are sealed, refusals too: only the database says in the open what became of a login.
  logIn('not the password', '--ipv4');
  assert.equal(sessions(), '0\n');
  for (const family of ['--ipv4', '--ipv6']) assert.equal(logIn(password, family), '200');
  assert.equal(sessions(), '2\n');
  const challenges = 'var/www/device-console/.well-known/acme-challenge';
  mkdirSync(host.at(challenges), { recursive: true });
  writeFileSync(host.at(challenges, 'token'), 'the answer');
  assert.equal(curl(host, `http://${remotesName}/.well-known/acme-challenge/token`), 'the answer');
});

test('the first lock on a simulated phone, by the page', { timeout: 180_000 }, async (context) => {
  host.succeed(['sh', '-ec', shown('The first devices').join('\n')]);
  assert.ok(browser);
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await logInFirst(page);
  await lock(page);
  context.diagnostic(`from the archive to the first lock: ${((performance.now() - began) / 60_000).toFixed(1)} min`);
});

/** Logs in for the first time: the account needs a second factor before anything else. */
async function logInFirst(page: Page): Promise<void> {
  await page.goto(`https://${consoleName}/superadmin/login`);
  await page.getByLabel('Email or phone').fill(superadmin);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  const secret = (await dialog.getByRole('definition').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code that the app shows').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
}

async function lock(page: Page): Promise<void> {
  await page.goto(`https://${consoleName}/superadmin/lockDevice`);
  const card = page.getByRole('region', { name: 'One device', exact: true });
  await card.getByRole('textbox').fill(imei);
  await card.getByRole('button', { name: 'Lock Device', exact: true }).click();
  await card.getByRole('status').filter({ hasText: imei }).waitFor();
  await page.getByText('Acknowledged', { exact: true }).first().waitFor();
}

/** The checksums of all files of a folder of the host. */
const contents = (path: string): string =>
  host.succeed(['sh', '-c', `find ${path} -xdev -type f -exec sha256sum {} + | sort | sha256sum`]);
