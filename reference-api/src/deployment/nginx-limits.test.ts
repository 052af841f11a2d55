import { calls, type CallName } from '@device-console/shared-lib/contract';
import { copyCalls } from '@device-console/shared-lib/contract/server';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anonymousCalls, tokenCalls } from '../app/calls.ts';
import { CALLBACK_BODY_BYTES, FORM_BODY_BYTES } from '../core/http/body-limits.ts';
import { CALLBACK_PATH } from '../modules/provider-callbacks/index.ts';
import { SIGN_IN_CALLBACK } from '../modules/single-sign-on/openid-provider.ts';

const textOf = (...path: string[]) => readFileSync(join(__dirname, '..', '..', '..', ...path), 'utf8');
const [, , site = '', store = ''] = textOf('deploy', 'nginx', 'device-console.conf').split(/^server \{$/m);

/** The locations for one path or for those that fit a pattern. No path has two of them. */
const locations = [...site.matchAll(/^ {4}location (=|~) (\S+) \{\n([^]*?)\n {4}\}/gm)].map(
  ([, modifier, pattern = '', body = '']) => ({
    fits: (path: string) => (modifier === '=' ? path === pattern : new RegExp(pattern).test(path)),
    body,
  }),
);

function locationOf(path: string): string {
  const found = locations.filter(({ fits }) => fits(`/api/${path}`));
  expect(found.length).toBeLessThan(2);
  return found[0]?.body ?? '';
}

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 * 1024 };

/** The most bytes of a body that the text allows first: a location before its server. */
function bytesIn(text: string): number {
  const [, number, unit = ''] = /^ +client_max_body_size (\d+)([km]?);$/m.exec(text) ?? [];
  return Number(number) * (units[unit] ?? NaN);
}

it.each([
  ...Object.entries({ ...tokenCalls, ...anonymousCalls }).map(
    ([name, { mostBytes }]) => [calls[name as CallName].path, mostBytes] as const,
  ),
  ...copyCalls.map(({ call }) => [call.path, FORM_BODY_BYTES] as const),
  [CALLBACK_PATH.slice(1), CALLBACK_BODY_BYTES] as const,
])('D17 the body of %s may have the %i bytes that the API takes', (path, most) => {
  expect(bytesIn(`${locationOf(path)}\n${site}`)).toBe(most);
});

it('a file of the store may be as large as the store takes it', () => {
  const [, largest = ''] = /const largestFile = ([\d_]+);/.exec(textOf('tooling', 'lib', 'store-server.ts')) ?? [];
  expect(bytesIn(store)).toBe(Number(largest.replaceAll('_', '')));
});

it.each([
  ['login', [calls.login.path, calls.beginSignIn.path, calls.signInByCode.path, SIGN_IN_CALLBACK.slice(1)]],
  ['reset', [calls.forgotPassword.path, calls.resetPassword.path]],
  ['upload', [calls.updateCommandOnServer.path, ...copyCalls.map(({ call }) => call.path)]],
])('each %s is limited as such, and as any request', (zone, paths) => {
  for (const path of paths) {
    const location = locationOf(path);
    expect(location).toContain(`limit_req zone=device_console_${zone} `);
    expect(location).toContain('limit_req zone=device_console_all ');
    expect(location.includes('limit_conn ')).toBe(zone === 'upload');
    if (zone === 'upload') expect(location).toContain('limit_conn device_console_connections ');
  }
});
