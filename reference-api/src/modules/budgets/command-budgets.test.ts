import { newTransactionId } from '@device-console/shared-lib/crypto';
import { standardOf } from '../../core/configuration/named-numbers.ts';
import { beginOf, readUse } from './counts.ts';
import { budgetTable, type CommandBudgets, createBudgetRules } from './index.ts';
import { DAY, HOUR, isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import type { Session, TestApi } from '../../testing/test-api.ts';
import { begunBatch, sendChunk } from '../../testing/test-batch.ts';
import { audited, endsOf, ENROLLED, people, rowsOf, shared, TestClock, waitUntil } from '../../testing/index.ts';
import { databases, type TestDatabase } from '../../testing/databases.ts';
import { keepHouse } from '../../testing/keep-house.ts';
import { newSession, type Member } from '../../testing/test-member.ts';

const [first = ''] = ENROLLED;
const PAUSED =
  'Sending is paused for this account: far more commands than usual. A superadmin can lift it. Nothing was sent.';

const clock = new TestClock();

const lock = (session: Session, transactionId?: string) => session.send(first, 'lock', transactionId);

async function lockTimes(session: Session, times: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await lock(session)).status);
  return statuses;
}

const byKeyOf = async (at: TestApi, session: Session) => at.session(session.email, await session.newKey());

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
  const [together] = consoleWith(startInstances, { 'deployment-day': 5 });
  const [rising, otherRising] = consoleWith(startInstances, { 'rise-least': 5, 'rise-times': 2 });
  const [usual] = consoleWith(startInstances, {});
  const [off] = endsOf(shared(() => startInstances({ clock })));
  // Ten in the morning of the next day.
  beforeEach(() => clock.advance(DAY + 10 * HOUR - (clock.now().getTime() % DAY)));

  it('C10 refuses commands beyond the day of an account, sends none of them, and takes them a day later', async () => {
    const { member, session } = await newSession(api, 'ADMIN');
    const known = newTransactionId();
    expect((await lock(session, known)).status).toBe(200);
    expect(await lockTimes(session, 5)).toEqual([200, 200, 200, 200, 200]);
    const refused = await lock(session);
    const message = 'This account may send 6 commands a day. Nothing was sent; there is room again in 14 hours.';
    expect(refused).toMatchObject({ status: 429, answer: { status: 'error', reason: 'budget', message } });
    expect(refused.headers['retry-after']).toBe(String((DAY - (clock.now().getTime() % DAY)) / 1000));
    expect(await commandsOf(api, member)).toBe(6);
    const use = { inDay: 6, dayBudget: 6, pausedAt: '', allInDay: null, items: [] };
    expect(await session.ask('commandUse')).toMatchObject(use);
    // A known command gets its stored answer, and counts nothing.
    expect((await lock(session, known)).answer).toMatchObject({ status: 'success' });
    expect((await lock(session)).status).toBe(429);
    expect(await refusalsOf(api, member)).toEqual([expect.stringContaining('6 commands a day')]);
    const subject = 'Device Console: a budget of commands is nearly used';
    const text = expect.stringContaining('5 are used. Beyond it nothing more is sent.');
    expect(await mailsAbout(api, member)).toMatchObject([{ subject, text }]);
    const items = await (await api.as('superadmin')).items('commandUse');
    expect(items).toContainEqual({ account: member.email, pausedAt: '', why: '', inDay: 6 });
    clock.advance(DAY);
    expect(await lockTimes(await member.logIn(), 1)).toEqual([200]);
  });

  it('C10 counts the new rows of a chunk at once, and refuses a chunk beyond the budget whole', async () => {
    const { member, session } = await newSession(api, 'ADMIN');
    const { batch, run } = await begunBatch(session, ENROLLED);
    const send = (as: Session, from: number, to: number) => sendChunk(as, batch, batch.items.slice(from - 1, to), run);
    const used = async (as: Session) => (await as.ask('commandUse'))['inDay'];
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
    const { session } = await newSession(api, 'ADMIN');
    const { batch, run } = await begunBatch(session, ENROLLED);
    const { answer } = await sendChunk(session, batch, batch.items, run);
    const message = 'and this call holds 8. Nothing was sent; send at most 6 in one call.';
    expect(answer).toMatchObject({ status: 'error', message: expect.stringContaining(message) });
  });

  it('C10 a call may hold as many commands as a day takes', async () => {
    const { member, session } = await newSession(api, 'ADMIN');
    const { batch, run } = await begunBatch(session, ENROLLED);
    expect((await sendChunk(session, batch, batch.items.slice(0, 6), run)).answer).toMatchObject({ status: 'success' });
    expect(await commandsOf(api, member)).toBe(6);
  });

  it('C10 K2 an API key has a budget of its own within that of its account', async () => {
    const { session } = await newSession(api, 'ADMIN');
    const byKey = await byKeyOf(api, session);
    expect(await lockTimes(byKey, 3)).toEqual([200, 200, 200]);
    expect((await lock(byKey)).answer['message']).toContain('This API key may send 3 commands a day.');
    expect(await lockTimes(session, 4)).toEqual([200, 200, 200, 429]);
  });

  it('C10 accounts and instances at once count together: as many pass as the budget has', async () => {
    const accounts = [await newSession(api, 'ADMIN'), await newSession(api, 'ADMIN')];
    const passed = accounts.map(async ({ session }) => {
      const sessions = [session, other.session(session.email, session.token)];
      const replies = await Promise.all([...sessions, ...sessions, ...sessions].map((one) => lockTimes(one, 2)));
      return replies.flat().filter((status) => status === 200).length;
    });
    expect(await Promise.all(passed)).toEqual([6, 6]);
    expect(await Promise.all(accounts.map(({ member }) => commandsOf(api, member)))).toEqual([6, 6]);
  });

  it('C10 refuses what all accounts together send beyond their day', async () => {
    const { session: first } = await newSession(together, 'ADMIN');
    const { session } = await newSession(together, 'ADMIN');
    for (const one of [first, session]) expect(await lockTimes(one, 2)).toEqual([200, 200]);
    expect(await lockTimes(first, 1)).toEqual([200]);
    const rule = 'All accounts together may send 5 commands a day';
    const message = expect.stringContaining(rule);
    expect(await lock(session)).toMatchObject({ status: 429, answer: { message } });
    // Of four fifths and of what comes after them, superadmins are told once.
    const told = () => together.mails.map(({ text }) => text).filter((text) => text.includes(rule));
    await waitUntil('a mail about all accounts', async () => (told().length > 0 ? undefined : 'none'));
    expect(told()).toEqual([expect.stringContaining(`${rule}; 4 are used.`)]);
    const seen = await (await together.as('superadmin')).ask('commandUse');
    expect(seen).toMatchObject({ allInDay: 5, allDayBudget: 5 });
  });

  it('C11 pauses an account with its keys on every instance, nobody else, and tells every superadmin', async () => {
    const { member, session } = await newSession(rising, 'ADMIN');
    const byKey = await byKeyOf(otherRising, session);
    expect(await lockTimes(session, 7)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect((await lock(session)).answer).toEqual({ status: 'error', reason: 'paused', message: PAUSED });
    const refused = await lock(byKey);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(await lockTimes((await newSession(rising, 'ADMIN')).session, 1)).toEqual([200]);
    expect(await commandsOf(rising, member)).toBe(5);
    expect(await refusalsOf(rising, member)).toContain(PAUSED);
    const why = '5 commands today; the busiest of the 14 days before had 0.';
    const subject = `Device Console: sending of ${member.email} is paused`;
    const mail = { to: people.superadmin.email, subject, text: expect.stringContaining(why) };
    expect(await mailsAbout(rising, member)).toMatchObject([mail]);
    const pausedAt = clock.now().toISOString();
    expect(await session.ask('commandUse')).toMatchObject({ pausedAt, items: [] });
    const items = await (await rising.as('superadmin')).items('commandUse');
    expect(items).toContainEqual({ account: member.email, pausedAt, why, inDay: 5 });
    const pauses = await audited(rising.store, { account_id: member.id, call: 'commandPause' });
    expect(pauses).toMatchObject([{ outcome: 'success' }]);
  });

  it('C11 a superadmin lifts it, audited, and the account is not paused again within the day', async () => {
    const superadmin = await rising.as('superadmin');
    const { member, session } = await newSession(rising, 'ADMIN');
    await lockTimes(session, 6);
    const lift = (as: Session) => as.call('liftCommandPause', { email: member.email });
    expect((await lift(session)).status).toBe(403);
    expect((await lift(superadmin)).answer).toEqual({ status: 'success', message: `${member.email} may send again` });
    expect((await lift(superadmin)).answer).toMatchObject({ status: 'error' });
    expect(await lockTimes(session, 4)).toEqual([200, 200, 200, 200]);
    expect(await session.ask('commandUse')).toMatchObject({ pausedAt: '' });
    const row = (await audited(rising.store, { call: 'liftCommandPause.php', outcome: 'success' })).at(-1);
    expect([row?.email, row?.detail]).toEqual([people.superadmin.email, expect.stringContaining(member.email)]);
  });

  it('C11 what an account usually sends is no rise: twice its busiest of the last days', async () => {
    const { member, session } = await newSession(rising, 'ADMIN');
    await lockTimes(session, 4);
    clock.advance(DAY);
    expect(await lockTimes(await member.logIn(), 10)).toEqual([...Array.from({ length: 9 }, () => 200), 429]);
  });

  type Count = readonly [commands: number, daysAgo: number, kind?: 'account' | 'key'];
  const putCounts = async ({ store }: TestApi, id: number, counts: readonly Count[]) => {
    for (const [commands, daysAgo, kind = 'account'] of counts) {
      const begins_at = beginOf(new Date(clock.now().getTime() - daysAgo * DAY), DAY);
      await store.db.insertInto('command_counts').values({ kind, id, begins_at, commands }).execute();
    }
  };

  it.each([
    [2 * HOUR, '2 hours'],
    [2 * HOUR - 1000, '120 minutes'],
    [MINUTE + 1, '2 minutes'],
    [MINUTE, '60 seconds'],
  ])('C10 %i milliseconds before its end a day that is used up is over in %s', async (left, span) => {
    clock.advance(DAY - left - (clock.now().getTime() % DAY));
    const { member, session } = await newSession(api, 'ADMIN');
    await putCounts(api, member.id, [[6, 0]]);
    const message = `This account may send 6 commands a day. Nothing was sent; there is room again in ${span}.`;
    expect((await lock(session)).answer).toMatchObject({ message });
  });

  it.each<[readonly Count[], boolean]>([
    [[[3, 0]], false],
    [[[4, 0]], true],
    [
      [
        [4, 0],
        [2, 1],
      ],
      true,
    ],
    [
      [
        [4, 0],
        [3, 1],
      ],
      false,
    ],
    [
      [
        [5, 0],
        [3, 1],
      ],
      false,
    ],
    [
      [
        [6, 0],
        [3, 1],
      ],
      true,
    ],
    [
      [
        [6, 0],
        [4, 1],
        [2, 2],
      ],
      false,
    ],
    [
      [
        [5, 0],
        [3, 14],
      ],
      false,
    ],
    [
      [
        [5, 0],
        [3, 15],
      ],
      true,
    ],
    [
      [
        [5, 0],
        [3, 1, 'key'],
      ],
      true,
    ],
  ])('C11 with the counts %j of its days, and one command more, an account is paused: %j', async (counts, isPaused) => {
    const { member, session } = await newSession(rising, 'ADMIN');
    await putCounts(rising, member.id, counts);
    expect(await lockTimes(session, 1)).toEqual([200]);
    expect(await lockTimes(session, 1)).toEqual([isPaused ? 429 : 200]);
  });

  it.each([
    [DAY - 1, false],
    [DAY, true],
  ])('C11 %i milliseconds after a pause was lifted a rise pauses again: %j', async (ago, isPaused) => {
    const { member, session } = await newSession(rising, 'ADMIN');
    await putCounts(rising, member.id, [[9, 0]]);
    const [paused_at, lifted_at] = [isoAfter(clock.now(), -2 * DAY), isoAfter(clock.now(), -ago)];
    const pause = { account_id: member.id, paused_at, why: 'A rise', lifted_at };
    await rising.store.db.insertInto('command_pauses').values(pause).execute();
    expect(await lockTimes(session, 2)).toEqual([200, isPaused ? 429 : 200]);
  });

  it('C10 C11 counts what an account and all together send today, and what the account usually sends', async () => {
    const [one, two] = [await newSession(usual, 'ADMIN'), await newSession(usual, 'ADMIN')];
    const { member: three } = await newSession(usual, 'ADMIN');
    await usual.store.db.deleteFrom('command_counts').execute();
    await putCounts(usual, one.member.id, [
      [3, 0],
      [5, 0, 'key'],
      [20, 1],
      [30, 14],
      [70, 15],
      [90, 1, 'key'],
    ]);
    await putCounts(usual, two.member.id, [
      [4, 0],
      [99, 1],
    ]);
    const none = { pausedAt: null, liftedAt: null, key: 0 };
    const use = (member: Member) => readUse(usual.store.db, member.id, clock.now());
    expect(await use(one.member)).toEqual({ account: 3, deployment: 7, usual: 30, ...none });
    expect(await readUse(usual.store.db, one.member.id, clock.now(), one.member.id)).toMatchObject({ key: 5 });
    expect(await use(two.member)).toEqual({ account: 4, deployment: 7, usual: 99, ...none });
    await putCounts(usual, three.id, [[8, 1]]);
    expect(await use(three)).toEqual({ account: 0, deployment: 7, usual: 8, ...none });
    await usual.store.db.deleteFrom('command_counts').execute();
  });

  it('C11 where no budget is set nothing is counted, and an earlier pause holds nobody and is not said', async () => {
    const { member, session } = await newSession(off, 'ADMIN');
    const pause = { account_id: member.id, paused_at: isoTime(clock.now()), why: 'before', lifted_at: null };
    await off.store.db.insertInto('command_pauses').values(pause).execute();
    expect((await lock(session)).status).toBe(200);
    expect(await rowsOf(off.store, 'command_counts', { id: member.id, kind: 'account' })).toEqual([]);
    expect(await session.ask('commandUse')).toMatchObject({ pausedAt: '', inDay: null, dayBudget: null, items: [] });
    const superadmin = await off.as('superadmin');
    await superadmin.ask('containAccount', { email: member.email, reason: 'Seen in a forum' });
    const { message } = await superadmin.ask('updateUserStatus', { email: member.email, status: 'ACTIVE' });
    expect(message).toMatch(/^User is ACTIVE now\.(?!.*paused)/);
  });

  it('C10 C11 superadmins see who is paused or has used four fifths of today, and lift one alone', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => newSession(api, 'ADMIN')));
    const [paused, lifted, much, less, before, closed] = made.map(({ member }) => member);
    const at = isoTime(clock.now());
    for (const [member, lifted_at] of [
      [paused, null],
      [lifted, at],
      [closed, null],
    ] as const) {
      const pause = { account_id: member?.id ?? 0, paused_at: at, why: 'A rise', lifted_at };
      await api.store.db.insertInto('command_pauses').values(pause).execute();
    }
    await putCounts(api, much?.id ?? 0, [[5, 0]]);
    await putCounts(api, less?.id ?? 0, [
      [4, 0],
      [6, 0, 'key'],
    ]);
    await putCounts(api, before?.id ?? 0, [[6, 1]]);
    const superadmin = await api.as('superadmin');
    await superadmin.ask('closeAccount', { email: closed?.email });
    const [closedNow] = await rowsOf(api.store, 'accounts', { id: closed?.id ?? 0 });
    const emails = new Set([...made.map(({ member }) => member.email), closedNow?.email]);
    const seen = async () =>
      (await superadmin.items('commandUse')).flatMap(({ account, pausedAt, inDay }) =>
        emails.has(String(account)) ? [[account, pausedAt, inDay]] : [],
      );
    const all = [
      [paused?.email, at, null],
      [much?.email, '', 5],
    ];
    expect(await seen()).toEqual(all);
    expect(await superadmin.ask('liftCommandPause', { email: much?.email })).toMatchObject({ status: 'error' });
    expect(await superadmin.ask('liftCommandPause', { email: 'nobody@example.com' })).toMatchObject({
      status: 'error',
    });
    expect(await seen()).toEqual(all);
    expect(await superadmin.ask('liftCommandPause', { email: paused?.email })).toMatchObject({ status: 'success' });
    expect(await seen()).toEqual([[much?.email, '', 5]]);
  });

  it('C10 housekeeping keeps the days that say what is usual, and of the minutes the one that is counted', async () => {
    const { db } = usual.store;
    await db.deleteFrom('command_counts').execute();
    const now = clock.now();
    const day = (ago: number) => beginOf(new Date(now.getTime() - ago * DAY), DAY);
    const minute = (ago: number) => beginOf(new Date(now.getTime() - ago * MINUTE), MINUTE);
    const kept = [
      { kind: 'account', id: 1, begins_at: day(14), commands: 1 },
      { kind: 'key', id: 1, begins_at: day(1), commands: 1 },
      { kind: 'minute', id: 1, begins_at: minute(0), commands: 1 },
    ] as const;
    const old = [
      { kind: 'account', id: 1, begins_at: day(15), commands: 1 },
      { kind: 'minute', id: 1, begins_at: minute(1), commands: 1 },
    ] as const;
    await db
      .insertInto('command_counts')
      .values([...kept, ...old])
      .execute();
    await keepHouse({ store: usual.store, clock });
    const left = await db.selectFrom('command_counts').select(['kind', 'begins_at']).orderBy('kind').execute();
    expect(left).toEqual(kept.map(({ kind, begins_at }) => ({ kind, begins_at })));
    await db.deleteFrom('command_counts').execute();
  });

  it('C11 D0 a first batch of a million pauses nobody unless somebody says so', async () => {
    const { member, session } = await newSession(usual, 'ADMIN');
    const sent = { kind: 'account', id: member.id, begins_at: beginOf(clock.now(), DAY), commands: 999_999 } as const;
    await usual.store.db.insertInto('command_counts').values(sent).execute();
    expect(await lockTimes(session, 2)).toEqual([200, 200]);
  });
});

it('C10 the first refusal of an account and a kind in an hour is told apart, also after the clock was set back', () => {
  const { isFirstRefusal } = createBudgetRules(standardOf(budgetTable));
  const at = (milliseconds: number) => new Date(Date.parse('2026-11-20T10:00:00.000Z') + milliseconds);
  expect([
    isFirstRefusal(1, 'day', at(0)),
    isFirstRefusal(1, 'day', at(HOUR - 1)),
    isFirstRefusal(2, 'day', at(0)),
    isFirstRefusal(1, 'pause', at(0)),
    isFirstRefusal(1, 'day', at(HOUR)),
    isFirstRefusal(1, 'day', at(1)),
    isFirstRefusal(1, 'day', at(0)),
  ]).toEqual([true, false, true, true, true, false, true]);
});
