import { newTransactionId } from '@device-console/shared-lib/crypto';
import { standardOf } from '../../core/configuration/named-numbers.ts';
import { beginOf, budgetTable, type CommandBudgets } from './index.ts';
import { DAY, HOUR } from '../../core/time/clock.ts';
import type { Session, TestApi } from '../../testing/test-api.ts';
import { beginBatch, itemAt, registerBatch, sendChunk } from '../../testing/test-batch.ts';
import { ENROLLED, people } from '../../testing/test-data.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { databases, type TestDatabase } from '../../testing/databases.ts';
import { newMember, type Member } from '../../testing/test-member.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { audited } from '../../testing/audited.ts';
import { endsOf, shared } from '../../testing/fixtures.ts';
import { rowsOf } from '../../testing/rows.ts';

const [first = ''] = ENROLLED;
const PAUSED =
  'Sending is paused for this account: far more commands than usual. A superadmin can lift it. Nothing was sent.';

const clock = new TestClock();

const lock = (session: Session, transactionId = newTransactionId()) =>
  session.call('lockNotification', { imei: first, action: 'lock' }, { transactionId });

async function lockTimes(session: Session, times: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await lock(session)).status);
  return statuses;
}

const lockByKey = async (at: TestApi, session: Session) => {
  const { answer } = await session.call('generateKey', { key_name: 'ERP', user_id: session.email });
  return () => at.call('lockNotification', { imei: first, action: 'lock' }, { token: String(answer['key']) });
};

const commandsOf = async ({ store }: TestApi, { id }: Member) =>
  (await rowsOf(store, 'commands', { account_id: id })).length;

const refusalsOf = async ({ store }: TestApi, { id }: Member) =>
  (await audited(store, { account_id: id, outcome: 'refused' })).map(({ said }) => said.message);

/** Waits for mails to superadmins about an account; they are sent after the answer. */
async function mailsAbout({ mails }: TestApi, { email }: Member) {
  const found = () => mails.filter(({ subject, text }) => `${subject} ${text}`.includes(email));
  await waitUntil(`a mail about ${email}`, () => Promise.resolve(found().length > 0 ? undefined : 'none'));
  return found();
}

/** Starts one or two instances with these budgets, for a `describe`. */
const consoleWith = (start: TestDatabase['startInstances'], budgets: Partial<CommandBudgets>) =>
  endsOf(shared(() => start({ clock, budgets: { ...standardOf(budgetTable), ...budgets } })));

describe.each(databases)('budgets of commands on $name', ({ startInstances }) => {
  const [api, other] = consoleWith(startInstances, { 'account-day': 6, 'key-day': 3 });
  const [together] = consoleWith(startInstances, { 'deployment-day': 4 });
  const [rising, otherRising] = consoleWith(startInstances, { 'rise-least': 5, 'rise-times': 2 });
  const [usual] = consoleWith(startInstances, {});
  // Ten in the morning of the next day.
  beforeEach(() => clock.advance(DAY + 10 * HOUR - (clock.now().getTime() % DAY)));

  it('C10 refuses commands beyond the day of an account, sends none of them, and takes them a day later', async () => {
    const member = await newMember(api, 'ADMIN');
    const session = await member.logIn();
    const known = newTransactionId();
    expect((await lock(session, known)).status).toBe(200);
    expect(await lockTimes(session, 5)).toEqual([200, 200, 200, 200, 200]);
    const refused = await lock(session);
    const message = 'This account may send 6 commands a day. Nothing was sent; there is room again in 14 hours.';
    expect(refused).toMatchObject({ status: 429, answer: { status: 'error', reason: 'budget', message } });
    expect(refused.headers['retry-after']).toBe(String((DAY - (clock.now().getTime() % DAY)) / 1000));
    expect(await commandsOf(api, member)).toBe(6);
    const use = await session.call('commandUse');
    expect(use.answer).toMatchObject({ inDay: 6, dayBudget: 6, pausedAt: '', allInDay: null, items: [] });
    // A known command gets its stored answer, and counts nothing.
    expect((await lock(session, known)).answer).toMatchObject({ status: 'success' });
    expect((await lock(session)).status).toBe(429);
    expect(await refusalsOf(api, member)).toEqual([expect.stringContaining('6 commands a day')]);
    const subject = 'Device Console: a budget of commands is nearly used';
    const text = expect.stringContaining('5 are used. Beyond it nothing more is sent.');
    expect(await mailsAbout(api, member)).toMatchObject([{ subject, text }]);
    const { answer } = await (await api.as('superadmin')).call('commandUse');
    expect(answer['items']).toContainEqual({ account: member.email, pausedAt: '', why: '', inDay: 6 });
    clock.advance(DAY);
    expect(await lockTimes(await member.logIn(), 1)).toEqual([200]);
  });

  it('C10 counts the new rows of a chunk at once, and refuses a chunk beyond the budget whole', async () => {
    const member = await newMember(api, 'ADMIN');
    const session = await member.logIn();
    const batch = await registerBatch(session, ENROLLED);
    const run = await beginBatch(session, batch);
    const send = (as: Session, from: number, to: number) => {
      const rows = Array.from({ length: to - from + 1 }, (_, index) => itemAt(batch, from + index));
      return sendChunk(as, batch, rows, run);
    };
    const used = async (as: Session) => (await as.call('commandUse')).answer['inDay'];
    expect([(await send(session, 1, 3)).status, (await send(session, 1, 5)).status]).toEqual([200, 200]);
    expect((await send(session, 4, 7)).status).toBe(429);
    expect([await commandsOf(api, member), await used(session)]).toEqual([5, 5]);
    clock.advance(DAY);
    const later = await member.logIn();
    expect((await send(later, 4, 7)).status).toBe(200);
    // All seven are known. They exceed the daily budget, but nothing is counted.
    expect((await send(later, 1, 7)).answer).toMatchObject({ status: 'success' });
    expect([await commandsOf(api, member), await used(later)]).toEqual([7, 2]);
  });

  it('C10 a call that holds more than a day ever takes is refused in words, not to be waited for', async () => {
    const session = await (await newMember(api, 'ADMIN')).logIn();
    const batch = await registerBatch(session, ENROLLED);
    const { answer } = await sendChunk(session, batch, batch.items, await beginBatch(session, batch));
    const message = 'and this call holds 8. Nothing was sent; send at most 6 in one call.';
    expect(answer).toMatchObject({ status: 'error', message: expect.stringContaining(message) });
  });

  it('C10 K2 an API key has a budget of its own within that of its account', async () => {
    const session = await (await newMember(api, 'ADMIN')).logIn();
    const byKey = await lockByKey(api, session);
    for (let time = 0; time < 3; time += 1) expect((await byKey()).status).toBe(200);
    expect((await byKey()).answer['message']).toContain('This API key may send 3 commands a day.');
    expect(await lockTimes(session, 4)).toEqual([200, 200, 200, 429]);
  });

  it('C10 accounts and instances at once count together: as many pass as the budget has', async () => {
    const members = [await newMember(api, 'ADMIN'), await newMember(api, 'ADMIN')];
    const statuses = await Promise.all(
      members.map(async (member) => {
        const { email, token } = await member.logIn();
        const sessions = [api.session(email, token), other.session(email, token)];
        const replies = await Promise.all([...sessions, ...sessions, ...sessions].map((one) => lockTimes(one, 2)));
        return replies.flat().filter((status) => status === 200).length;
      }),
    );
    expect(statuses).toEqual([6, 6]);
    expect(await Promise.all(members.map((member) => commandsOf(api, member)))).toEqual([6, 6]);
  });

  it('C10 refuses what all accounts together send beyond their day', async () => {
    const [one, other] = [await newMember(together, 'ADMIN'), await newMember(together, 'ADMIN')];
    expect(await lockTimes(await one.logIn(), 2)).toEqual([200, 200]);
    const session = await other.logIn();
    expect(await lockTimes(session, 2)).toEqual([200, 200]);
    const message = expect.stringContaining('All accounts together may send 4 commands a day.');
    expect(await lock(session)).toMatchObject({ status: 429, answer: { message } });
  });

  it('C11 pauses an account with its keys on every instance, nobody else, and tells every superadmin', async () => {
    const member = await newMember(rising, 'ADMIN');
    const session = await member.logIn();
    const byKey = await lockByKey(otherRising, session);
    expect(await lockTimes(session, 7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await lock(session)).answer).toEqual({ status: 'error', reason: 'paused', message: PAUSED });
    const refused = await byKey();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(await lockTimes(await (await newMember(rising, 'ADMIN')).logIn(), 1)).toEqual([200]);
    expect(await commandsOf(rising, member)).toBe(5);
    expect(await refusalsOf(rising, member)).toContain(PAUSED);
    const why = '5 commands today; the busiest of the 14 days before had 0.';
    const subject = `Device Console: sending of ${member.email} is paused`;
    const mail = { to: people.superadmin.email, subject, text: expect.stringContaining(why) };
    expect(await mailsAbout(rising, member)).toMatchObject([mail]);
    const pausedAt = clock.now().toISOString();
    expect((await session.call('commandUse')).answer).toMatchObject({ pausedAt, items: [] });
    const { answer } = await (await rising.as('superadmin')).call('commandUse');
    expect(answer['items']).toContainEqual({ account: member.email, pausedAt, why, inDay: 5 });
    const pauses = await audited(rising.store, { account_id: member.id, call: 'commandPause' });
    expect(pauses).toMatchObject([{ outcome: 'success' }]);
  });

  it('C11 a superadmin lifts it, audited, and the account is not paused again within the day', async () => {
    const superadmin = await rising.as('superadmin');
    const member = await newMember(rising, 'ADMIN');
    const session = await member.logIn();
    await lockTimes(session, 6);
    const lift = (as: Session) => as.call('liftCommandPause', { email: member.email });
    expect((await lift(session)).status).toBe(403);
    expect((await lift(superadmin)).answer).toEqual({ status: 'success', message: `${member.email} may send again` });
    expect((await lift(superadmin)).answer).toMatchObject({ status: 'error' });
    expect(await lockTimes(session, 4)).toEqual([200, 200, 200, 200]);
    expect((await session.call('commandUse')).answer).toMatchObject({ pausedAt: '' });
    const row = (await audited(rising.store, { call: 'liftCommandPause.php', outcome: 'success' })).at(-1);
    expect([row?.email, row?.detail]).toEqual([people.superadmin.email, expect.stringContaining(member.email)]);
  });

  it('C11 what an account usually sends is no rise: twice its busiest of the last days', async () => {
    const member = await newMember(rising, 'ADMIN');
    await lockTimes(await member.logIn(), 4);
    clock.advance(DAY);
    expect(await lockTimes(await member.logIn(), 10)).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
  });

  it('C11 D0 a first batch of a million pauses nobody unless somebody says so', async () => {
    const member = await newMember(usual, 'ADMIN');
    const sent = { kind: 'account', id: member.id, begins_at: beginOf(clock.now(), DAY), commands: 999_999 } as const;
    await usual.store.db.insertInto('command_counts').values(sent).execute();
    expect(await lockTimes(await member.logIn(), 2)).toEqual([200, 200]);
  });
});
