import { APPROVALS_PERMISSION } from '@device-console/shared-lib/contract';
import { findAccountByEmail } from '../store/accounts.ts';
import { listPermissions } from '../store/permissions.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const email = 'second.person@example.com';
const person = { email, phone: '5550100001' };
const password = 'green umbrella nine';
const refusal = { status: 'error', message: 'Only a superadmin can give the permission Approvals.' };

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

it('C15 superadmins alone give the right to approve; admins change the rest of who has it', async () => {
  const [admin, superadmin] = [await api.as('admin'), await api.as('superadmin')];
  const right = (await listPermissions(api.store.db)).find(({ name }) => name === APPROVALS_PERMISSION);
  const permissions = [right?.id ?? 0];
  expect((await admin.call('addUser', { ...person, password, permissions })).answer).toEqual(refusal);
  expect((await admin.call('inviteUser', { ...person, permissions })).answer).toEqual(refusal);
  expect(await findAccountByEmail(api.store.db, email)).toBeUndefined();

  const added = await admin.call('addUser', { ...person, password, permissions: [] });
  expect(added.answer).toMatchObject({ status: 'success' });
  const id = String((await findAccountByEmail(api.store.db, email))?.id);
  expect((await admin.call('updateUser', { ...person, id, permissions })).answer).toEqual(refusal);
  expect((await superadmin.call('updateUser', { ...person, id, permissions })).answer).toMatchObject({
    status: 'success',
  });
  const moved = { ...person, phone: '5550100002', id, permissions };
  expect((await admin.call('updateUser', moved)).answer).toMatchObject({ status: 'success' });
});

it('C15 where nothing waits for a second person the list says so, and is of use to nobody', async () => {
  const admin = await api.as('admin');
  expect((await admin.call('approvals')).answer).toMatchObject({ items: [], off: 'yes' });
  expect((await admin.call('commandUse')).answer).toMatchObject({ approvals: '' });
});
