import { calls, NOT_AUTHORISED, type CallName } from '@device-console/shared-lib/contract';
import { anonymousServices, services } from '../../app/services.ts';
import { listPermissions } from '../store/permissions.ts';
import { readingCalls } from './reading-calls.ts';
import { ENROLLED, failure, people, shared, startTestApi } from '../../testing/index.ts';

const api = shared(() => startTestApi());
const sessions = shared(async () => {
  const [operator, admin, superadmin] = [await api.as('operator'), await api.as('admin'), await api.as('superadmin')];
  return { operator, admin, superadmin };
});

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
  const refused = await sessions.operator.call('auditReportByImei', { imei1: ENROLLED[0] });
  expect(refused).toMatchObject({ status: 403, sealed: true });
  expect(refused.answer['permissions']).toContainEqual({ permission_name: 'Lock Device' });
  expect((await sessions.operator.call('homeData')).status).toBe(200);
});

it('D2a follows permissions changed during the session', async () => {
  const viewer = await api.as('viewer');
  const lock = (await listPermissions(api.store.db)).find(({ name }) => name === 'Lock Device');
  const body = { imei: ENROLLED[3], action: 'lock' };
  const permit = (permissions: readonly unknown[]) => {
    const { email, phone } = people.viewer;
    return sessions.admin.call('updateUser', { id: '4', email, phone, permissions });
  };
  expect((await viewer.call('lockNotification', body)).status).toBe(403);
  await permit([lock?.id]);
  expect(await viewer.ask('lockNotification', body)).toMatchObject({ status: 'success' });
  await permit([]);
  expect((await viewer.call('lockNotification', body)).status).toBe(403);
});

it.each([{ user: '' }, { user: undefined }])('W4 D9 refuses a body that names nobody: $user', async (forged) => {
  const lock = { imei: ENROLLED[1], action: 'lock', ...forged };
  const { status, answer } = await sessions.operator.call('lockNotification', lock);
  expect([status, answer['message']]).toEqual([403, NOT_AUTHORISED]);
});

it('D9 refuses an action that no command has', async () => {
  const explode = { imei: ENROLLED[0], action: 'explode' };
  const { status, sealed, answer } = await sessions.superadmin.call('lockNotification', explode);
  expect({ status, sealed }).toEqual({ status: 400, sealed: false });
  expect(answer).toEqual(failure('The request names no command that exists; check its action or statusOf.'));
});
