import { randomUUID } from 'node:crypto';
import { commandStates, type CommandState } from '@device-console/shared-lib/contract';
import { type Insertable, sql } from 'kysely';
import { databases, ENROLLED, fresh, people, rowsOf, shared, startTestApi } from '../../testing/index.ts';
import { recorded } from '../../testing/query-plans.ts';
import { putCommand } from '../../testing/put-command.ts';
import { waitsForLock } from '../../testing/waits-for-lock.ts';
import { claimCommands, type CommandChange, NEVER } from '../store/command-queue.ts';
import type { Schema } from '../store/schema.ts';
import { type Database, inTransaction } from '../store/store.ts';
import { DAY, HOUR, isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { commandKey } from './provider-protocol.ts';
import { changeBy, type SaidOutcome, settle, settleList, takeOutcome } from './settle.ts';
import { createSimulator } from './simulator.ts';
import { standardTimes } from './worker-parts.ts';

const [phone = ''] = ENROLLED;
const ASK_AFTER = 1000;
const EPOCH = 'this deployment';
const FAILED: SaidOutcome = { status: 'failed', reason: 'Refused.' };
const saidOf = (status: SaidOutcome['status']): SaidOutcome => (status === 'failed' ? FAILED : { status });

const api = shared(() => startTestApi());
beforeEach(() => api.store.db.deleteFrom('commands').execute());

const now = () => isoTime(api.clock.now());
const requested = () => isoAfter(api.clock.now(), -HOUR);

async function put(status: CommandState, given: Partial<Insertable<Schema['commands']>> = {}) {
  const uid = randomUUID();
  const own = { uid, epoch: EPOCH, active_epoch: EPOCH, ...given };
  await putCommand(api, { imei: phone, by: people.admin.email, ago: HOUR, status }, own);
  return { epoch: EPOCH, uid, retries: own.retries ?? 0 };
}

/** What the figures get of one step. */
function newTally() {
  const counted: string[] = [];
  const settled = (state: CommandState, createdAt: string) => void counted.push(`${state} of ${createdAt}`);
  return { counted, settled, failed: () => undefined, write: () => Promise.resolve() };
}
const partsWith = (tally = newTally()) => ({
  ...{ store: api.store, clock: api.clock, gateway: createSimulator(ASK_AFTER), tally },
  ...{ lifetime: DAY, times: standardTimes, log: api.server.log },
});
const take = (key: Parameters<typeof commandKey>[0], said: SaidOutcome, tally = newTally()) =>
  takeOutcome(partsWith(tally), commandKey(key), said);
const rowNow = async () => (await rowsOf(api.store, 'commands'))[0];

/** What each report makes of a command; the other states stay as they are. */
const changes = {
  accepted: { queued: 'sent', unknown: 'sent', expired: 'sent', cancelled: 'sent' },
  failed: { queued: 'failed', sent: 'failed', unknown: 'failed' },
  acknowledged: {
    ...{ queued: 'acknowledged', sent: 'acknowledged', failed: 'acknowledged' },
    ...{ expired: 'acknowledged', unknown: 'acknowledged', cancelled: 'acknowledged' },
  },
} as const satisfies Record<SaidOutcome['status'], Partial<Record<CommandState, CommandState>>>;

const reports = (['accepted', 'failed', 'acknowledged'] as const).flatMap((said) =>
  commandStates.map((state) => {
    const next: Partial<Record<CommandState, CommandState>> = changes[said];
    return [state, said, next[state]] as const;
  }),
);

it.each(reports)('D17c of a command that is %s the report that it is %s, at any time, makes: %s', async (...report) => {
  const [state, said, next] = report;
  const waits = { attempts: 2, failure: 'No answer.', first_failure_at: requested() };
  const key = await put(state, { ...waits, claim: 'a worker', claimed_until: now() });
  const before = await rowNow();
  const tally = newTally();
  expect(await take(key, saidOf(said), tally)).toBe(true);
  const released = { claim: null, claimed_until: null, first_failure_at: null, handed_at: now() };
  const failure = said === 'failed' ? 'Refused.' : '';
  expect(await rowNow()).toMatchObject(next === undefined ? { ...before } : { status: next, failure, ...released });
  const isCounted = next !== undefined && next !== 'sent';
  expect(tally.counted).toEqual(isCounted ? [`${next} of ${requested()}`] : []);
});

it.each<[string, object]>([
  ['of another deployment', { epoch: 'another deployment' }],
  ['of a command that is not here', { uid: randomUUID() }],
  ['that is none', { epoch: 'a.b.c' }],
])('D17c a report with a key %s changes nothing, and is called unknown', async (_what, other) => {
  const key = await put('sent');
  const before = await rowNow();
  expect(await take({ ...key, ...other }, { status: 'acknowledged' })).toBe(false);
  expect(await rowNow()).toEqual(before);
});

it.each<[string, number, CommandState, SaidOutcome['status'], CommandState, number]>([
  ['before', 0, 'queued', 'accepted', 'queued', 1],
  ['before', 0, 'queued', 'failed', 'queued', 1],
  ['before', 0, 'queued', 'acknowledged', 'acknowledged', 1],
  ['of', 1, 'queued', 'failed', 'failed', 1],
  ['after', 2, 'queued', 'accepted', 'sent', 2],
  ['after', 2, 'failed', 'accepted', 'sent', 2],
  ['after', 2, 'cancelled', 'failed', 'failed', 2],
  ['after', 2, 'acknowledged', 'accepted', 'acknowledged', 1],
  ['after', 2, 'acknowledged', 'failed', 'acknowledged', 1],
])('D17c a key from %s the retry known here (%i), %s: %s makes it %s', async (_when, ...report) => {
  const [retries, state, said, next, kept] = report;
  const key = await put(state, { retries: 1 });
  expect(await take({ ...key, retries }, saidOf(said))).toBe(true);
  expect(await rowNow()).toMatchObject({ status: next, retries: kept });
});

it('D17c a report keeps since when a command may have been sent', async () => {
  const key = await put('sent', { handed_at: requested(), sent_at: requested() });
  await take(key, { status: 'acknowledged' });
  expect(await rowNow()).toMatchObject({ handed_at: requested(), sent_at: requested() });
});

it.each([
  ['queued', 2, null, 0, ASK_AFTER],
  ['unknown', 2, null, 0, ASK_AFTER],
  ['sent', 0, '2026-11-20T09:00:00.000Z', 1, 2 * ASK_AFTER],
  ['sent', 2, '2026-11-20T09:00:00.000Z', 3, 8 * ASK_AFTER],
] as const)('D17c a command that was %s and asked about %i times is asked about later and later', (...row) => {
  const [status, attempts, sent_at, questions, wait] = row;
  const at = new Date('2026-11-20T10:00:00.000Z');
  expect(
    changeBy({ status, attempts, sent_at, created_at: isoTime(at) }, { status: 'accepted' }, ASK_AFTER, at),
  ).toEqual({
    ...{ status: 'sent', attempts: questions, sent_at: sent_at ?? isoTime(at), next_attempt_at: isoAfter(at, wait) },
    ...{ first_failure_at: null, failure: '' },
  });
});

it.each([
  ['is asked about again', false, 0, 'sent', 0, ASK_AFTER],
  ['that was unknown is asked about later and later', false, 0, 'unknown', 3, 8 * ASK_AFTER],
  ['is not asked about any more after 30 days', false, 30 * DAY, 'unknown', 3, undefined],
  ['of which nothing more will be known is not asked about', true, 0, 'queued', 0, undefined],
] as const)('D17c a command whose provider cannot say what became of it %s', (...row) => {
  const [, isLast, age, status, questions, wait] = row;
  const at = new Date('2026-11-20T10:00:00.000Z');
  const before = { status, attempts: 2, sent_at: null, created_at: isoAfter(at, -age) };
  expect(changeBy(before, { status: 'unclear', reason: 'Who\nknows?', isLast }, ASK_AFTER, at)).toEqual({
    ...{ status: 'unknown', failure: 'Who knows?', first_failure_at: null, attempts: questions },
    next_attempt_at: wait === undefined ? NEVER : isoAfter(at, wait),
  });
});

it('D17c a command that the provider has, and will say no more of, stays sent and is not asked about', () => {
  const at = new Date('2026-11-20T10:00:00.000Z');
  const before = { status: 'queued', attempts: 0, sent_at: null, created_at: isoTime(at) } as const;
  const change = changeBy(before, { status: 'accepted', isLast: true }, ASK_AFTER, at);
  expect(change).toMatchObject({ status: 'sent', sent_at: isoTime(at), next_attempt_at: NEVER });
});

it('D17c a command that the provider has is asked about however long ago it was requested', () => {
  const at = new Date('2026-11-20T10:00:00.000Z');
  const before = { status: 'sent', attempts: 0, sent_at: isoTime(at), created_at: isoAfter(at, -300 * DAY) } as const;
  const change = changeBy(before, { status: 'accepted' }, ASK_AFTER, at);
  expect(change).toMatchObject({ status: 'sent', next_attempt_at: isoAfter(at, 2 * ASK_AFTER) });
});

/** Claims the one command that is here, as a worker does. */
async function claimed(state: 'queued' | 'sent' | 'unknown') {
  const [until, longest] = [isoAfter(api.clock.now(), MINUTE), isoAfter(api.clock.now(), HOUR)];
  const own = { state, now: now(), dueBy: now(), until, longest, limit: 1, token: randomUUID(), epoch: EPOCH };
  const [row] = await claimCommands(api.store.db, own);
  if (!row) throw new Error('Nothing is due.');
  return row;
}

const register = (imei1: string, created_at: string) =>
  api.store.db
    .insertInto('registrations')
    .values({ imei1, imei2: '', brand: '', model: '', matched: 'YES', registration_status: 'REGISTERED', created_at })
    .execute();
/** The phone, registered a day ago. */
async function enrol(): Promise<void> {
  const { db } = api.store;
  await db.updateTable('devices').set({ claim_status: 'ENROLLED' }).where('imei1', '=', phone).execute();
  await db.deleteFrom('registrations').where('imei1', '=', phone).execute();
  await register(phone, isoAfter(api.clock.now(), -DAY));
}

const nothing = () => Promise.resolve();

const releases: [string, string, SaidOutcome['status'], boolean, () => Promise<unknown>][] = [
  ['a release', 'release', 'acknowledged', true, nothing],
  [
    'a release of a phone registered at that moment',
    'release',
    'acknowledged',
    true,
    () => register(phone, requested()),
  ],
  ['a release of a phone registered since', 'release', 'acknowledged', false, () => register(phone, now())],
  [
    'a release of a phone that never was',
    'release',
    'acknowledged',
    true,
    () => api.store.db.deleteFrom('registrations').where('imei1', '=', phone).execute(),
  ],
  ['a release', 'release', 'accepted', false, nothing],
  ['a release', 'release', 'failed', false, nothing],
  ['a lock', 'lock', 'acknowledged', false, nothing],
];

it.each(releases.flatMap((one) => [['told', ...one] as const, ['found', ...one] as const]))(
  'D17c by what is %s of it, %s (%s) that is %s ends the registration: %j',
  async (how, _title, action, said, isReleased, before) => {
    await enrol();
    await before();
    const key = await put('sent', { action });
    if (how === 'told') await take(key, saidOf(said));
    else
      await claimed('sent').then((row) =>
        settle(partsWith(), row, changeBy(row, saidOf(said), ASK_AFTER, api.clock.now())),
      );
    const [device] = await rowsOf(api.store, 'devices', { imei1: phone });
    expect(device?.claim_status).toBe(isReleased ? 'RELEASED' : 'ENROLLED');
  },
);

it('D17c a release that ends no registration is not acknowledged either: both, or none', async () => {
  const { db } = api.store;
  await enrol();
  await put('sent', { action: 'release' });
  const row = await claimed('sent');
  const before = await rowNow();
  await sql`create trigger no_release before update of claim_status on devices
    begin select raise(abort, 'The disk is full.'); end`.execute(db);
  try {
    await expect(settle(partsWith(), row, { status: 'acknowledged' })).rejects.toThrow('The disk is full.');
  } finally {
    await sql`drop trigger no_release`.execute(db);
  }
  expect(await rowNow()).toEqual(before);
});

const results: [CommandChange, CommandState, CommandState, number][] = [
  [{ status: 'acknowledged' }, 'acknowledged', 'acknowledged', 1],
  [{ status: 'sent' }, 'sent', 'sent', 0],
  [{ status: 'failed', failure: 'Refused.' }, 'failed', 'unknown', 1],
  [{ status: 'expired' }, 'expired', 'unknown', 1],
  [{ status: 'unknown', attempts: 5 }, 'unknown', 'unknown', 0],
  [{ attempts: 5, failure: 'No answer.' }, 'unknown', 'unknown', 0],
];

it.each(results)('D17c the result %j of a claimed command makes it %s', async (change, next, _late, counted) => {
  await put('unknown');
  const row = await claimed('unknown');
  const tally = newTally();
  await settle(partsWith(tally), row, change);
  expect(await rowNow()).toMatchObject({ ...change, status: next, claim: null, claimed_until: null });
  expect(tally.counted).toEqual(Array.from({ length: counted }, () => `${next} of ${requested()}`));
});

it.each(results)('D17c the result %j that is late, another having the claim: not %s, but %s', async (...result) => {
  const [change, , late] = result;
  await put('unknown');
  const row = await claimed('unknown');
  const taken = { claim: 'another', claimed_until: now() };
  await api.store.db.updateTable('commands').set(taken).execute();
  const before = await rowNow();
  const tally = newTally();
  await settle(partsWith(tally), row, change);
  const isHeard = change.status === 'acknowledged' || change.status === 'sent';
  expect(await rowNow()).toMatchObject(isHeard ? { status: late, claim: null } : { ...before });
  expect(tally.counted).toEqual(change.status === 'acknowledged' ? [`${late} of ${requested()}`] : []);
});

describe.each(databases)('the results of a list on $name', ({ name, start }) => {
  let watched: ReturnType<typeof recorded>;
  const own = fresh(() => start({}, (store) => (watched = recorded(store)).store));
  const claimed = async (count: number, action: string) => {
    await own.store.db.deleteFrom('commands').execute();
    for (let index = 0; index < count; index += 1)
      await putCommand(
        own,
        { imei: ENROLLED[index % ENROLLED.length] ?? '', by: people.admin.email, ago: HOUR - index, status: 'sent' },
        { action, uid: randomUUID(), epoch: EPOCH, active_epoch: EPOCH },
      );
    const [at, until] = [isoTime(own.clock.now()), isoAfter(own.clock.now(), MINUTE)];
    const claim = { state: 'sent', now: at, dueBy: at, until, longest: until, limit: 500, epoch: EPOCH } as const;
    const rows = await claimCommands(own.store.db, { ...claim, token: 'mine' });
    expect(rows).toHaveLength(count);
    watched.taken();
    return rows;
  };
  const parts = (tally: ReturnType<typeof newTally>) => ({
    ...{ store: own.store, clock: own.clock, gateway: createSimulator(ASK_AFTER), tally },
    ...{ lifetime: DAY, times: standardTimes, log: own.server.log },
  });
  const acknowledged = { status: 'acknowledged', failure: '', first_failure_at: null } as const;
  const states = async () => (await rowsOf(own.store, 'commands')).map(({ status }) => status);

  it('D17c D40e of many that phones have done are written together, and each device is in its state', async () => {
    const rows = await claimed(120, 'lock');
    const tally = newTally();
    await settleList(
      parts(tally),
      rows.map((row) => ({ row, change: acknowledged })),
    );
    expect(watched.taken().length).toBeLessThan(30);
    expect(new Set(await states())).toEqual(new Set(['acknowledged']));
    expect(tally.counted).toHaveLength(120);
    const devices = await rowsOf(own.store, 'devices');
    const locked = devices.filter(({ lock_state: lock }) => lock === 'LOCKED').map(({ imei1 }) => imei1);
    expect(locked).toEqual(ENROLLED.toSorted());
    for (const { claim, claimed_until: until } of await rowsOf(own.store, 'commands'))
      expect([claim, until]).toEqual([null, null]);
  });

  it('D17c of one whose claim another has by now is taken as a report, and the others stay their own', async () => {
    const rows = await claimed(4, 'lock');
    const [stolen, failing, , done] = rows;
    const taken = { claim: 'of another', claimed_until: isoAfter(own.clock.now(), MINUTE) };
    await own.store.db
      .updateTable('commands')
      .set(taken)
      .where('id', '=', stolen?.id ?? 0)
      .execute();
    const sent = { ...acknowledged, status: 'sent', attempts: 3, next_attempt_at: isoAfter(own.clock.now(), HOUR) };
    await settleList(
      parts(newTally()),
      rows.map((row) => {
        if (row === failing) return { row, change: { status: 'failed', failure: 'Refused.' } };
        return { row, change: row === done ? { ...sent, status: 'sent' as const } : acknowledged };
      }),
    );
    expect(await states()).toEqual(['acknowledged', 'failed', 'acknowledged', 'sent']);
    expect((await rowsOf(own.store, 'commands'))[3]).toMatchObject({
      attempts: 3,
      next_attempt_at: sent.next_attempt_at,
    });
  });

  if (name === 'PostgreSQL')
    it.each([
      ['commands', 'acknowledged', true],
      ['devices', 'acknowledged', true],
      ['devices', 'sent', false],
    ] as const)('D17c hold %s in order, if they are %s: %j', async (table, status, waits) => {
      const { db } = own.store;
      const rows = await claimed(2, 'lock');
      const column = sql.ref(table === 'devices' ? 'imei1' : 'imei');
      const lock = (tx: Database, imei = '') =>
        sql`select 1 from ${sql.table(table)} where ${column} = ${imei} for update nowait`.execute(tx);
      const list = rows.toReversed().map((row) => ({ row, change: { ...acknowledged, status } }));
      const { settling } = await inTransaction(db, async (held) => {
        await lock(held, ENROLLED[0]);
        const settled = settleList(parts(newTally()), list);
        expect(await waitsForLock(db, settled)).toBe(waits);
        // Whoever has the first one gets the second one too: nobody waits for the other for ever.
        await lock(held, ENROLLED[1]);
        return { settling: settled };
      });
      await settling;
      expect(await states()).toEqual([status, status]);
    });

  it('D17c of releases are written one by one, each with its device', async () => {
    const rows = await claimed(3, 'release');
    await settleList(
      parts(newTally()),
      rows.map((row) => ({ row, change: acknowledged })),
    );
    const released = (await rowsOf(own.store, 'devices')).filter(({ claim_status: claim }) => claim === 'RELEASED');
    expect(released.map(({ imei1 }) => imei1)).toEqual(expect.arrayContaining(ENROLLED.slice(0, 3)));
  });
});
