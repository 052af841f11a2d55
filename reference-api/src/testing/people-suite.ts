import { sql } from 'kysely';
import type { AppOptions } from '../app/app.ts';
import { isoTime } from '../time/clock.ts';
import type { Passwords } from '../security/passwords.ts';
import { findAccountByEmail, insertAccount, updateAccount } from '../store/accounts.ts';
import { findSessionAccount } from '../store/sessions.ts';
import type { Session, TestApi } from './test-api.ts';
import { ENROLLED, PASSWORD, people } from './test-data.ts';

const plain: Passwords = {
  hash: (password) => Promise.resolve(password),
  verify: (hash, password) => Promise.resolve(password === PASSWORD || hash === password),
};

/** The rules about people that hold for calls at the same moment, told of each database. */
export function describePeople(database: string, start: (more: Partial<AppOptions>) => Promise<TestApi>): void {
  describe(`people on ${database}`, () => {
    let api: TestApi;
    /** Run before the next password check is answered: what happens while it is going on. */
    let meanwhile: () => Promise<unknown>;
    beforeEach(async () => {
      meanwhile = () => Promise.resolve();
      api = await start({
        passwords: {
          ...plain,
          async verify(hash, password) {
            const [next] = [meanwhile, (meanwhile = () => Promise.resolve())];
            await next();
            return plain.verify(hash, password);
          },
        },
      });
    });
    afterEach(() => api.close());

    const setStatus = (session: Session, email: string, status = 'INACTIVE') =>
      session.call('updateUserStatus', { email, status });
    const activeOf = async (...roles: ('ADMIN' | 'SUPERADMIN')[]) =>
      (
        await api.store.db
          .selectFrom('accounts')
          .select('email')
          .where('status', '=', 'ACTIVE')
          .where('role', 'in', roles)
          .execute()
      ).map((row) => row.email);

    async function second(role: 'ADMIN' | 'SUPERADMIN'): Promise<Session> {
      const email = `second-${role.toLowerCase()}@example.com`;
      await insertAccount(api.store.db, {
        email,
        phone: role === 'ADMIN' ? '9000000011' : '9000000012',
        passwordHash: 'x',
        role,
        at: isoTime(api.clock.now()),
      });
      const { answer } = await api.call('login', { email, password: PASSWORD });
      const token = String(answer['token']);
      return {
        token,
        email,
        upload: api.upload,
        call: (name, body = {}, wire = {}) => api.call(name, { user: email, ...body }, { token, ...wire }),
      };
    }

    const race = (one: Session, other: Session) =>
      Promise.all([setStatus(one, other.email), setStatus(other, one.email)]);

    it('U4 D9 leaves a superadmin when two disable each other at the same moment', async () => {
      const [one, other] = [await api.as('superadmin'), await second('SUPERADMIN')];
      const replies = await race(one, other);
      expect(await activeOf('SUPERADMIN')).toHaveLength(1);
      // The loser came too late with his session, or was told.
      expect(replies.filter((reply) => reply.answer['status'] === 'success')).toHaveLength(1);
    });

    it('U4 D9 leaves an admin when two disable each other at the same moment and there is no superadmin', async () => {
      const superadmin = await findAccountByEmail(api.store.db, people.superadmin.email);
      await updateAccount(api.store.db, superadmin?.id ?? 0, { status: 'INACTIVE' }, isoTime(api.clock.now()));
      const [one, other] = [await api.as('admin'), await second('ADMIN')];
      await race(one, other);
      expect(await activeOf('ADMIN', 'SUPERADMIN')).toHaveLength(1);
    });

    it('U4 lets a superadmin disable the last admin, who can be enabled again', async () => {
      const superadmin = await api.as('superadmin');
      expect((await setStatus(superadmin, people.admin.email)).answer).toMatchObject({ status: 'success' });
      expect((await setStatus(superadmin, people.admin.email, 'ACTIVE')).answer).toMatchObject({ status: 'success' });
    });

    it('U4 opens no session for a login that was being checked while the account was disabled', async () => {
      const admin = await api.as('admin');
      meanwhile = () => setStatus(admin, people.operator.email);
      const { answer } = await api.call('login', { email: people.operator.email, password: PASSWORD });
      expect(answer).toMatchObject({ status: 'error', message: 'Invalid email or password' });
      await setStatus(admin, people.operator.email, 'ACTIVE');
      expect(await api.store.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
    });

    it('D18 opens no session for the old password that was being checked while a new one was set', async () => {
      const operator = await findAccountByEmail(api.store.db, people.operator.email);
      meanwhile = () =>
        updateAccount(api.store.db, operator?.id ?? 0, { password_hash: 'another' }, isoTime(api.clock.now()));
      expect((await api.call('login', { email: people.operator.email, password: PASSWORD })).answer).toMatchObject({
        status: 'error',
      });
    });

    it('U4 K3 ends sessions and API keys of a disabled account with the call, and neither comes back', async () => {
      const superadmin = await api.as('superadmin');
      const admin = await api.as('admin');
      const { answer } = await admin.call('generateKey', { key_name: 'ERP', user_id: admin.email });
      const byKey = async () =>
        (await api.call('lockNotification', { imei: ENROLLED[0], action: 'lock' }, { token: String(answer['key']) }))
          .status;
      expect(await byKey()).toBe(200);
      await setStatus(superadmin, admin.email);
      expect([await byKey(), (await admin.call('homeData')).status]).toEqual([401, 401]);
      await setStatus(superadmin, admin.email, 'ACTIVE');
      expect([await byKey(), (await admin.call('homeData')).status]).toEqual([401, 401]);
    });

    it('D18 lets a reset through once, and not for an account that was disabled since', async () => {
      const admin = await api.as('admin');
      const { answer } = await api.call('forgotPassword', { email: people.operator.email });
      const token = /resetPassword\/([\w-]+)/.exec(api.mails[0]?.text ?? '')?.[1];
      await setStatus(admin, people.operator.email);
      expect(
        (await api.call('resetPassword', { token, requestToken: answer['token'], newPassword: 'green umbrella nine' }))
          .answer,
      ).toEqual({ status: 'error', message: 'The reset link is no longer valid. Please request a new reset link.' });
      expect(await api.store.db.selectFrom('password_resets').select('used_at').execute()).toEqual([{ used_at: null }]);
    });

    it('D17 refuses to change, delete or empty the audit, row by row and all at once', async () => {
      const { db, dialect } = api.store;
      await api.as('admin');
      const own =
        dialect === 'postgres' ? 'truncate audit_log' : "insert or replace into audit_log (id, email) values (1, 'x')";
      const attempts = [
        "update audit_log set outcome = 'success'",
        'delete from audit_log',
        'delete from audit_log where id = 1',
        own,
      ];
      const before = await db.selectFrom('audit_log').selectAll().execute();
      for (const attempt of attempts)
        await expect(sql.raw(attempt).execute(db)).rejects.toThrow('audit_log is append-only');
      expect(await db.selectFrom('audit_log').selectAll().execute()).toEqual(before);
    });

    it('finds no session by a token that is only its hash', async () => {
      await api.as('admin');
      const { token_hash: hash } = await api.store.db
        .selectFrom('sessions')
        .select('token_hash')
        .executeTakeFirstOrThrow();
      expect(await findSessionAccount(api.store.db, hash, isoTime(api.clock.now()))).toBeDefined();
      expect((await api.call('homeData', {}, { token: hash })).status).toBe(401);
    });
  });
}
