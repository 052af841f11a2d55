import { randomUUID } from 'node:crypto';
import type { CommandState } from '@device-console/shared-lib/contract';
import type { Insertable } from 'kysely';
import { commandKey } from '../../core/gateway/provider-protocol.ts';
import { readControl } from '../../core/store/dispatch.ts';
import type { Schema } from '../../core/store/schema.ts';
import { DAY, HOUR, isoTime } from '../../core/time/clock.ts';
import { ENROLLED, people, rowsOf, shared, startTestApi } from '../../testing/index.ts';
import { putCommand } from '../../testing/put-command.ts';
import { cancelUnsent, idsAfter } from '../../core/commands/cancel-unsent.ts';
import { commandsBefore } from './command-decisions.ts';

type More = Partial<Insertable<Schema['commands']>>;

const [phone = '', other = ''] = ENROLLED;
const START = Date.parse('2026-11-20T10:00:00.000Z');
const at = (milliseconds: number) => isoTime(new Date(START + milliseconds));
const NOW = at(0);
const HANDED = { handed_at: at(-HOUR), sent_at: at(-HOUR) };

const api = shared(() => startTestApi());
const superadmin = shared(() => api.as('superadmin'));
beforeEach(() => api.store.db.deleteFrom('commands').execute());

async function put(status: CommandState, more: More = {}, whose: { imei?: string; by?: string } = {}) {
  const { imei = phone, by = people.admin.email } = whose;
  const { uid = randomUUID(), epoch = 'of before', retries = 0, ...rest } = more;
  await putCommand(api, { imei, by, ago: HOUR, status }, { uid, epoch, retries, ...rest });
  return commandKey({ epoch, uid, retries });
}
const decide = (decision: string, ...keys: readonly string[]) =>
  superadmin.ask('operationsDecide', { decision, reason: 'A mistake', keys });
const first = async () => (await rowsOf(api.store, 'commands'))[0];

const cancels: [CommandState, More, string][] = [
  ['queued', {}, ''],
  ['queued', { claimed_until: NOW }, ''],
  ['queued', { claimed_until: at(1) }, 'It may have been sent already.'],
  ['queued', HANDED, 'It may have been sent already.'],
  ['sent', HANDED, 'The provider has it.'],
  ['sent', {}, 'The provider has it.'],
  ['acknowledged', HANDED, 'It is acknowledged.'],
  ['failed', {}, 'It is failed.'],
  ['expired', {}, 'It is expired.'],
  ['unknown', {}, 'It is unknown.'],
  ['cancelled', {}, 'It is cancelled.'],
];

it.each(cancels)('D17c what is %s (%j) is cancelled, or why not: "%s"', async (state, more, why) => {
  const key = await put(state, more);
  const before = await first();
  expect(await decide('cancel', key)).toMatchObject({
    done: why === '' ? 1 : 0,
    items: why === '' ? [] : [{ key, why }],
  });
  const failure = `Cancelled by ${people.superadmin.email}: A mistake`;
  expect(await first()).toMatchObject(
    why === '' ? { status: 'cancelled', failure, claimed_until: null } : { ...before },
  );
});

it('D17c of several commands each is decided by itself, and told if it is not done', async () => {
  const keys = [await put('queued'), await put('sent'), await put('queued', {}, { imei: other })];
  const items = [{ key: keys[1], why: 'The provider has it.' }];
  expect(await decide('cancel', ...keys)).toMatchObject({ done: 2, notDone: 1, items });
});

const AGAIN = { status: 'queued', attempts: 0, failure: '', first_failure_at: null, next_attempt_at: NOW };
const NEW_KEY = { handed_at: null, sent_at: null };
const retries: [CommandState, More, string | object][] = [
  ['queued', HANDED, 'It waits to be sent.'],
  ['sent', HANDED, 'The provider has it.'],
  ['acknowledged', HANDED, 'The phone has done it.'],
  ['failed', HANDED, { ...NEW_KEY, retries: 1 }],
  ['failed', { ...HANDED, retries: 3 }, { ...NEW_KEY, retries: 4, epoch: 'of before' }],
  ['failed', { ...HANDED, uid: null, epoch: '' }, { ...NEW_KEY, uid: expect.any(String), retries: 1 }],
  ['failed', {}, { ...NEW_KEY, retries: 0 }],
  ['expired', HANDED, { ...NEW_KEY, retries: 1 }],
  ['expired', {}, { ...NEW_KEY, retries: 0 }],
  ['cancelled', {}, { ...NEW_KEY, retries: 0 }],
  ['unknown', HANDED, { ...HANDED, retries: 0 }],
  ['unknown', {}, { ...NEW_KEY, retries: 0 }],
];

it.each(retries)('D17c what is %s (%j) is retried so, or why not: %j', async (state, more, result) => {
  await put(state, { attempts: 5, failure: 'Refused.', first_failure_at: at(-DAY), ...more });
  const before = await first();
  const filter = { state, imei: phone };
  const answer = await superadmin.ask('operationsDecide', { decision: 'retry', reason: 'Again', filter });
  if (typeof result === 'string') {
    expect(answer).toMatchObject({ done: 0, items: [{ why: result }] });
    expect(await first()).toEqual(before);
    return;
  }
  expect(answer).toMatchObject({ done: 1, items: [] });
  const { epoch } = await readControl(api.store.db);
  const uid = before?.uid ?? expect.any(String);
  const own = { uid, epoch: before?.epoch === '' ? epoch : 'of before', active_epoch: epoch, expires_at: at(DAY) };
  expect(await first()).toMatchObject({ ...AGAIN, ...own, ...result });
});

it.each<[string, boolean, () => Promise<unknown>]>([
  ['a later command of its phone is there', false, () => put('cancelled')],
  ['a later command of another phone is there', true, () => put('queued', {}, { imei: other })],
  ['nothing else is there', true, async () => undefined],
])('D17c where %s a command is retried: %j', async (_what, isDone, putLater) => {
  await put('acknowledged');
  const key = await put('failed', HANDED);
  await putLater();
  expect(await decide('retry', key)).toMatchObject({ done: isDone ? 1 : 0 });
});

it('D17c what waits to be sent is not retried for that reason, whatever came later', async () => {
  const key = await put('queued');
  await put('queued');
  const items = [{ key, why: 'It waits to be sent.' }];
  expect(await decide('retry', key)).toMatchObject({ done: 0, items });
});

describe('commands by what is asked for', () => {
  /** Each differs from the first in one thing. */
  beforeEach(async () => {
    await put('acknowledged', { batch_id: 'a batch' });
    await put('queued', { batch_id: 'a batch' });
    await put('acknowledged', { batch_id: 'a batch' }, { imei: other });
    await put('acknowledged', { batch_id: 'a batch', action: 'unlock' });
    await put('acknowledged', { batch_id: 'another' });
    await put('acknowledged', { batch_id: 'a batch', ...HANDED }, { by: people.operator.email });
    const ids = (await rowsOf(api.store, 'commands')).map(({ id }) => id);
    lowest = Math.min(...ids);
  });
  let lowest = 0;

  const filters: [object, readonly number[]][] = [
    [{}, [5, 4, 3, 2, 1, 0]],
    [{ state: 'queued' }, [1]],
    [{ imei: other }, [2]],
    [{ action: 'unlock' }, [3]],
    [{ action: 'lock' }, [5, 4, 2, 1, 0]],
    [{ action: 'lock', state: 'acknowledged' }, [5, 4, 2, 0]],
    [{ action: 'lock', state: 'queued' }, [1]],
    [{ action: 'lock', imei: phone }, [5, 4, 1, 0]],
    [{ action: 'lock', batchId: 'another' }, [4]],
    [{ batchId: 'another' }, [4]],
    [{ state: 'acknowledged', imei: phone, action: 'lock', batchId: 'a batch' }, [5, 0]],
  ];

  it.each(filters)('D17c finds by %j the commands %j, newest first, and each once in pages', async (filter, found) => {
    const read = async (before: number | undefined, limit: number) =>
      (await commandsBefore(api.store.db, filter, before, limit)).map(({ id }) => id);
    const all = found.map((place) => lowest + place);
    expect(await read(undefined, 10)).toEqual(all);
    const [paged, after]: [number[], number[]] = [[], []];
    for (let page = 0; page <= all.length; page += 1) {
      paged.push(...(await read(paged.at(-1), 1)));
      after.push(...(await idsAfter(api.store.db, filter, after.at(-1) ?? 0, 1)));
    }
    expect(paged).toEqual(all);
    expect(after).toEqual(all.toReversed());
  });

  it('S34 finds those of an account, and those that were certainly not sent', async () => {
    const [sent] = (await rowsOf(api.store, 'commands', { user_email: people.operator.email })).map((row) => row);
    const ofAccount = { accountId: sent?.account_id };
    expect(await idsAfter(api.store.db, ofAccount, 0, 10)).toEqual([lowest + 5]);
    expect(await idsAfter(api.store.db, { ...ofAccount, unsent: true }, 0, 10)).toEqual([]);
    expect(await idsAfter(api.store.db, { unsent: true }, 0, 10)).toHaveLength(5);
  });

  it('D17c cancels of those named alone', async () => {
    expect(await cancelUnsent(api.store.db, [lowest, lowest + 2], 'Why', NOW)).toEqual(new Set());
    expect(await cancelUnsent(api.store.db, [lowest, lowest + 1], 'Why', NOW)).toEqual(new Set([lowest + 1]));
  });
});
