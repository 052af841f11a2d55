import { calls } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { audited, ENROLLED, newSession, rowsOf, shared, startTestApi, type Session } from '../../testing/index.ts';
import { isoTime, MINUTE } from '../time/clock.ts';

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
