import { SelectQueryNode } from 'kysely';
import type { Store } from '../store/store.ts';
import { fresh, newSession, PASSWORD, people, startTestApi } from '../../testing/index.ts';
import { watching } from '../../testing/query-plans.ts';
import {
  beginLogin,
  endLogin,
  factorOptions,
  memberWithApp,
  nextCode,
} from '../../modules/second-factors/testing/test-factors.ts';

/** More than any limit of 15 minutes allows one account. */
const TRIES = 60;

const broken = { writes: false, reads: false };
const failing = (store: Store) =>
  watching(store, (node) => {
    const isBroken = SelectQueryNode.is(node) ? broken.reads : broken.writes;
    if (isBroken && !JSON.stringify(node).includes('"attempts"')) throw new Error('the database is away');
  });
const api = fresh(() => startTestApi(undefined, { ...factorOptions, floodAnswerMs: 1 }, failing));
afterEach(() => void Object.assign(broken, { writes: false, reads: false }));

/** The statuses of attempts while the database accepts no writes. */
async function whileAway(tryIt: () => Promise<{ readonly status: number }>, what: keyof typeof broken = 'writes') {
  broken[what] = true;
  const statuses = new Set<number>();
  for (let tries = 0; tries < TRIES; tries += 1) statuses.add((await tryIt()).status);
  broken[what] = false;
  return [...statuses];
}

const { operator } = people;
const logIn = (password = PASSWORD) => api.call('login', { email: operator.email, password });

it('D2a what the server itself fails to do is no failed login, and not counted as a wrong password', async () => {
  for (let wrong = 0; wrong < 9; wrong += 1) expect((await logIn('wrong')).status).toBe(200);
  expect(await whileAway(logIn)).toEqual([500]);
  expect((await logIn('wrong')).status).toBe(200);
  expect((await logIn()).status).toBe(429);
});

it('D2a S17 what the server itself fails to do is no wrong code of a login', async () => {
  const { member, secret } = await memberWithApp(api);
  const { challenge } = await beginLogin(api, member);
  const end = () => endLogin(api, challenge.ticket, { code: nextCode(api, secret) });
  broken.writes = true;
  for (let tries = 0; tries < 8; tries += 1) expect((await end()).status).toBe(500);
  broken.writes = false;
  for (let wrong = 0; wrong < 9; wrong += 1) await endLogin(api, challenge.ticket, { code: '000000' });
  expect((await end()).status).not.toBe(429);
});

it('D2a S18 what the server itself fails to do is no wrong proof of identity', async () => {
  const session = (await newSession(api, 'USER')).session;
  const prove = () => session.call('proveIdentity', { password: PASSWORD });
  expect(await whileAway(prove)).toEqual([500]);
  expect((await prove()).answer).toMatchObject({ status: 'success' });
});

it('D2a P1 P2 what the server itself fails to do takes no reset link, and no use of one, from its owner', async () => {
  const ask = () => api.call('forgotPassword', { email: operator.email });
  expect(await whileAway(ask)).toEqual([500]);
  const both = await api.forgot(operator.email);
  const reset = () => api.call('resetPassword', { ...both, newPassword: 'nine green kettles whistle' });
  expect(await whileAway(reset)).toEqual([500]);
  expect((await reset()).answer).toMatchObject({ status: 'success' });
});

it('W3 what the server itself fails to do is no refused token', async () => {
  const { token } = await api.as('operator');
  const ask = (with_: string) => api.call('homeData', {}, { token: with_ });
  expect(await whileAway(() => ask(token), 'reads')).toEqual([500]);
  expect((await ask(token)).status).toBe(200);
  for (let tries = 0; tries < 90; tries += 1) expect((await ask(`wrong ${tries}`)).status).toBe(401);
});
