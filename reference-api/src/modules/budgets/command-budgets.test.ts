import { newTransactionId } from '@device-console/shared-lib/crypto';
import { standardOf } from '../../core/configuration/named-numbers.ts';
import { budgetTable, type CommandBudgets, hourOf, addCommands } from './command-budgets.ts';
import { DAY, HOUR, MINUTE } from '../../core/time/clock.ts';
import type { Session, TestApi } from '../../testing/test-api.ts';
import { beginBatch, itemAt, registerBatch, sendChunk } from '../../testing/test-batch.ts';
import { ENROLLED, people } from '../../testing/test-data.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { databases, type TestDatabase } from '../../testing/databases.ts';
import { newMember, type Member } from '../../testing/test-member.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { audited } from '../../testing/audited.ts';
import { current, fresh, shared } from '../../testing/fixtures.ts';

const [first = '', second = ''] = ENROLLED;
const PAUSED =
  'Sending is paused for this account: far more commands than usual. A superadmin can lift it. Nothing was sent.';

const clock = new TestClock();
const withBudgets = (start: TestDatabase['startInstances'], budgets: Partial<CommandBudgets>) =>
  start({ clock, budgets: { ...standardOf(budgetTable), ...budgets } });

function firstOf(apis: readonly TestApi[]): TestApi {
  const [api] = apis;
  if (!api) throw new Error('No API was started.');
  return api;
}

const lock = (session: Session, transactionId = newTransactionId(), imei = first) =>
  session.call('lockNotification', { imei, action: 'lock' }, { transactionId });

async function lockTimes(session: Session, times: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await lock(session)).status);
  return statuses;
}

const commandsOf = async ({ store }: TestApi, { id }: Member) =>
  (await store.db.selectFrom('commands').select('id').where('account_id', '=', id).execute()).length;

const refusalsOf = async ({ store }: TestApi, { id }: Member) =>
  (await audited(store, { account_id: id, outcome: 'refused' })).map(({ said }) => said.message);

/** Waits for mails to superadmins about an account; they are sent after the answer. */
async function mailsAbout({ mails }: TestApi, { email }: Member) {
  const found = () => mails.filter(({ subject, text }) => `${subject} ${text}`.includes(email));
  await waitUntil(`a mail about ${email}`, () => Promise.resolve(found().length > 0 ? undefined : 'none'));
  return found();
}

describe.each(databases)('budgets of commands on $name', ({ startInstances }) => {
  const apis = shared(() => withBudgets(startInstances, { 'account-day': 6, 'key-day': 3 }));
  const api = current(() => firstOf(apis));
  beforeEach(() => clock.advance(MINUTE));

  it('C10 refuses commands beyond the day of an account, sends none of them, and takes them a day later', async () => {
    const member = await newMember(api, 'ADMIN');
    const session = await member.logIn();
    const known = newTransactionId();
    expect((await lock(session, known)).status).toBe(200);
    expect(await lockTimes(session, 3)).toEqual([200, 200, 200]);
    clock.advance(2 * HOUR);
    expect(await lockTimes(session, 2)).toEqual([200, 200]);
    const refused = await lock(session);
    expect([refused.status, refused.answer]).toEqual([
      429,
      {
        ...{ status: 'error', reason: 'budget' },
        message: 'This account may send 6 commands in 24 hours. Nothing was sent; there is room again in 22 hours.',
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual((22 * HOUR) / 1000);
    expect(await commandsOf(api, member)).toBe(6);
    const use = await session.call('commandUse');
    expect(use.answer).toMatchObject({ inDay: 6, dayBudget: 6, pausedAt: '', allInDay: null, items: [] });
    // A known command gets its stored answer, and counts nothing.
    expect((await lock(session, known)).answer).toMatchObject({ status: 'success' });
    expect((await lock(session)).status).toBe(429);
    expect(await refusalsOf(api, member)).toEqual([expect.stringContaining('6 commands in 24 hours')]);
    clock.advance(22 * HOUR);
    expect(await lockTimes(await member.logIn(), 1)).toEqual([200]);
    expect(await commandsOf(api, member)).toBe(7);
  });

  it('C10 counts the new rows of a chunk at once, and refuses a chunk beyond the budget whole', async () => {
    const member = await newMember(api, 'ADMIN');
    const session = await member.logIn();
    const batch = await registerBatch(session, ENROLLED);
    const run = await beginBatch(session, batch);
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => itemAt(batch, from + index));
    const used = async (as: Session) => (await as.call('commandUse')).answer['inDay'];
    expect((await sendChunk(session, batch, rows(1, 3), run)).status).toBe(200);
    expect(await used(session)).toBe(3);
    expect((await sendChunk(session, batch, rows(1, 5), run)).status).toBe(200);
    expect(await used(session)).toBe(5);
    expect((await sendChunk(session, batch, rows(4, 7), run)).status).toBe(429);
    expect(await used(session)).toBe(5);
    expect(await commandsOf(api, member)).toBe(5);
    clock.advance(DAY);
    const later = await member.logIn();
    const { answer } = await sendChunk(later, batch, rows(4, 7), run);
    expect((answer['items'] as { message: string }[]).map(({ message }) => message)).toEqual(
      Array.from({ length: 4 }, () => 'found'),
    );
    expect(await commandsOf(api, member)).toBe(7);
    // All seven are known. They exceed the daily budget, but nothing is counted.
    expect((await sendChunk(later, batch, rows(1, 7), run)).answer).toMatchObject({ status: 'success' });
    expect([await commandsOf(api, member), await used(later)]).toEqual([7, 2]);
  });

  it('C10 a call that holds more than a day ever takes is refused in words, not to be waited for', async () => {
    const session = await (await newMember(api, 'ADMIN')).logIn();
    const batch = await registerBatch(session, ENROLLED);
    const { answer } = await sendChunk(session, batch, batch.items, await beginBatch(session, batch));
    expect(answer).toMatchObject({
      status: 'error',
      message: expect.stringContaining('At most 6 commands may be sent here at once, and this call holds 8.'),
    });
  });

  it('C10 K2 an API key has a budget of its own within that of its account', async () => {
    const member = await newMember(api, 'ADMIN');
    const session = await member.logIn();
    const { answer } = await session.call('generateKey', { key_name: 'ERP', user_id: member.email });
    const byKey = () =>
      api.call('lockNotification', { imei: second, action: 'lock' }, { token: String(answer['key']) });
    for (let time = 0; time < 3; time += 1) expect((await byKey()).status).toBe(200);
    expect((await byKey()).answer['message']).toContain('This API key may send 3 commands in 24 hours.');
    expect(await lockTimes(session, 4)).toEqual([200, 200, 200, 429]);
  });

  it('C10 accounts and instances at once count together: as many pass as the budget has', async () => {
    const [one, other] = [await newMember(api, 'ADMIN'), await newMember(api, 'ADMIN')];
    const token = async (member: Member) => (await member.logIn()).token;
    const tokens = [await token(one), await token(other)];
    const statuses = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const at = apis[index % apis.length] ?? api;
        const body = { imei: ENROLLED[(index * 5) % 8], action: 'lock', user: [one, other][(index >> 1) % 2]?.email };
        return (await at.call('lockNotification', body, { token: tokens[(index >> 1) % 2] })).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(12);
    expect(statuses.filter((status) => status === 429)).toHaveLength(12);
    expect([await commandsOf(api, one), await commandsOf(api, other)]).toEqual([6, 6]);
  });
});

describe.each(databases)('the first day of an account on $name', ({ startInstances }) => {
  it.each([250_000, 1_000_000])('C11 D0 a first batch of %d pauses nobody unless somebody says so', async (sent) => {
    const apis = await withBudgets(startInstances, {});
    const api = firstOf(apis);
    const member = await newMember(api, 'ADMIN');
    // These commands were sent in the minutes before.
    const hour = hourOf(clock.now().toISOString());
    await addCommands(api.store.db, [{ kind: 'account', id: member.id }], hour, sent - 1);
    expect(await lockTimes(await member.logIn(), 2)).toEqual([200, 200]);
    for (const one of apis) await one.close();
  });

  it('C10 refuses what all accounts together send beyond their day', async () => {
    const apis = await withBudgets(startInstances, { 'deployment-day': 4 });
    const [one, other] = [await newMember(firstOf(apis), 'ADMIN'), await newMember(firstOf(apis), 'ADMIN')];
    expect(await lockTimes(await one.logIn(), 2)).toEqual([200, 200]);
    const session = await other.logIn();
    expect(await lockTimes(session, 2)).toEqual([200, 200]);
    expect(await lock(session)).toMatchObject({
      status: 429,
      answer: { message: expect.stringContaining('All accounts together may send 4 commands in 24 hours.') },
    });
    for (const one of apis) await one.close();
  });
});

describe.each(databases)('a sudden rise on $name', ({ startInstances }) => {
  const budgets = { 'account-day': 30, 'rise-least': 5, 'rise-times': 2 };
  const apis = shared(() => withBudgets(startInstances, budgets));
  const api = current(() => firstOf(apis));
  beforeEach(() => clock.advance(HOUR));
  const superadmin = fresh(() => api.as('superadmin'));

  it('C11 pauses an account that sends far more than usual, and tells every superadmin', async () => {
    const member = await newMember(api, 'ADMIN');
    const session = await member.logIn();
    expect(await lockTimes(session, 7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await lock(session)).answer).toEqual({ status: 'error', reason: 'paused', message: PAUSED });
    expect(await commandsOf(api, member)).toBe(5);
    expect(await refusalsOf(api, member)).toEqual([PAUSED]);
    const why = '5 commands within the hour; the busiest hour of the 14 days before had 0.';
    expect(await mailsAbout(api, member)).toEqual([
      expect.objectContaining({
        to: people.superadmin.email,
        subject: `Device Console: sending of ${member.email} is paused`,
        text: expect.stringContaining(why),
      }),
    ]);
    expect((await session.call('commandUse')).answer).toMatchObject({
      pausedAt: clock.now().toISOString(),
      items: [],
    });
    const { answer } = await superadmin.call('commandUse');
    expect(answer['items']).toContainEqual(expect.objectContaining({ account: member.email, why }));
    const pauses = await audited(api.store, { account_id: member.id, call: 'commandPause' });
    expect(pauses).toMatchObject([{ outcome: 'success' }]);
  });

  it('C11 a pause holds the keys of the account and every instance, and nobody else', async () => {
    const [member, other] = [await newMember(api, 'ADMIN'), await newMember(api, 'ADMIN')];
    const session = await member.logIn();
    const { answer } = await session.call('generateKey', { key_name: 'ERP', user_id: member.email });
    await lockTimes(session, 5);
    const at = apis.at(-1) ?? api;
    const byKey = await at.call('lockNotification', { imei: first, action: 'lock' }, { token: String(answer['key']) });
    expect([byKey.status, byKey.headers['retry-after']]).toEqual([429, '60']);
    expect(await lockTimes(await other.logIn(), 1)).toEqual([200]);
  });

  it('C11 a superadmin lifts it, audited, and the account is not paused again within the day', async () => {
    const member = await newMember(api, 'ADMIN');
    const session = await member.logIn();
    await lockTimes(session, 6);
    const lift = (as: Session) => as.call('liftCommandPause', { email: member.email });
    expect((await lift(session)).status).toBe(403);
    expect((await lift(superadmin)).answer).toEqual({ status: 'success', message: `${member.email} may send again` });
    expect((await lift(superadmin)).answer).toMatchObject({ status: 'error' });
    expect(await lockTimes(session, 4)).toEqual([200, 200, 200, 200]);
    expect((await session.call('commandUse')).answer).toMatchObject({ pausedAt: '' });
    const row = (await audited(api.store, { call: 'liftCommandPause.php', outcome: 'success' })).at(-1);
    expect([row?.email, row?.detail]).toEqual([people.superadmin.email, expect.stringContaining(member.email)]);
  });

  it('C11 what an account usually sends is no rise: twice its busiest hour of the last days', async () => {
    const session = await (await newMember(api, 'ADMIN')).logIn();
    await lockTimes(session, 4);
    clock.advance(HOUR);
    expect(await lockTimes(session, 10)).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
  });

  it('C10 warns superadmins once a day when four fifths of a budget are used', async () => {
    const member = await newMember(api, 'ADMIN');
    const session = await member.logIn();
    await api.store.db
      .insertInto('command_pauses')
      .values({ account_id: member.id, paused_at: '', why: '', lifted_at: clock.now().toISOString() })
      .execute();
    expect(await lockTimes(session, 27)).toEqual(Array.from({ length: 27 }, () => 200));
    expect(await mailsAbout(api, member)).toEqual([
      expect.objectContaining({
        subject: 'Device Console: a budget of commands is nearly used',
        text: expect.stringContaining('24 are used. Beyond it nothing more is sent.'),
      }),
    ]);
    const { answer } = await superadmin.call('commandUse');
    expect(answer['items']).toContainEqual({ account: member.email, pausedAt: '', why: '', inDay: 27 });
  });
});
