import { startTestApi, type Session, type TestApi } from '../../testing/test-api.ts';
import { ENROLLED, people } from '../../testing/test-data.ts';

let api: TestApi;
let admin: Session;
let superadmin: Session;
beforeEach(async () => {
  api = await startTestApi();
  admin = await api.as('admin');
  superadmin = await api.as('superadmin');
});
afterEach(() => api.close());

describe('API keys', () => {
  async function newKey(session = admin) {
    const { answer } = await session.call('generateKey', { key_name: 'ERP', user_id: session.email });
    return String(answer['key']);
  }
  const keys = async (session = admin) =>
    (await session.call('viewKeys')).answer['items'] as { id: number; status: string }[];

  it('K1 D21 shows a key once, keeps its hash, and lists it without', async () => {
    const key = await newKey();
    expect(key).toMatch(/^dck_[\w-]{43}\.[\w-]{43}$/);
    expect(await keys()).toEqual([
      expect.objectContaining({
        ...{ id: expect.any(Number), key_name: 'ERP', status: 'active', created_at: '2026-11-20T10:00:00.000Z' },
        owner: admin.email,
      }),
    ]);
    for (const table of ['api_keys', 'audit_log'] as const) {
      expect(JSON.stringify(await api.store.db.selectFrom(table).selectAll().execute())).not.toContain(key);
    }
  });

  it('D21 sends commands by key as interface A, and opens nothing else', async () => {
    const token = await newKey();
    const sent = await api.call('lockNotification', { imei: ENROLLED[0], action: 'lock' }, { token });
    expect(sent.answer).toMatchObject({ status: 'success' });
    await api.call(
      'getImeiDetails',
      { imei: ENROLLED[1], action: 'lock', filename: 'a.csv', user: admin.email },
      { token },
    );
    expect(await api.store.db.selectFrom('commands').select(['interface', 'user_email']).execute()).toEqual([
      { interface: 'A', user_email: admin.email },
      { interface: 'A', user_email: admin.email },
    ]);
    expect((await api.call('getUsers', {}, { token })).status).toBe(403);
    expect((await api.call('deviceDetails', { imei: ENROLLED[0] }, { token })).status).toBe(403);
    expect(
      (
        await api.call(
          'lockNotification',
          { imei: ENROLLED[0], action: 'lock', user: people.operator.email },
          { token },
        )
      ).status,
    ).toBe(403);
  });

  it('K1 stops a key at once when it is deactivated, and when its account is', async () => {
    const token = await newKey();
    const [row] = await keys();
    const send = async () =>
      (await api.call('lockNotification', { imei: ENROLLED[0], action: 'lock' }, { token })).status;
    await admin.call('updateKeyStatus', { keyId: String(row?.id), status: 'inactive' });
    expect(await send()).toBe(401);
    await admin.call('updateKeyStatus', { keyId: String(row?.id), status: 'active' });
    expect(await send()).toBe(200);
    await superadmin.call('updateUserStatus', { email: admin.email, status: 'INACTIVE' });
    expect(await send()).toBe(401);
  });

  it("D21a makes keys for the caller's own account only", async () => {
    expect((await admin.call('generateKey', { key_name: 'ERP', user_id: people.superadmin.email })).status).toBe(403);
    expect((await admin.call('generateKey', { key_name: ' ', user_id: admin.email })).answer).toEqual({
      status: 'error',
      message: 'The key needs a name of at most 64 characters.',
    });
  });

  it('D9 keeps the keys of superadmins from admins', async () => {
    await newKey(superadmin);
    const [row] = await keys(superadmin);
    expect(await keys()).toEqual([]);
    expect((await admin.call('updateKeyStatus', { keyId: String(row?.id), status: 'inactive' })).answer).toMatchObject({
      status: 'error',
    });
    expect(await keys(superadmin)).toMatchObject([{ status: 'active' }]);
  });
});
