import { calls } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { HOUR, isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { audited, ENROLLED, failure, PASSWORD, shared, success } from '../../testing/index.ts';
import { type Member, newMember, newSession } from '../../testing/test-member.ts';
import { type Session, startTestApi } from '../../testing/test-api.ts';

const NEW = 'green umbrella nine';

const api = shared(() => startTestApi(undefined, { sessionIdleMinutes: 30, sessionsPerAccount: 3 }));

const statusOf = async (session: Session) => (await session.call('homeData')).status;
const lastAudit = async (call: string) => {
  const row = (await audited(api.store, { call })).at(-1);
  return { email: row?.email, outcome: row?.outcome, ...row?.said };
};
/** A call that a page makes by its clock, `seconds` after somebody last touched it. */
async function poll(session: Session, seconds: number): Promise<number> {
  const { method, path } = calls.homeData;
  const own = { 'x-api-key': session.token, 'x-transaction-id': newTransactionId() };
  const headers = { ...own, 'x-last-input': String(seconds) };
  return (await api.server.inject({ method, url: `/${path}`, headers })).statusCode;
}

it('S5 S11 ends a session that nobody and no batch used for half an hour; login and audit say so', async () => {
  const { member, session } = await newSession(api, 'ADMIN');
  for (const imei of ENROLLED.slice(0, 3)) {
    api.clock.advance(29 * MINUTE);
    expect((await session.call('getImeiDetails', { imei, action: 'lock', filename: 'a.csv' })).status).toBe(200);
  }
  api.clock.advance(30 * MINUTE);
  expect(await statusOf(session)).toBe(401);
  const ended = { outcome: 'refused', message: 'the session ended: idle' };
  expect(await lastAudit('homeData.php')).toMatchObject({ email: member.email, ...ended });
  const login = await api.ask('login', { email: member.email, password: PASSWORD });
  expect(login).toMatchObject({ status: 'success', idle_minutes: 30 });
});

it('S11 calls that pages make by themselves keep no session alive, and a touch of the page does', async () => {
  const [left, used] = [(await newSession(api, 'USER')).session, (await newSession(api, 'USER')).session];
  const answers: number[] = [];
  for (let minutes = 10; minutes <= 40; minutes += 10) {
    api.clock.advance(10 * MINUTE);
    answers.push(await poll(left, minutes * 60));
    expect(await poll(used, 30)).toBe(200);
  }
  expect(answers).toEqual([200, 200, 401, 401]);
});

it('S12 lists the own open sessions with start, last use and address, and says which one asks', async () => {
  const member = await newMember(api, 'USER');
  await member.logIn('198.51.100.1');
  api.clock.advance(5 * MINUTE);
  const second = await member.logIn('198.51.100.2');
  const rows = await second.items('ownSessions');
  const now = api.clock.now();
  const [started_at, before] = [isoTime(now), isoAfter(now, -5 * MINUTE)];
  const times = { started_at, last_used_at: started_at, expires_at: isoAfter(now, 8 * HOUR) };
  const own = { id: expect.any(Number), own: 'yes', address: '198.51.100.2', last_address: '198.51.100.2' };
  expect(rows).toEqual([
    { ...own, ...times },
    expect.objectContaining({ own: '', address: '198.51.100.1', started_at: before, last_used_at: before }),
  ]);
});

it("S12 ends one of the own sessions, or all others, and never somebody else's", async () => {
  const [member, other] = [await newMember(api, 'USER'), await newMember(api, 'USER')];
  const [one, two, three] = [await member.logIn(), await member.logIn(), await member.logIn()];
  const stranger = await other.logIn();
  const idsOf = async (session: Session) => (await session.items('ownSessions')).map((row) => String(row['id']));
  const [ids, [foreign]] = [await idsOf(three), await idsOf(stranger)];
  expect(await three.ask('endSessions', { sessionId: foreign })).toMatchObject({ status: 'error' });
  expect(await three.ask('endSessions', { sessionId: ids[2] })).toMatchObject({ status: 'success' });
  expect(await Promise.all([one, two, three, stranger].map(statusOf))).toEqual([401, 200, 200, 200]);
  expect(await three.ask('endSessions')).toMatchObject({ message: 'Other sessions ended: 1' });
  expect(await Promise.all([two, three, stranger].map(statusOf))).toEqual([401, 200, 200]);
  expect(await lastAudit('endSessions.php')).toMatchObject({ email: member.email, outcome: 'success' });
  const { message } = await lastAudit('homeData.php');
  expect(message).toBe('the session ended: ended by its owner');
});

it('S13 with one session more than an account may have the oldest ends; login and audit say so', async () => {
  const member = await newMember(api, 'USER');
  const first = await member.logIn('198.51.100.1');
  const others = [await member.logIn(), await member.logIn()];
  expect(others.map(({ notice }) => notice)).toEqual(['', '']);
  const last = await member.logIn();
  const text =
    /^Your session of [-\d]{10} \d\d:\d\d UTC from 198\.51\.100\.1 has ended, because an account has at most 3 /;
  expect(last.notice).toMatch(text);
  expect(await Promise.all([first, ...others, last].map(statusOf))).toEqual([401, 200, 200, 200]);
  const logins = await audited(api.store, { account_id: member.id, call: 'login.php' });
  expect(logins.map(({ said }) => said.message)).toContainEqual(expect.stringMatching(text));
});

const logIn = async ({ email }: Member, password: string) => (await api.ask('login', { email, password }))['status'];
const change = (session: Session, body: object = {}, transactionId = newTransactionId()) =>
  session.call('changePassword', { currentPassword: PASSWORD, newPassword: NEW, ...body }, { transactionId });

it('P3 changes the own password with the current one; other sessions and all keys end, the own stays', async () => {
  const member = await newMember(api, 'ADMIN');
  const [other, own] = [await member.logIn(), await member.logIn()];
  const token = await own.newKey();
  const { db } = api.store;
  api.clock.advance(MINUTE);
  const transactionId = newTransactionId();
  const changed = await change(own, {}, transactionId);
  expect(changed.answer).toEqual(
    success('Password changed. Your other sessions have ended, and your API keys are revoked.'),
  );
  const proven = db.selectFrom('sessions').select('id').where('account_id', '=', member.id);
  expect(await proven.where('authenticated_at', '=', api.clock.now().toISOString()).execute()).toHaveLength(1);
  expect(await Promise.all([other, own].map(statusOf))).toEqual([401, 200]);
  const lock = { imei: ENROLLED[0], action: 'lock' };
  expect((await api.call('lockNotification', lock, { token })).status).toBe(401);
  expect((await change(own, {}, transactionId)).answer).toEqual(changed.answer);
  expect((await change(own, { newPassword: 'another umbrella' }, transactionId)).status).toBe(409);
  expect([await logIn(member, PASSWORD), await logIn(member, NEW)]).toEqual(['error', 'success']);
  const kept = await audited(api.store, { account_id: member.id });
  expect(kept.filter((row) => row.call === 'changePassword.php' && row.outcome === 'success')).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain(NEW);
});

it.each([
  [{ currentPassword: 'wrong' }, 'The current password is wrong. Nothing was changed.', undefined],
  [{ newPassword: PASSWORD }, 'The new password is the current one.', undefined],
  [{ newPassword: 'short' }, 'The password needs at least 10 characters.', 'password'],
])('P3 refuses %j in words and changes nothing', async (body, message, field) => {
  const { member, session } = await newSession(api, 'USER');
  expect((await change(session, body)).answer).toEqual(failure(message, field));
  expect(await logIn(member, PASSWORD)).toBe('success');
});

it('P3 D2a slows down guessing at the current password', async () => {
  const session = (await newSession(api, 'USER')).session;
  const statuses = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    statuses.push((await change(session, { currentPassword: `guess ${attempt}` })).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});
