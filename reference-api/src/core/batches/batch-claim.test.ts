import { newTransactionId } from '@device-console/shared-lib/crypto';
import { DAY, HOUR } from '../time/clock.ts';
import { fresh } from '../../testing/fixtures.ts';
import {
  beginBatch,
  claim,
  factsOf,
  itemAt,
  registerBatch,
  sendChunk,
  sendSingle,
  statusBody,
  type TestBatch,
} from '../../testing/test-batch.ts';
import type { Session } from '../../testing/test-api.ts';
import { DE_ENROLLED, ENROLLED, people, RELEASED, UNKNOWN } from '../../testing/test-data.ts';
import { databases } from '../../testing/databases.ts';
import { audited } from '../../testing/audited.ts';

const [first = '', second = '', third = ''] = ENROLLED;
const released = `Device ${RELEASED} is released and takes no more commands.`;

type Row = Readonly<Record<string, unknown>>;

describe.each(databases)('batches of runs on $name', ({ start }) => {
  const api = fresh(() => start());
  const operator = fresh(() => api.as('operator'));
  const admin = fresh(() => api.as('admin'));

  const commands = () => api.store.db.selectFrom('commands').selectAll().orderBy('id').execute();
  const counts = () => api.store.db.selectFrom('batches').select(['found', 'not_found', 'refused']).execute();
  const runOf = async (session: Session, { batchId }: TestBatch): Promise<Row | undefined> =>
    ((await session.call('batchRuns', { batchId })).answer['items'] as readonly Row[])[0];
  const complete = (session: Session, batch: TestBatch, isComplete = 'complete') =>
    session.call('updateStatusOnServer', statusBody(batch, isComplete));
  async function outcomesOf(session: Session, batch: TestBatch, after = 0, limit = 5_000) {
    const { answer } = await session.call('batchOutcomes', { batchId: batch.batchId, after, limit });
    return answer['items'] as readonly Row[];
  }

  it('D17a makes a batch known once its file and list are there, and counts its rows once', async () => {
    const run = newTransactionId();
    const nothing = { action: 'lock', batchId: newTransactionId(), filename: '', items: [] };
    expect((await claim(operator, nothing, run)).answer).toEqual({
      status: 'error',
      message: 'The server does not know this batch. It was not begun here.',
    });
    expect((await claim(operator, nothing, run, { batch: factsOf(nothing) })).answer).toEqual({
      status: 'error',
      message: 'The server does not have the list and the file of this batch yet. Nothing was begun.',
    });
    const batch = await registerBatch(operator, [first, UNKNOWN, RELEASED, second]);
    expect(await runOf(operator, batch)).toMatchObject({ state: '', done: null, holder: '', total: 4 });
    await claim(operator, batch, run, { batch: factsOf(batch) });
    expect(await runOf(operator, batch)).toMatchObject({ state: 'running', done: 0, total: 4 });
    await sendSingle(operator, batch, itemAt(batch, 1), run);
    for (const items of [batch.items.slice(0, 3), batch.items.slice(1, 3)])
      await sendChunk(operator, batch, items, run);
    const { email } = people.operator;
    const begun = { user: email, holder: email, place: `browser of ${email}`, seenAt: '2026-11-20T10:00:00.000Z' };
    expect(await runOf(operator, batch)).toMatchObject({ ...begun, state: 'running', done: 3, found: 1 });
    expect(await counts()).toEqual([{ found: 1, not_found: 1, refused: 1 }]);
    expect((await complete(operator, batch)).answer).toMatchObject({
      message: expect.stringContaining(`no outcome of 1 of the 4 devices of this batch, the first of them ${second}`),
    });
    await sendSingle(operator, batch, itemAt(batch, 4), run);
    await complete(operator, batch);
    expect(await runOf(operator, batch)).toMatchObject({ state: 'complete', found: 2, notFound: 1, refused: 1 });
  });

  it('D2 D2c D17a a row that was refused and is found later counts as found', async () => {
    const batch = await registerBatch(operator, [RELEASED, first]);
    const run = await beginBatch(operator, batch);
    await sendSingle(operator, batch, itemAt(batch, 1), run);
    await sendChunk(operator, batch, batch.items, run);
    expect((await outcomesOf(operator, batch)).map(({ outcome, message }) => [outcome, message])).toEqual([
      ['refused', released],
      ['found', ''],
    ]);
    await api.store.db.updateTable('devices').set({ claim_status: 'ENROLLED' }).where('imei1', '=', RELEASED).execute();
    const again = await sendChunk(operator, batch, batch.items, run);
    expect(again.answer['items']).toMatchObject([{ message: 'found' }, { message: 'found' }]);
    expect(await counts()).toEqual([{ found: 2, not_found: 0, refused: 0 }]);
    expect((await outcomesOf(operator, batch)).map(({ command }) => command)).toEqual(['queued', 'queued']);
    expect((await commands()).map(({ imei }) => imei)).toEqual([first, RELEASED]);
  });

  it('D17a is silent half a minute after it was heard of, and runs with the next item or claim', async () => {
    const batch = await registerBatch(operator, [first, second]);
    const run = await beginBatch(operator, batch);
    const state = async () => (await runOf(operator, batch))?.['state'];
    api.clock.advance(29_999);
    expect(await state()).toBe('running');
    api.clock.advance(1);
    expect(await state()).toBe('silent');
    const silent = { run, holder: people.operator.email, seenAt: '2026-11-20T10:00:00.000Z', state: 'silent' };
    expect((await claim(operator, batch, run)).answer).toMatchObject(silent);
    expect(await state()).toBe('running');
    // A clock that was ahead does not keep a finished run alive either.
    api.clock.advance(-30_000);
    expect(await state()).toBe('silent');
    api.clock.advance(60_000);
    await sendSingle(operator, batch, itemAt(batch, 1), run);
    expect(await state()).toBe('running');
    await sendSingle(operator, batch, itemAt(batch, 2), run);
    await complete(operator, batch);
    expect(await state()).toBe('complete');
  });

  it('D17b a batch is taken over: the former run is refused, and nothing is sent twice', async () => {
    const batch = await registerBatch(operator, [first, second, third, UNKNOWN]);
    const run = await beginBatch(operator, batch);
    await sendChunk(operator, batch, batch.items.slice(0, 2), run);
    for (const session of [operator, admin]) {
      const { answer } = await claim(session, batch, newTransactionId(), { batch: factsOf(batch) });
      const place = 'browser of operator@example.com';
      expect(answer).toMatchObject({ run, holder: people.operator.email, place, state: 'running' });
    }
    const other = newTransactionId();
    const taken = await claim(admin, batch, other, { takeOver: true });
    expect(taken.answer).toMatchObject({ status: 'success', run: other, holder: people.operator.email });
    const refused = { status: 409, sealed: true };
    const nothing = 'This batch is with admin@example.com now (browser of admin@example.com). Nothing was done here.';
    for (const reply of [
      await sendChunk(operator, batch, batch.items.slice(2), run),
      await sendSingle(operator, batch, itemAt(batch, 3), run),
      await sendSingle(operator, batch, itemAt(batch, 3)),
      await sendSingle(operator, batch, itemAt(batch, 3), other),
      await complete(operator, batch),
    ])
      expect(reply).toMatchObject({ ...refused, answer: { status: 'error', message: nothing, run: other } });
    expect(await commands()).toHaveLength(2);
    const { answer } = await sendChunk(admin, batch, batch.items, other);
    const words = ['found', 'found', 'found', 'not found'];
    expect(answer['items']).toEqual(words.map((message, at) => ({ row: at + 1, outcome: 'answered', message })));
    expect((await commands()).map(({ imei, user_email }) => [imei, user_email])).toEqual([
      [first, people.operator.email],
      [second, people.operator.email],
      [third, people.admin.email],
    ]);
    expect((await complete(admin, batch)).answer).toMatchObject({ status: 'success' });
    const over = { state: 'complete', isComplete: 'complete', done: 4, found: 3, notFound: 1 };
    const held = { user: people.operator.email, holder: people.admin.email, ...over };
    for (const session of [operator, admin]) expect(await runOf(session, batch)).toMatchObject(held);
    expect((await admin.call('batchRuns')).answer['items']).toEqual([]);
    const message =
      'Taken over from operator@example.com (browser of operator@example.com) in browser of admin@example.com';
    const told = { email: people.admin.email, takeOver: true, message };
    expect(
      (await audited(api.store, { call: 'batchClaim.php' })).map(({ email, said }) => ({ email, ...said })),
    ).toMatchObject([
      { email: people.operator.email, message: 'Begun' },
      { ...told, batchId: batch.batchId },
    ]);
    expect((await claim(operator, batch, run, { takeOver: true })).answer).toEqual({
      status: 'error',
      message: 'This batch is complete. There is nothing left to take over.',
    });
  });

  it('D17b of two that take over at once one has it', async () => {
    const batch = await registerBatch(operator, [first]);
    await beginBatch(operator, batch);
    const runs = [newTransactionId(), newTransactionId(), newTransactionId()];
    await Promise.all(runs.map((run) => claim(admin, batch, run, { takeOver: true })));
    const sent = await Promise.all(runs.map((run) => sendChunk(admin, batch, batch.items, run)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('D17b a batch keeps its list, and one of another action cannot be claimed or sent', async () => {
    const batch = await registerBatch(operator, [first, second]);
    const run = await beginBatch(operator, batch);
    const register = (imeis: readonly string[]) =>
      operator.call('updateCommandOnServer', { imeilist: imeis.join(), action: 'lock', batchId: batch.batchId });
    expect((await register([first, second])).answer).toMatchObject({ status: 'success' });
    expect((await register([first, third])).answer).toEqual({
      status: 'error',
      message: 'The list of this batch is being worked on and cannot be another. Begin a new batch.',
    });
    const asNotify = { ...batch, action: 'notify' };
    expect((await claim(operator, asNotify, run)).status).toBe(400);
    expect((await sendChunk(operator, asNotify, batch.items, run)).status).toBe(400);
    expect((await sendSingle(operator, asNotify, itemAt(batch, 1), run)).status).toBe(400);
    expect(await commands()).toEqual([]);
  });

  it('D17a reads list, outcomes and commands of a batch in parts', async () => {
    const imeis = [first, '004999010640000', RELEASED, second, third];
    const batch = await registerBatch(operator, imeis);
    const run = await beginBatch(operator, batch);
    await sendChunk(operator, batch, batch.items.slice(0, 4), run);
    await api.worker.runOnce();
    const expected = [
      ['found', '', 'sent'],
      ['not found', '', ''],
      ['refused', released, ''],
      ['found', '', 'sent'],
      ['open', '', ''],
    ].map(([outcome, message, command], at) => ({
      row: at + 1,
      imei: imeis[at],
      outcome,
      message,
      command,
      failure: '',
    }));
    const { answer } = await admin.call('batchOutcomes', { batchId: batch.batchId, after: 0, limit: 5_000 });
    const file = { action: 'lock', fileName: 'lock.csv', report: 'lock', file: batch.filename, level: '' };
    const counted = { devices: 5, total: 5, invalid: 0, duplicates: 0 };
    expect(answer).toEqual({
      ...file,
      ...counted,
      status: 'success',
      message: '',
      items: expected,
      startedAt: '2026-11-20T10:00:00.000Z',
    });
    expect(await outcomesOf(operator, batch, 1, 2)).toEqual(expected.slice(1, 3));
    expect(await outcomesOf(operator, batch, 3, 2)).toEqual(expected.slice(3));
    expect(await outcomesOf(operator, batch, 5)).toEqual([]);
    const failed = { status: 'failed', failure: 'The phone refused.' } as const;
    await api.store.db.updateTable('commands').set(failed).where('imei', '=', first).execute();
    const told = { command: failed.status, failure: failed.failure };
    expect((await outcomesOf(operator, batch, 0, 1))[0]).toMatchObject(told);
  });

  it('D5b says what the server knows of devices, and changes nothing', async () => {
    const [, , , fourth = '', fifth = ''] = ENROLLED;
    await operator.call('lockNotification', { imei: first, action: 'lock' });
    api.clock.advance(2 * HOUR);
    await admin.call('lockNotification', { imei: second, action: 'unlock' });
    await operator.call('lockNotification', { imei: third, action: 'lock' });
    const other = await registerBatch(admin, [third, fourth, UNKNOWN]);
    const otherRun = await beginBatch(admin, other);
    const own = await registerBatch(operator, [fourth, fifth]);
    await beginBatch(operator, own);
    const before = await commands();
    const list = [first, second, third, fourth, fifth, UNKNOWN, RELEASED, DE_ENROLLED, first];
    const check = async (more: object = {}, session = operator) => {
      const body = { action: 'lock', imeilist: list.join(','), ...more };
      return (await session.call('batchCheck', body)).answer['items'] as readonly Row[];
    };
    const findings = [
      { imei: first, finding: 'same', detail: '2026-11-20T10:00:00.000Z' },
      { imei: second, finding: 'recent', detail: '2026-11-20T12:00:00.000Z' },
      { imei: third, finding: 'same', detail: '2026-11-20T12:00:00.000Z' },
      { imei: third, finding: 'recent', detail: '2026-11-20T12:00:00.000Z' },
      { imei: UNKNOWN, finding: 'unknown', detail: '' },
      { imei: RELEASED, finding: 'released', detail: '' },
      { imei: DE_ENROLLED, finding: 'de-enrolled', detail: '' },
    ];
    const inOther = [third, fourth, UNKNOWN].map((imei) => ({ imei, finding: 'other-batch', detail: other.batchId }));
    expect(await check({ batchId: own.batchId })).toEqual([...findings, ...inOther]);
    expect(await commands()).toEqual(before);
    // Without its items, which would be findings of their own.
    await api.store.db.updateTable('batches').set({ state: 'complete' }).where('run', '=', otherRun).execute();
    expect(await check({ batchId: own.batchId })).toEqual(findings);
    expect(await check()).toContainEqual({ imei: fifth, finding: 'other-batch', detail: own.batchId });
    api.clock.advance(7 * DAY + 1);
    const later = await check({}, await api.as('operator'));
    expect(later.filter(({ finding }) => finding === 'other-batch')).toEqual([]);
  });

  it('D5b refuses a list that is too long or holds no IMEI', async () => {
    const check = (imeilist: string) => operator.call('batchCheck', { action: 'lock', imeilist });
    expect((await check(Array.from({ length: 5_001 }, () => first).join(','))).status).toBe(400);
    expect((await check(`${first},12`)).status).toBe(400);
    expect((await check('')).status).toBe(400);
  });
});
