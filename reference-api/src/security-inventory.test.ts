import { isImei } from '@device-console/shared-lib/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSecret, variableNames } from './app/configuration/variables.ts';
import { CONSOLE_WORDS } from './core/security/password-rules.ts';
import { requireDomain, requirePhone } from './core/accounts/users.ts';
import { tableSets } from './app/open-store.ts';

const root = join(__dirname, '..', '..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const inventory = textOf('docs/security-inventory.md');

/** A section of the inventory, without those below it. */
function section(heading: string): string {
  const [, text = ''] = inventory.split(`\n## ${heading}\n`);
  return text.split('\n## ')[0] ?? '';
}

const codesIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

const packages = ['reference-api', 'shared-lib', 'shell', ...readdirSync(root).filter((name) => /^mf-/.test(name))];

/** The sources that go into a deployment. */
const sources = [...packages.map((name) => `${name}/src`), 'tooling/lib']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\.test\.|\.d\.ts$|\/(testing|test-[^/]*)(\/|\.)/.test(path));

/** Sources outside of tests whose text has something; comments name modules too, so imports alone count. */
const sourcesWith = (pattern: RegExp) => sources.filter((path) => pattern.test(textOf(path)));

it('names every source that listens or opens a connection', () => {
  const modules = ['undici', 'nodemailer', 'pg', 'fastify', '@fastify/http-proxy', 'openid-client'];
  const builtIn = ['http', 'https', 'tls', 'child_process'].map((name) => `node:${name}`);
  const opening = new RegExp(`^import [^']*from '(${[...modules, ...builtIn].join('|')})';|\\bfetch\\(`, 'm');
  const found = sources
    .filter((path) => /^(reference-api\/src|tooling\/lib\/[\w-]+-server)/.test(path))
    .filter((path) => opening.test(textOf(path).replaceAll(/^import type .*$/gm, '')));
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter((path) => !codesIn(section('Connections')).includes(path))).toEqual([]);
});

it('names every source that uses cryptography, and no other', () => {
  const packages =
    /^import [^;]*'(node:crypto|@node-rs\/argon2|crypto-js\/[^']+|age-encryption|openid-client|standardwebhooks)'/m;
  const words =
    /\bsubtle\.\w+\(|getRandomValues\(|createEnvelopeCodec\(\{|platformSubtle\(\);|@noble\/curves|'otpauth'/;
  const using = sourcesWith(new RegExp(`${packages.source}|${words.source}`, 'm'));
  const named = codesIn(section('Cryptography')).filter(
    (code) => code.includes('/src/') || code.startsWith('tooling/'),
  );
  expect([...new Set(named)].toSorted()).toEqual(using.toSorted());
});

it('starts programs from one place, with a list of arguments and no shell', () => {
  const starting = sourcesWith(/^import .*'node:child_process';/m).filter((path) => path.startsWith('reference-api/'));
  expect(starting).toEqual(['reference-api/src/modules/backup/copied-database.ts']);
  expect(starting.map((path) => /\bshell:|\bexec(File)?(Sync)?\(/.exec(textOf(path))?.[0])).toEqual([undefined]);
});

it('names every variable that is a secret, or the file of one', () => {
  const secrets = variableNames.filter((name) => isSecret(name) || name.endsWith('_FILE'));
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter((name) => !codesIn(section('Secrets')).includes(name))).toEqual([]);
});

it('gives every table of the database a class', () => {
  const classed = codesIn(section('Data').split('\n### ')[0] ?? '');
  const names = tableSets.flatMap(({ tables }) => Object.keys(tables));
  expect(names.filter((name) => !classed.includes(name))).toEqual([]);
});

it('names every message of the log, and no other', () => {
  const written = sources
    .filter((path) => path.startsWith('reference-api/src/'))
    .flatMap((path) => [...textOf(path).matchAll(/\blog(?:\.\w+|\[[^\]]+\])\((?:(?!\n\n)[^;])*?'([^'\n]+)'\)[;,]/g)])
    .map(([, message = '']) => message);
  const [, rows = ''] = section('Logs').split('| message of the API');
  const named = [...rows.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message);
  expect([...new Set(written)].toSorted()).toEqual(named.toSorted());
});

it('says within how many days a flaw of third-party code is mended, by its severity, the worse the sooner', () => {
  const rows = [...section('Third-party code').matchAll(/^\| (\w+) \| (\d+)/gm)];
  expect(rows.map(([, severity]) => severity)).toEqual(['critical', 'high', 'moderate', 'low']);
  const days = rows.map(([, , count]) => Number(count));
  expect(days).toEqual(days.toSorted((sooner, later) => sooner - later));
});

it('says what passwords are not made of', () => {
  expect(codesIn(section('Words that no password is made of'))).toEqual(CONSOLE_WORDS);
});

const takes = (check: () => void) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};
it.each([
  ['IMEI', isImei],
  ['phone of an account', (text: string) => takes(() => requirePhone(text))],
  ['e-mail of an account', (text: string) => takes(() => requireDomain(text, ['example.com']))],
])('C1 U2 D19 gives samples of what the server takes and refuses: %s', (item, isTaken) => {
  const row = section('What is typed')
    .split('\n')
    .find((line) => line.startsWith(`| ${item} |`));
  const [, , , taken = '', refused = ''] = row?.split('|') ?? [];
  expect(codesIn(taken).length).toBeGreaterThan(0);
  expect(codesIn(refused).length).toBeGreaterThan(0);
  expect([...codesIn(taken), ...codesIn(refused)].filter(isTaken)).toEqual(codesIn(taken));
});
