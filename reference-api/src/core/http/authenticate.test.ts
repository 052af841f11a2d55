import { calls, type Role } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { audited, ENROLLED, newSession, rowsOf, shared, startTestApi, type Session } from '../../testing/index.ts';
import { settingsWith } from '../../testing/least-settings.ts';
import { modulesOn } from '../../testing/modules-on.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { factorOptions } from '../../modules/second-factors/testing/test-factors.ts';
import { newMember } from '../../testing/test-member.ts';
import { DAY, isoAfter, isoTime, MINUTE } from '../time/clock.ts';

const api = shared(() => startTestApi());
const now = () => isoTime(api.clock.now());

async function home(token: string, more: Record<string, string> = {}) {
  const { method, path } = calls.homeData;
  const id = newTransactionId();
  const headers = { 'x-api-key': token, 'x-transaction-id': id, ...more };
  const { statusCode } = await api.server.inject({ method, url: `/${path}`, headers });
  return { statusCode, reasons: (await audited(api.store, { transaction_id: id })).map(({ said }) => said.message) };
}
const usedOf = async ({ email }: Session, table: 'sessions' | 'api_keys') => {
  const [account] = await rowsOf(api.store, 'accounts', { email });
  return (await rowsOf(api.store, table, { account_id: account?.id ?? 0 }))[0]?.last_used_at;
};

it('W3 A5 an empty token is none', async () => {
  expect(await home('')).toEqual({ statusCode: 401, reasons: ['no token'] });
});

it.each([
  ['0', 0],
  ['60', MINUTE],
  ['', 0],
  ['soon', 0],
  ['1.5', 0],
  ['-60', 0],
  ['12345678', 0],
])('S11 a last input "%s" seconds ago was %i milliseconds ago', async (seconds, ago) => {
  const { session } = await newSession(api, 'USER');
  api.clock.advance(10 * MINUTE);
  expect((await home(session.token, { 'x-last-input': seconds })).statusCode).toBe(200);
  expect(await usedOf(session, 'sessions')).toBe(isoTime(new Date(api.clock.now().getTime() - ago)));
});

it('S12 K2 the use of a session or a key is noted once a minute', async () => {
  const { session } = await newSession(api, 'ADMIN');
  const token = await session.newKey();
  const lock = { imei: ENROLLED[0], action: 'lock' };
  const use = async () => {
    await home(session.token);
    await api.call('lockNotification', lock, { token });
    return [await usedOf(session, 'sessions'), await usedOf(session, 'api_keys')];
  };
  const first = now();
  expect(await use()).toEqual([first, first]);
  api.clock.advance(MINUTE - 1);
  expect(await use()).toEqual([first, first]);
  api.clock.advance(1);
  expect(await use()).toEqual([now(), now()]);
});

it('W3 a token that opens the console counts as no attempt, however often it comes', async () => {
  const { session } = await newSession(api, 'USER');
  const statuses = new Set<number>();
  for (let call = 0; call < 130; call += 1) statuses.add((await home(session.token)).statusCode);
  expect([...statuses]).toEqual([200]);
});

describe('what a session is allowed to stand for', () => {
  const GIVEN = 'given umbrella nine';
  const first = shared(() => startTestApi(undefined, { firstPasswordDays: 7 }));
  const signOnAlone = { ...modulesOn['single-sign-on']?.(), OIDC_ONLY: '1', FIRST_PASSWORD_DAYS: '7' };
  const oneWay = shared(() => startTestApi(undefined, settingsWith(signOnAlone)));

  /** Logs an account in with the password that an admin gave it. */
  async function withGivenPassword(at: TestApi, role: Role) {
    const member = await newMember(at, role);
    const until = isoAfter(at.clock.now(), DAY);
    await at.store.db
      .updateTable('accounts')
      .set({ first_password_until: until, password_hash: `kept ${GIVEN}` })
      .where('id', '=', member.id)
      .execute();
    const { token } = await at.ask('login', { email: member.email, password: GIVEN });
    return { member, session: at.session(member.email, token) };
  }

  it.each([
    [null, 403],
    ['plain', 200],
    ['factor', 200],
  ] as const)('S27 S23 a given password limits a session, unless the provider logged it in: %j', async (by, status) => {
    const { member, session } = await withGivenPassword(first, 'ADMIN');
    await first.store.db.updateTable('sessions').set({ signed_on: by }).where('account_id', '=', member.id).execute();
    expect((await session.call('homeData')).status).toBe(status);
  });

  it.each([
    ['SUPERADMIN', 403],
    ['ADMIN', 200],
  ] as const)('S27 S23 where %s has no password, a given one limits nothing', async (role, status) => {
    const { member, session } = await withGivenPassword(oneWay, 'SUPERADMIN');
    await oneWay.store.db.updateTable('accounts').set({ role }).where('id', '=', member.id).execute();
    expect((await session.call('homeData')).status).toBe(status);
  });

  it.each([
    ['offered', 1, ''],
    ['offered', 0, 'password'],
    ['off', 1, 'password'],
  ] as const)('S20 a factor counts where its role uses factors: %s, %i of them', async (policy, factors, offers) => {
    const at = await startTestApi(undefined, {
      ...factorOptions,
      factorPolicies: { SUPERADMIN: 'offered', ADMIN: 'offered', USER: policy },
      stepUpRows: 100,
    });
    const { member, session } = await newSession(at, 'USER');
    const factor = { account_id: member.id, kind: 'totp', name: 'Phone', secret: 'sealed' } as const;
    const times = { created_at: now(), confirmed_at: now() };
    const rows = Array.from({ length: factors }, () => ({ ...factor, ...times }));
    if (rows.length > 0) await at.store.db.insertInto('second_factors').values(rows).execute();
    const answer = await session.ask('identityOptions');
    expect(String(answer['offers']).split(',').includes('password') ? 'password' : '').toBe(offers);
    await at.close();
  });
});
