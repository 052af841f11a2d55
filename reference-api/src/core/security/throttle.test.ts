import { HOUR, MINUTE } from '../time/clock.ts';
import { audited, failure, fresh, newMember, PASSWORD, people, startTestApi } from '../../testing/index.ts';

const { operator, admin } = people;

const api = fresh(() => startTestApi(undefined, { floodAnswerMs: 1 }));

const login = async (email: string, password: string, address = '192.0.2.1') =>
  (await api.call('login', { email, password }, { address })).status;

const elsewhere = ['192.0.2.61', '192.0.2.62', '192.0.2.63', '192.0.2.64', '192.0.2.65'];

async function attack(email: string, addresses: readonly string[], attempts = 10): Promise<void> {
  for (const address of addresses)
    for (let count = 0; count < attempts; count += 1) await login(email, 'guess', address);
}

it('D2a slows down guessing from one address, and leaves others alone', async () => {
  const counted = { subject: 'login address 192.0.2.7', attempts: 100, window_ends_at: '2026-11-20T10:05:00.000Z' };
  await api.store.db.insertInto('attempts').values(counted).execute();
  expect(await login(operator.email, PASSWORD, '192.0.2.7')).toBe(429);
  expect(await login(operator.email, PASSWORD, '192.0.2.8')).toBe(200);
});

it('D2a forgets failed attempts after a login, so that honest operators are not locked out', async () => {
  for (let round = 0; round < 3; round += 1) {
    await attack(operator.email, ['192.0.2.1'], 9);
    expect(await login(operator.email, PASSWORD)).toBe(200);
  }
});

it('D2a counts guesses by e-mail and by phone against one account, and none by a name like its number', async () => {
  for (const name of [operator.email, operator.phone]) await attack(name, ['192.0.2.1'], 5);
  for (const name of [operator.email, operator.phone]) expect(await login(name, PASSWORD)).toBe(429);
  const { id, email } = await newMember(api, 'USER');
  await attack(`id ${id}`, ['192.0.2.1'], 12);
  expect(await login(email, PASSWORD)).toBe(200);
});

it('D2a says in Retry-After and in words how long to wait; nobody locks others out at their address', async () => {
  await attack(operator.email, ['192.0.2.66'], 200);
  api.clock.advance(5 * MINUTE + 1);
  const refused = await api.call('login', { email: operator.email, password: PASSWORD }, { address: '192.0.2.66' });
  const answer = failure('Too many attempts. Please try again in 10 minutes.');
  expect(refused).toMatchObject({ status: 429, sealed: true, answer });
  expect(refused.headers['retry-after']).toBe('600');
  expect(await login(operator.email, PASSWORD)).toBe(200);
});

it('D2a a clock that was ahead shuts nobody out for longer than a window', async () => {
  api.clock.advance(24 * HOUR);
  await attack(operator.email, ['192.0.2.66']);
  api.clock.advance(-24 * HOUR);
  expect(await login(operator.email, PASSWORD, '192.0.2.66')).toBe(429);
  api.clock.advance(15 * MINUTE);
  expect(await login(operator.email, PASSWORD, '192.0.2.66')).toBe(200);
});

it('D2a slows down guessing from many addresses, but not where the operator logged in before', async () => {
  await login(operator.email, PASSWORD);
  await attack(operator.email, elsewhere);
  expect(await login(operator.email, PASSWORD, '192.0.2.67')).toBe(429);
  expect(await login(operator.email, PASSWORD)).toBe(200);
  api.clock.advance(15 * MINUTE);
  expect(await login(operator.email, PASSWORD, '192.0.2.67')).toBe(200);
});

it("D2a forgets an operator's own address after 30 days", async () => {
  await login(operator.email, PASSWORD);
  api.clock.advance(30 * 24 * HOUR);
  await attack(operator.email, elsewhere);
  expect(await login(operator.email, PASSWORD)).toBe(429);
});

it('D2a counts the addresses of one IPv6 network as one', async () => {
  for (let host = 1; host <= 10; host += 1) await login(operator.email, 'guess', `2001:db8:1:2::${host}`);
  expect(await login(operator.email, PASSWORD, '2001:db8:1:2:ffff::1')).toBe(429);
  expect(await login(operator.email, PASSWORD, '2001:db8:1:3::1')).toBe(200);
});

it('D2a limits reset links by account and address, and the mails that one account can be sent', async () => {
  const ask = async (address: string) =>
    (await api.call('forgotPassword', { email: operator.email }, { address })).status;
  for (let count = 0; count < 5; count += 1) expect(await ask('192.0.2.61')).toBe(200);
  expect(await ask('192.0.2.61')).toBe(429);
  for (const address of ['192.0.2.62', '192.0.2.63', '192.0.2.64'])
    for (let count = 0; count < 5; count += 1) await ask(address);
  expect(await ask('192.0.2.65')).toBe(429);
  expect(api.mails).toHaveLength(15);
});

it('D2a limits resets by address', async () => {
  const reset = async (token: string) =>
    (await api.call('resetPassword', { token, requestToken: 'x', newPassword: 'a new password' })).status;
  for (let count = 0; count < 30; count += 1) expect(await reset(`guess ${count}`)).toBe(200);
  expect(await reset('another guess')).toBe(429);
});

it('D2a limits new API keys, and makes none beyond the limit', async () => {
  const session = await api.as('admin');
  const make = async () => (await session.call('generateKey', { key_name: 'ERP', user_id: admin.email })).status;
  for (let count = 0; count < 10; count += 1) expect(await make()).toBe(200);
  expect(await make()).toBe(429);
  expect(await api.store.db.selectFrom('api_keys').select('id').execute()).toHaveLength(10);
  const detail = expect.stringContaining('Too many attempts');
  const last = { call: 'generate_key.php', email: admin.email, outcome: 'refused', detail };
  expect((await audited(api.store)).at(-1)).toMatchObject(last);
});

it('D2a keeps the first attempt beyond the limit in the audit, then each hundredth: no flood fills disks', async () => {
  await attack(operator.email, ['192.0.2.66'], 95);
  // Ten of them were checked and failed; then the limit was reached.
  const rows = await audited(api.store, { address: '192.0.2.66' });
  expect(rows).toHaveLength(11);
  const detail = expect.stringContaining('1 beyond the limit');
  expect(rows.at(-1)).toMatchObject({ call: 'login.php', email: operator.email, outcome: 'refused', detail });
  await attack(operator.email, ['192.0.2.66'], 200);
  expect(await audited(api.store, { address: '192.0.2.66' })).toHaveLength(13);
});
