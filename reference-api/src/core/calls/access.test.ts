import { calls, NOT_AUTHORISED, type CallName } from '@device-console/shared-lib/contract';
import { anonymousServices, services } from '../../app/services.ts';
import { readingCalls } from './reading-calls.ts';
import { ENROLLED, failure, shared, startTestApi } from '../../testing/index.ts';

const api = shared(() => startTestApi());
const operator = shared(() => api.as('operator'));

it('W3 has a service for every call of the contract, and one without a token only where nobody can have one', () => {
  const anonymous = (Object.keys(calls) as CallName[]).filter((name) => calls[name].access === 'anyone');
  expect(anonymous.every((name) => calls[name].auth === 'none')).toBe(true);
  expect(Object.keys(anonymousServices).toSorted()).toEqual(anonymous.toSorted());
  expect(Object.keys({ ...services, ...anonymousServices }).toSorted()).toEqual(Object.keys(calls).toSorted());
});

it('W6 changes nothing by GET: each such call only reads', () => {
  const byGet = (Object.keys(calls) as CallName[]).filter((name) => calls[name].method === 'GET');
  // The figures of Home only read too; nobody audits them.
  expect(byGet.filter((name) => !readingCalls.has(name))).toEqual(['homeData']);
});

it('D2a sends the current permissions with a sealed 403, and keeps the session', async () => {
  const refused = await operator.call('auditReportByImei', { imei1: ENROLLED[0] });
  expect(refused).toMatchObject({ status: 403, sealed: true });
  expect(refused.answer['permissions']).toContainEqual({ permission_name: 'Lock Device' });
  expect((await operator.call('homeData')).status).toBe(200);
});

it.each(['', 'admin@example.com'])("W4 D9 refuses a body in a name that is not the token's: %j", async (user) => {
  const { status, answer } = await operator.call('lockNotification', { imei: ENROLLED[1], action: 'lock', user });
  expect([status, answer['message']]).toEqual([403, NOT_AUTHORISED]);
});

it("W4 a body that names nobody is the token's account's: an empty one counts the versions, and logs out", async () => {
  const admin = await api.as('admin');
  const unnamed = { user: undefined };
  expect((await admin.call('getAppVersionDevices', unnamed)).status).toBe(200);
  expect((await admin.call('lockNotification', { imei: ENROLLED[1], action: 'lock', ...unnamed })).status).toBe(200);
  expect((await api.commands()).at(-1)).toMatchObject({ user_email: admin.email });
  expect((await admin.call('logout', unnamed)).answer).toMatchObject({ status: 'success' });
  expect((await admin.call('homeData')).status).toBe(401);
});

it('D9 refuses an action that no command has', async () => {
  const explode = { imei: ENROLLED[0], action: 'explode' };
  const { status, sealed, answer } = await operator.call('lockNotification', explode);
  expect({ status, sealed }).toEqual({ status: 400, sealed: false });
  expect(answer).toEqual(failure('The request names no command that exists; check its action or statusOf.'));
});
