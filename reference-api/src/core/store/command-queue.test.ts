import { randomUUID } from 'node:crypto';
import type { CommandState } from '@device-console/shared-lib/contract';
import type { Insertable } from 'kysely';
import { databases, ENROLLED, people, RELEASED, rowsOf, shared, UNKNOWN } from '../../testing/index.ts';
import { putCommand } from '../../testing/put-command.ts';
import { DAY, isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { bringForward, changeCommand, claimCommands, lookAtQueue, NEVER } from './command-queue.ts';
import type { Schema } from './schema.ts';

type More = Partial<Insertable<Schema['commands']>>;

const [phone = '', other = ''] = ENROLLED;
const by = people.admin.email;

describe.each(databases)('the queue of commands on $name', ({ start }) => {
  const api = shared(() => start());
  const epoch = randomUUID();
  beforeEach(() => api.store.db.deleteFrom('commands').execute());

  const inTime = (milliseconds: number) => isoAfter(api.clock.now(), milliseconds);
  const now = () => isoTime(api.clock.now());
  const put = ({ imei = phone, ...more }: More = {}, ago = 0) =>
    putCommand(api, { imei, by, ago, status: 'queued' }, { active_epoch: epoch, ...more });
  const rows = () => rowsOf(api.store, 'commands');
  const claim = (more: Partial<Parameters<typeof claimCommands>[1]> = {}) =>
    claimCommands(api.store.db, {
      ...{ state: 'queued', now: now(), dueBy: now(), until: inTime(5 * MINUTE), longest: inTime(10 * MINUTE) },
      ...{ limit: 100, token: randomUUID(), epoch },
      ...more,
    });
  const actionsOf = (commands: readonly { readonly action: string }[]) => commands.map(({ action }) => action);

  it.each<[string, () => More, readonly string[]]>([
    ['is due', () => ({}), ['lock']],
    ['waits for its retry', () => ({ next_attempt_at: inTime(1) }), []],
    ['is in the hands of another worker', () => ({ claimed_until: inTime(MINUTE) }), []],
    ['waits for a decision after a restore', () => ({ active_epoch: 'before the restore' }), []],
    ['was handed over', () => ({ status: 'sent' }), ['unlock']],
    ['was done', () => ({ status: 'acknowledged' }), ['unlock']],
    ['failed for good', () => ({ status: 'failed' }), ['unlock']],
    ['expired', () => ({ status: 'expired' }), ['unlock']],
    ['was cancelled', () => ({ status: 'cancelled' }), ['unlock']],
    ['has an unknown outcome', () => ({ status: 'unknown' }), ['unlock']],
    ['is of another phone', () => ({ imei: other }), ['lock', 'unlock']],
  ])('D17c of a lock that %s and a later unlock of a phone, no unlock overtakes', async (_what, lock, taken) => {
    await put(lock());
    await put({ action: 'unlock' });
    expect(actionsOf(await claim())).toEqual(taken);
  });

  it('D17c asks about a command that was sent, also while an earlier one of its phone waits', async () => {
    await put({ next_attempt_at: inTime(MINUTE) });
    await put({ action: 'unlock', status: 'sent' });
    expect(actionsOf(await claim({ state: 'sent' }))).toEqual(['unlock']);
  });

  it.each<[string, boolean, () => More]>([
    ['is due now', true, () => ({})],
    ['is due a moment later', false, () => ({ next_attempt_at: inTime(1) })],
    ['is of another epoch', false, () => ({ active_epoch: randomUUID() })],
    ['was sent', false, () => ({ status: 'sent' })],
    ['another worker still has', false, () => ({ claimed_until: inTime(1) })],
    ['another worker had until now', true, () => ({ claimed_until: now() })],
    ['another worker has for as long as it may', false, () => ({ claimed_until: inTime(10 * MINUTE) })],
    ['a clock that was ahead has taken', true, () => ({ claimed_until: inTime(10 * MINUTE + 1) })],
  ])('D17c what %s is taken: %j', async (_what, isTaken, more) => {
    await put(more());
    expect(await claim()).toHaveLength(isTaken ? 1 : 0);
  });

  it.each([
    ['never tried', null, null],
    ['tried before, and known to wait again', -MINUTE, null],
    ['taken before, with no result', -MINUTE, -1],
    ['taken before, and certainly not sent', null, -1],
  ])('D17c a command that was %s is taken with what may have come of it', async (_what, handed, claimed) => {
    const handed_at = handed === null ? null : inTime(handed);
    await put({ handed_at, claimed_until: claimed === null ? null : inTime(claimed) });
    const facts = { handedBefore: handed_at, isTakenOver: claimed !== null, handed_at: handed_at ?? now() };
    expect(await claim()).toMatchObject([{ ...facts, claimed_until: inTime(5 * MINUTE) }]);
  });

  it('D17c to ask about a command does not make it one that may have been sent', async () => {
    await put({ status: 'unknown' });
    expect(await claim({ state: 'unknown' })).toMatchObject([{ handed_at: null, handedBefore: null }]);
  });

  it('D17c each is taken with the state of its own device', async () => {
    for (const imei of [phone, RELEASED, UNKNOWN]) await put({ imei });
    expect((await claim()).map(({ deviceIs }) => deviceIs)).toEqual(['ENROLLED', 'RELEASED', null]);
  });

  it('D17c takes the longest due first, no more than are asked for, and gives them in order', async () => {
    const imeis = ENROLLED.slice(0, 4);
    const ages = [MINUTE, MINUTE, 3 * MINUTE, 2 * MINUTE];
    for (const [index, imei] of imeis.entries()) await put({ imei }, ages[index]);
    const taken = async (limit: number) => (await claim({ limit })).map(({ imei }) => imei);
    expect(await taken(3)).toEqual([imeis[0], imeis[2], imeis[3]]);
    expect(await taken(3)).toEqual([imeis[1]]);
  });

  it.each([
    ['of who has it', 'own', true],
    ['of who had it', 'former', false],
    ['of nobody, as a decision is', undefined, true],
  ])('D17c a change in the name %s counts: %j', async (_whose, claimed, isDone) => {
    await put({ claim: 'own', claimed_until: inTime(MINUTE) });
    const [before] = await rows();
    const change = { status: 'sent', attempts: 3 } as const;
    expect(await changeCommand(api.store.db, before?.id ?? 0, change, inTime(1), claimed)).toBe(isDone);
    const changed = { ...change, claim: null, claimed_until: null, updated_at: inTime(1) };
    expect(await rows()).toEqual([isDone ? { ...before, ...changed } : before]);
  });

  it('D17c makes due what waits beyond a time, the nearest first, and nothing that nobody asks about', async () => {
    const wait = (state: CommandState, next_attempt_at: string) => put({ status: state, next_attempt_at });
    const [near, far, farther] = [inTime(DAY), inTime(DAY + 1), inTime(DAY + 2)];
    for (const at of [NEVER, farther, near, far]) await wait('unknown', at);
    await wait('sent', far);
    const forward = () => bringForward(api.store.db, { state: 'unknown', beyond: near, now: now(), limit: 1 });
    const waits = async () => (await rows()).map((row) => row.next_attempt_at);
    expect(await forward()).toBe(1);
    expect(await waits()).toEqual([NEVER, farther, near, now(), far]);
    expect([await forward(), await forward()]).toEqual([1, 0]);
    expect(await waits()).toEqual([NEVER, now(), near, now(), far]);
  });

  it('D17c sees when the first command of each state is due, in the epoch that now is', async () => {
    const { control } = await lookAtQueue(api.store.db);
    const active_epoch = control.epoch;
    await put({ active_epoch, next_attempt_at: inTime(3) });
    await put({ active_epoch, next_attempt_at: inTime(2) });
    await put({ active_epoch, next_attempt_at: inTime(1), status: 'sent' });
    await put({ status: 'unknown' });
    expect((await lookAtQueue(api.store.db)).due).toEqual({ queued: inTime(2), sent: inTime(1), unknown: undefined });
  });
});
