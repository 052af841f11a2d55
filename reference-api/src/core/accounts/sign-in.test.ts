import { AUTHORIZATION_FAILED } from '@device-console/shared-lib/contract';
import { HOUR } from '../time/clock.ts';
import { audited, failure, fresh, PASSWORD, people, startTestApi } from '../../testing/index.ts';

const api = fresh(() => startTestApi());

const { operator, admin, superadmin } = people;

it('S9 D1 answers the whole session sealed, under the id of the request', async () => {
  const { status, sealed, answer } = await api.call('login', { email: operator.email, password: PASSWORD });
  expect({ status, sealed }).toEqual({ status: 200, sealed: true });
  const about = { email: operator.email, userlevel: 'USER', retailer_phone: operator.phone };
  const opened = { status: 'success', loggedin: 'loginValidated', expiry: '2026-11-20T18:00:00.000Z' };
  expect(answer).toMatchObject({ ...about, ...opened });
  expect(answer).not.toHaveProperty('idle_minutes');
  expect(answer['permissions']).toEqual(
    ['Enable Notification', 'Lock Device', 'Device Details', 'Reports'].map((name) => ({ permission_name: name })),
  );
  expect(answer['token']).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
});

it('S1 takes the phone number, and the e-mail in any case', async () => {
  const opened = { status: 'success', email: admin.email };
  for (const email of [admin.phone, ' ADMIN@Example.com '])
    expect(await api.ask('login', { email, password: PASSWORD })).toMatchObject(opened);
});

it('takes a password exactly as it was set: in its case, with its spaces, to its last character', async () => {
  const password = ` Ünïcode words & ${'long '.repeat(12)}`;
  const body = { email: 'long@example.com', phone: '9876501234', password, permissions: [] };
  expect((await (await api.as('admin')).call('addUser', body)).answer).toMatchObject({ status: 'success' });
  const outcome = async (typed: string) => (await api.ask('login', { email: body.email, password: typed }))['status'];
  expect(await outcome(password)).toBe('success');
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, -1), password.normalize('NFD')])
    expect(await outcome(other)).toBe('error');
});

it('D8 lets only superadmins in with the client flag, and audits who was not', async () => {
  const enter = (email: string, client: string) => api.ask('login', { email, password: PASSWORD, client });
  const answer = await enter(admin.email, 'SUPERADMIN');
  expect(answer).toEqual(failure('Only a superadmin can log in here. Please use the ordinary login.'));
  expect(await audited(api.store, { outcome: 'refused' })).toMatchObject([{ email: admin.email }]);
  expect(await enter(superadmin.email, 'SUPERADMIN')).toMatchObject({ status: 'success', userlevel: 'SUPERADMIN' });
  for (const client of ['superadmin', ''])
    expect(await enter(admin.email, client)).toMatchObject({ userlevel: 'ADMIN' });
});

it('D2a names the wrong field of a malformed login and repeats no secret', async () => {
  const { status, answer } = await api.call('login', { email: operator.email, password: 12345678 });
  expect([status, answer]).toEqual([400, failure('login.php: password: Invalid type: Expected string')]);
});

it('S4 ends at its expiry with a sealed 401', async () => {
  const session = await api.as('operator');
  api.clock.advance(8 * HOUR - 1);
  expect((await session.call('homeData')).status).toBe(200);
  api.clock.advance(1);
  const ended = { status: 401, sealed: true, answer: failure(AUTHORIZATION_FAILED) };
  expect(await session.call('homeData')).toMatchObject(ended);
});

it('S6 ends by logout, and only that one', async () => {
  const [first, second] = [await api.as('operator'), await api.as('operator')];
  expect(await first.ask('logout')).toMatchObject({ status: 'success' });
  expect((await first.call('homeData')).status).toBe(401);
  expect((await second.call('homeData')).status).toBe(200);
});
