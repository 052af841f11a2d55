import { calls, type CallName } from '@device-console/shared-lib/contract';
import { copyCalls } from '@device-console/shared-lib/contract/server';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyLimitOf, CALLBACK_BODY_BYTES, FORM_BODY_BYTES } from '../core/http/body-limits.ts';
import { CALLBACK_PATH } from '../modules/provider-callbacks/index.ts';
import { SIGN_IN_CALLBACK } from '../modules/single-sign-on/sign-on-parts.ts';

const site = readFileSync(join(__dirname, '..', '..', '..', 'deploy', 'nginx', 'device-console.conf'), 'utf8');

/** Returns the text of the TLS server with this name. */
function serverOf(name: string): string {
  const [found] = site
    .split(/^server \{$/m)
    .filter((text) => text.includes(`443 ssl http2;\n    server_name ${name};`));
  if (found === undefined) throw new Error(`There is no server ${name}`);
  return found;
}

interface Location {
  readonly modifier: string;
  readonly pattern: string;
  readonly body: string;
}

const locations: readonly Location[] = [
  ...serverOf('console.example.com').matchAll(/^ {4}location (=|~\*|~)? ?(\S+) \{\n([^]*?)\n {4}\}/gm),
].map(([, modifier = '', pattern = '', body = '']) => ({ modifier, pattern, body }));

/** Finds nginx's location for a path: the same text, else the first pattern that fits, else the longest prefix. */
function locationOf(path: string): Location {
  const same = locations.find(({ modifier, pattern }) => modifier === '=' && pattern === path);
  const fitting = locations.find(
    ({ modifier, pattern }) => modifier.startsWith('~') && new RegExp(pattern, modifier === '~*' ? 'i' : '').test(path),
  );
  const [longest] = locations
    .filter(({ modifier, pattern }) => modifier === '' && path.startsWith(pattern))
    .toSorted((left, right) => right.pattern.length - left.pattern.length);
  const found = same ?? fitting ?? longest;
  if (!found) throw new Error(`nginx has no location for ${path}`);
  return found;
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 * 1024 };

/** Returns the most bytes of a body that the text of a server or a location allows. */
function bytesIn(text: string, indent: string): number | undefined {
  const [, number, unit = ''] = new RegExp(`^${indent}client_max_body_size (\\d+)([km]?);$`, 'm').exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (units[unit] ?? NaN);
}

const SERVER = ' {4}';
const LOCATION = ' {8}';
const bodyLimit = (path: string): number | undefined =>
  bytesIn(locationOf(path).body, LOCATION) ?? bytesIn(serverOf('console.example.com'), SERVER);

describe('limits of nginx', () => {
  it.each((Object.keys(calls) as CallName[]).map((name) => [calls[name].path, bodyLimitOf(name)] as const))(
    'D17 the body of %s may have the %i bytes that the API takes',
    (path, most) => {
      expect(bodyLimit(`/api/${path}`)).toBe(most);
    },
  );

  it('D17 an uploaded form, and a callback of the provider, may be as large as the API takes them', () => {
    expect(copyCalls.map(({ call }) => bodyLimit(`/api/${call.path}`))).toEqual(copyCalls.map(() => FORM_BODY_BYTES));
    expect(bodyLimit(`/api${CALLBACK_PATH}`)).toBe(CALLBACK_BODY_BYTES);
  });

  it('a file of the store may be as large as the store takes it', () => {
    const store = readFileSync(join(__dirname, '..', '..', '..', 'tooling', 'lib', 'store-server.ts'), 'utf8');
    const [, largest = ''] = /const largestFile = ([\d_]+);/.exec(store) ?? [];
    expect(bytesIn(serverOf('remotes.example.com'), SERVER)).toBe(Number(largest.replaceAll('_', '')));
  });

  it('every location that limits requests or connections of its own also keeps the limits of all', () => {
    for (const { pattern, body } of locations) {
      if (body.includes('limit_req zone='))
        expect([pattern, body]).toEqual([pattern, expect.stringContaining('zone=device_console_all ')]);
      if (body.includes('limit_conn '))
        expect([pattern, body]).toEqual([pattern, expect.stringContaining('limit_conn device_console_connections ')]);
    }
  });

  const limited: readonly (readonly [string, string])[] = [
    [calls.login.path, 'device_console_login'],
    [calls.beginSignIn.path, 'device_console_login'],
    [calls.signInByCode.path, 'device_console_login'],
    [SIGN_IN_CALLBACK.slice(1), 'device_console_login'],
    [calls.forgotPassword.path, 'device_console_reset'],
    [calls.resetPassword.path, 'device_console_reset'],
    [calls.updateCommandOnServer.path, 'device_console_upload'],
    ...copyCalls.map(({ call }) => [call.path, 'device_console_upload'] as const),
  ];
  it.each(limited)('%s is limited by %s', (path, zone) => {
    expect(locationOf(`/api/${path}`).body).toContain(`limit_req zone=${zone} `);
  });
});
