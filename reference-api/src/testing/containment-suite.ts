import { createEnvelopeCodec, newTransactionId, type EnvelopeCodec } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import type { AppOptions } from '../app/app.ts';
import { HOUR, isoTime, MINUTE } from '../time/clock.ts';
import { createGate, type Gate } from './gate.ts';
import { SHARED_KEY, type Session, type TestApi } from './test-api.ts';
import { beginBatch, claim, registerBatch, sendChunk } from './test-batch.ts';
import { TestClock } from './test-clock.ts';
import { ENROLLED, PASSWORD } from './test-data.ts';
import { addApp, beginLogin, endLogin, factorOptions } from './test-factors.ts';
import { newMember, plainPasswords, type Member } from './test-member.ts';

const REASON = 'Seen in a forum';
const SLOW_PASSWORD = 'a password that takes its time';
const NEW = 'green umbrella nine';
const [imei = '', second = ''] = ENROLLED;
let phones = 5_000_000_000;

type Row = Readonly<Record<string, unknown>>;
/** Starts the API, once or as two instances on one database. */
type Start = (more: Partial<AppOptions>) => Promise<readonly TestApi[]>;

/** What stops a call that was let in before its body is read, and another in the middle of its transaction. */
const stops: { call?: { readonly id: string; readonly gate: Gate }; hash?: Gate | undefined } = {};

async function stoppingCodec(): Promise<EnvelopeCodec> {
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: SHARED_KEY });
  return {
    ...codec,
    seal: (...args) => codec.seal(...args),
    async open(sealed, context) {
      if (stops.call?.id === context.transactionId) await stops.call.gate.pass();
      return codec.open(sealed, context);
    },
  };
}

const stoppingPasswords: typeof plainPasswords = {
  ...plainPasswords,
  async hash(password) {
    if (password === SLOW_PASSWORD) await stops.hash?.pass();
    return plainPasswords.hash(password);
  },
};

/** An account in the wrong hands, told of each database; of two instances help is at the other. */
export function describeContainment(database: string, start: Start): void {
  describe(`containment on ${database}`, () => {
    const clock = new TestClock();
    let apis: readonly TestApi[];
    let api: TestApi;
    let help: TestApi;
    let superadmin: Session;
    let owner: Member;
    beforeAll(async () => {
      apis = await start({
        ...factorOptions,
        factorPolicies: { SUPERADMIN: 'offered', ADMIN: 'offered', USER: 'offered' },
        fourEyes: { policy: { release: 1, lock: 3 }, hours: 24 },
        ...{ clock, codec: await stoppingCodec(), passwords: stoppingPasswords },
      });
      const [first] = apis;
      if (!first) throw new Error('No API was started.');
      api = { ...first, clock };
      help = { ...(apis.at(-1) ?? first), clock };
    });
    afterAll(async () => {
      for (const one of apis) await one.close();
    });
    beforeEach(async () => {
      superadmin = await (await newMember(help, 'SUPERADMIN')).logIn();
      owner = await newMember(api, 'ADMIN');
      clock.advance(MINUTE);
    });

    const now = () => isoTime(clock.now());
    const contain = (email: string, more: object = {}, by = superadmin, transactionId = newTransactionId()) =>
      by.call('containAccount', { email, reason: REASON, ...more }, { transactionId });
    const lock = (session: Session, device = imei, transactionId = newTransactionId()) =>
      session.call('lockNotification', { imei: device, action: 'lock' }, { transactionId });
    const keyOf = async (session: Session) =>
      String((await session.call('generateKey', { key_name: 'ERP', user_id: session.email })).answer['key']);
    const byKey = (token: string) => api.call('lockNotification', { imei, action: 'lock' }, { token });
    const logIn = async ({ email }: Pick<Member, 'email'>, password = PASSWORD) =>
      (await api.call('login', { email, password })).answer['status'];
    const rowOf = async (email: string) =>
      ((await superadmin.call('getUsers')).answer['items'] as Row[]).find((row) => row['email'] === email) ?? {};
    const add = (session: Session, password = NEW) => {
      phones += 1;
      const body = { email: `made-${phones}@example.com`, phone: String(phones), password, permissions: [] };
      return { email: body.email, reply: session.call('addUser', body) };
    };
    const invite = async (session: Session) => {
      phones += 1;
      const email = `made-${phones}@example.com`;
      await session.call('inviteUser', { email, phone: String(phones), permissions: [] });
      return { email, link: linkTo(api, email) };
    };
    const linkTo = ({ mails }: TestApi, email: string) =>
      /\/(?:invitation|resetPassword)\/([\w-]+)/.exec(mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
    const commandsOf = ({ id }: Pick<Member, 'id'>) =>
      api.store.db
        .selectFrom('commands')
        .select(['imei', 'status', 'handed_at', 'failure'])
        .where('account_id', '=', id)
        .orderBy('id')
        .execute();

    it('S32 one call takes sessions, keys, half-open logins, links, password, and the factors since', async () => {
      const session = await owner.logIn();
      const own = await addApp(api, session, 'Phone');
      clock.advance(HOUR);
      const since = now();
      await addApp(api, session, 'Phone of a thief');
      const key = await keyOf(session);
      const { challenge } = await beginLogin(api, owner);
      const handle = (await api.call('forgotPassword', { email: owner.email })).answer['token'];
      const link = linkTo(api, owner.email);
      const id = newTransactionId();
      const { answer } = await contain(owner.email, { since }, superadmin, id);
      expect(answer).toMatchObject({
        ...{ status: 'success', since, sessions: 1, keys: 1, factors: 1, codes: 0, logins: 1, links: 1, sent: [] },
        ...{ accounts: [], cancelled: 0, batches: 0 },
        changes: [
          { call: 'confirmTotp.php', count: 1 },
          { call: 'generate_key.php', count: 1 },
        ],
      });
      expect((await contain(owner.email, { since }, superadmin, id)).answer).toEqual(answer);
      expect([(await session.call('homeData')).status, (await byKey(key)).status]).toEqual([401, 401]);
      expect((await endLogin(api, challenge.ticket, { recoveryCode: own.codes[0] })).answer['status']).toBe('error');
      const reset = { token: link, requestToken: handle, newPassword: NEW };
      expect((await api.call('resetPassword', reset)).answer['status']).toBe('error');
      expect([await logIn(owner), await logIn(owner, NEW)]).toEqual(['error', 'error']);
      expect(await rowOf(owner.email)).toMatchObject({
        contained: 'yes',
        userstatus: 'INACTIVE',
        second_factor: 'yes',
      });
      const again = (await contain(owner.email)).answer;
      expect(again).toMatchObject({ status: 'success', sessions: 0, keys: 0, factors: 1, codes: 10 });
      expect(help.mails.findLast(({ to }) => to === owner.email)?.text).toContain('in the wrong hands');
    });

    it('S32 the audit has one row of it, with whom, why, since when and what was taken', async () => {
      await owner.logIn();
      await contain(owner.email);
      const rows = await help.store.db
        .selectFrom('audit_log')
        .select(['email', 'outcome', 'detail'])
        .where('call', '=', 'containAccount.php')
        .where('email', '=', superadmin.email)
        .execute();
      expect(rows).toEqual([{ email: superadmin.email, outcome: 'success', detail: expect.any(String) }]);
      expect(JSON.parse(rows[0]?.detail ?? '')).toEqual({
        ...{ account: owner.email, reason: REASON },
        message: expect.stringMatching(
          new RegExp(`^${owner.email} is contained\\. sessions ended: 1\\. Commands since `),
        ),
      });
    });

    it('S32 superadmins alone contain, not themselves, with a reason, and no time that lies ahead', async () => {
      const admin = await owner.logIn();
      expect((await contain(superadmin.email, {}, admin)).status).toBe(403);
      for (const [email, more, text] of [
        [superadmin.email, {}, /^You cannot contain your own account\. Ask another superadmin/],
        ['nobody@example.com', {}, /^There is no such user/],
        [owner.email, { reason: ' ' }, /^Please give a reason/],
        [owner.email, { since: isoTime(new Date(clock.now().getTime() + HOUR)) }, /^The time lies ahead/],
      ] as const)
        expect((await contain(email, more)).answer).toMatchObject({
          ...{ status: 'error', message: expect.stringMatching(text) },
        });
      expect((await admin.call('homeData')).status).toBe(200);
    });

    it('S32 of two superadmins who contain each other at the same moment one is left', async () => {
      const other = await (await newMember(api, 'SUPERADMIN')).logIn();
      const replies = await Promise.all([contain(other.email), contain(superadmin.email, {}, other)]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      const homes = [await superadmin.call('homeData'), await other.call('homeData')];
      expect(homes.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    });

    it.each([
      ['a command', (session: Session, id: string) => lock(session, imei, id)],
      [
        'a key',
        (session: Session, transactionId: string) =>
          session.call('generateKey', { key_name: 'ERP', user_id: session.email }, { transactionId }),
      ],
    ])('S33 %s that was let in before and is carried out after is refused', async (_what, ask) => {
      const session = await owner.logIn();
      const gate = createGate();
      const id = newTransactionId();
      stops.call = { id, gate };
      const late = ask(session, id);
      await gate.reached;
      await contain(owner.email);
      gate.open();
      expect((await late).status).toBe(401);
      expect(await commandsOf(owner)).toEqual([]);
      const keys = api.store.db.selectFrom('api_keys').select('id').where('account_id', '=', owner.id);
      expect(await keys.execute()).toEqual([]);
      const refused = api.store.db.selectFrom('audit_log').select('detail').where('transaction_id', '=', id);
      expect(await refused.execute()).toEqual([
        { detail: expect.stringContaining('the access was taken away while the call was under way') },
      ]);
    });

    it('S33 S35 what is in the middle of being written is waited for, and taken with the rest', async () => {
      const session = await owner.logIn();
      const gate = createGate();
      stops.hash = gate;
      const { email, reply } = add(session, SLOW_PASSWORD);
      await gate.reached;
      let isOver = false;
      const containing = contain(owner.email).finally(() => (isOver = true));
      if (apis.length > 1) {
        const waiting = sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        while (!isOver && (await waiting.execute(help.store.db)).rows.length === 0);
      }
      gate.open();
      stops.hash = undefined;
      expect((await reply).answer).toMatchObject({ status: 'success' });
      expect((await containing).answer['accounts']).toEqual([{ email, contained: 'yes' }]);
      expect(await logIn({ email }, SLOW_PASSWORD)).toBe('error');
    });

    it('S33 S34 of many calls at the same moment each was before and is cancelled, or after and refused', async () => {
      const session = await owner.logIn();
      const key = await keyOf(session);
      const asked = Array.from({ length: 12 }, (_, index) => [
        lock(session, ENROLLED[index % ENROLLED.length]),
        byKey(key),
        ...(index % 4 === 0 ? [session.call('generateKey', { key_name: 'X', user_id: owner.email })] : []),
      ]).flat();
      const containing = contain(owner.email);
      const replies = await Promise.all([...asked, lock(session), byKey(key)]);
      const { answer } = await containing;
      expect(replies.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
      await api.worker.runOnce();
      const commands = await commandsOf(owner);
      expect(commands.filter(({ status }) => status !== 'cancelled')).toEqual([]);
      expect(commands).toHaveLength(Number(answer['cancelled']));
      const open = api.store.db.selectFrom('api_keys').select('id').where('account_id', '=', owner.id);
      expect(await open.where('revoked_at', 'is', null).execute()).toEqual([]);
    });

    it('S34 what waits is cancelled, and what phones may have got is counted by its kind', async () => {
      const session = await owner.logIn();
      await lock(session, imei);
      while ((await api.worker.runOnce()) > 0);
      await lock(session, second);
      const { answer } = await contain(owner.email);
      expect(answer).toMatchObject({ cancelled: 1, sent: [{ action: 'lock', count: 1 }] });
      expect(await commandsOf(owner)).toMatchObject([
        { imei, handed_at: expect.any(String) },
        {
          ...{ imei: second, status: 'cancelled', handed_at: null },
          failure: `Cancelled by ${superadmin.email}, who has contained ${owner.email}`,
        },
      ]);
      clock.advance(1);
      expect((await contain(owner.email, { since: now() })).answer).toMatchObject({ cancelled: 0, sent: [] });
    });

    it('S34 its unfinished batches are held until somebody takes them over, its requests are refused', async () => {
      const session = await owner.logIn();
      const batch = await registerBatch(session, ENROLLED.slice(0, 2));
      const run = await beginBatch(session, batch);
      const id = newTransactionId();
      const release = { imei, action: 'release' };
      await session.call('lockNotification', release, { transactionId: id });
      expect((await contain(owner.email)).answer).toMatchObject({ batches: 1, requests: 1 });
      await superadmin.call('updateUserStatus', { email: owner.email, status: 'ACTIVE' });
      await api.call('acceptInvitation', { token: linkTo(help, owner.email), newPassword: NEW });
      const { token } = (await api.call('login', { email: owner.email, password: NEW })).answer;
      const later: Session = {
        ...session,
        call: (name, body = {}, wire = {}) =>
          api.call(name, { user: owner.email, ...body }, { token: String(token), ...wire }),
      };
      const held = await sendChunk(later, batch, batch.items, run);
      expect([held.status, held.answer['message']]).toEqual([
        409,
        `This batch is with ${superadmin.email} now (held, because its account is contained). Nothing was done here; ` +
          'it goes on there.',
      ]);
      expect((await later.call('lockNotification', release, { transactionId: id })).answer).toEqual({
        status: 'error',
        message: `${superadmin.email} has not approved this: The account of who asked is contained. Nothing was sent.`,
      });
      const taker = await (await newMember(api, 'ADMIN')).logIn();
      const next = newTransactionId();
      expect((await claim(taker, batch, next, { takeOver: true })).answer).toMatchObject({ run: next });
      expect((await sendChunk(taker, batch, batch.items, next)).status).toBe(200);
    });

    it('S34 what it approved of the batches of others waits for another second person', async () => {
      const asker = await (await newMember(api, 'ADMIN')).logIn();
      const decider = await owner.logIn();
      const batch = await registerBatch(asker, ENROLLED.slice(0, 4));
      const run = await beginBatch(asker, batch);
      const [request] = (await decider.call('approvals')).answer['items'] as Row[];
      await decider.call('decideApproval', { id: String(request?.['id']), decision: 'approve' });
      expect((await sendChunk(asker, batch, batch.items.slice(0, 1), run)).status).toBe(200);
      const { answer } = await contain(owner.email);
      expect(answer).toMatchObject({ withdrawn: 1, changes: [{ call: 'decideApproval.php', count: 1 }] });
      expect((await sendChunk(asker, batch, batch.items.slice(1), run)).answer).toMatchObject({ reason: 'approval' });
      await superadmin.call('decideApproval', { id: String(request?.['id']), decision: 'approve' });
      expect((await sendChunk(asker, batch, batch.items.slice(1), run)).status).toBe(200);
    });

    it('S35 the accounts that it made since, and those that they made, are contained with it', async () => {
      const thief = await (await newMember(api, 'SUPERADMIN')).logIn();
      const before = add(thief);
      await before.reply;
      clock.advance(MINUTE);
      const since = now();
      const made = add(thief);
      await made.reply;
      await thief.call('changeRole', { email: made.email, role: 'ADMIN' });
      const { token } = (await api.call('login', { email: made.email, password: NEW })).answer;
      const next = {
        ...thief,
        email: made.email,
        call: (name: Parameters<Session['call']>[0], body = {}) =>
          api.call(name, { user: made.email, ...body }, { token: String(token) }),
      } satisfies Session;
      await next.call('changePassword', { currentPassword: NEW, newPassword: `${NEW} of its own` });
      const invited = await invite(next);
      expect((await contain(thief.email, { since, made: false })).answer['accounts']).toEqual([
        { email: made.email, contained: '' },
      ]);
      expect((await next.call('homeData')).status).toBe(200);
      const { answer } = await contain(thief.email, { since });
      expect(answer).toMatchObject({
        accounts: [
          { email: made.email, contained: 'yes' },
          { email: invited.email, contained: 'yes' },
        ],
        changes: [
          { call: 'addUser.php', count: 1 },
          { call: 'changePassword.php', count: 1 },
          { call: 'changeRole.php', count: 1 },
          { call: 'inviteUser.php', count: 1 },
        ],
      });
      expect((await next.call('homeData')).status).toBe(401);
      const accepted = await api.call('acceptInvitation', { token: invited.link, newPassword: NEW });
      expect(accepted.answer['status']).toBe('error');
      expect([await logIn(made, NEW), await logIn(before, NEW)]).toEqual(['error', 'success']);
    });

    it('S36 a superadmin alone lets the owner in again, by a mailed link; what a thief had stays shut', async () => {
      const session = await owner.logIn();
      const key = await keyOf(session);
      await contain(owner.email);
      const admin = await (await newMember(api, 'ADMIN')).logIn();
      const enable = (by: Session) => by.call('updateUserStatus', { email: owner.email, status: 'ACTIVE' });
      expect((await enable(admin)).answer).toEqual({
        ...{ status: 'error' },
        message: 'A superadmin has contained this account. Only a superadmin can let it in again.',
      });
      expect((await enable(superadmin)).answer).toEqual({
        ...{ status: 'success' },
        message: `User is ACTIVE now. A link to choose a password is on its way to ${owner.email}`,
      });
      expect(await rowOf(owner.email)).toMatchObject({ contained: '', userstatus: 'ACTIVE', invitation: 'open' });
      expect([(await session.call('homeData')).status, (await byKey(key)).status]).toEqual([401, 401]);
      expect(await logIn(owner)).toBe('error');
      const set = { token: linkTo(help, owner.email), newPassword: NEW };
      expect((await api.call('acceptInvitation', set)).answer).toMatchObject({ status: 'success' });
      expect(await logIn(owner, NEW)).toBe('success');
      expect((await byKey(key)).status).toBe(401);
    });
  });
}
