import { newTransactionId } from '@device-console/shared-lib/crypto';
import { DAY, HOUR } from '../time/clock.ts';
import { audited, claim, databases, factsOf, failure, fresh, itemAt, sendChunk, success } from '../../testing/index.ts';
import type { Session } from '../../testing/test-api.ts';
import { begunBatch, registerBatch, sendSingle, statusBody, type TestBatch } from '../../testing/test-batch.ts';
import { DE_ENROLLED, ENROLLED, people, RELEASED, UNKNOWN } from '../../testing/test-data.ts';

const [first = '', second = '', third = ''] = ENROLLED;
const released = `Device ${RELEASED} is released and takes no more commands.`;

describe.each(databases)('batches of runs on $name', ({ start }) => {
  const api = fresh(() => start());
  const operator = fresh(() => api.as('operator'));
  const admin = fresh(() => api.as('admin'));

  const runOf = async (session: Session, { batchId }: TestBatch) => (await session.items('batchRuns', { batchId }))[0];
  const complete = (session: Session, batch: TestBatch, isComplete = 'complete') =>
    session.call('updateStatusOnServer', statusBody(batch, isComplete));
  const outcomesOf = (session: Session, { batchId }: TestBatch, after = 0, limit = 5_000) =>
    session.items('batchOutcomes', { batchId, after, limit });

  it('D17a makes a batch known once its file and list are there, and counts its rows once', async () => {
    const run = newTransactionId();
    const nothing = { action: 'lock', batchId: newTransactionId(), filename: '', items: [] };
    expect((await claim(operator, nothing, run)).answer).toEqual(
      failure('The server does not know this batch. It was not begun here.'),
    );
    expect((await claim(operator, nothing, run, { batch: factsOf(nothing) })).answer).toEqual(
      failure('The server does not have the list and the file of this batch yet. Nothing was begun.'),
    );
    const batch = await registerBatch(operator, [first, UNKNOWN, RELEASED, second]);
    expect(await runOf(operator, batch)).toMatchObject({ state: '', done: null, holder: '', total: 4 });
    await claim(operator, batch, run, { batch: factsOf(batch) });
    expect(await runOf(operator, batch)).toMatchObject({ state: 'running', done: 0, total: 4 });
    await sendSingle(operator, batch, itemAt(batch, 1), run);
    for (const items of [batch.items.slice(0, 3), batch.items.slice(1, 3)])
      await sendChunk(operator, batch, items, run);
    const { email } = people.operator;
    const begun = { user: email, holder: email, place: `browser of ${email}`, seenAt: '2026-11-20T10:00:00.000Z' };
    const counts = { done: 3, found: 1, refused: 1 };
    expect(await runOf(operator, batch)).toMatchObject({ ...begun, state: 'running', ...counts });
    expect((await complete(operator, batch)).answer).toMatchObject({
      message: expect.stringContaining(`no outcome of 1 of the 4 devices of this batch, the first of them ${second}`),
    });
    await sendSingle(operator, batch, itemAt(batch, 4), run);
    await complete(operator, batch);
    expect(await runOf(operator, batch)).toMatchObject({ state: 'complete', found: 2, notFound: 1, refused: 1 });
  });

  it('D2 D2c D17a a row that was refused and is found later counts as found', async () => {
    const { batch, run } = await begunBatch(operator, [RELEASED, first]);
    await sendSingle(operator, batch, itemAt(batch, 1), run);
    await sendChunk(operator, batch, batch.items, run);
    const refused = { outcome: 'refused', message: released };
    expect(await outcomesOf(operator, batch)).toMatchObject([refused, { outcome: 'found', message: '' }]);
    await api.store.db.updateTable('devices').set({ claim_status: 'ENROLLED' }).where('imei1', '=', RELEASED).execute();
    const { answer } = await sendChunk(operator, batch, batch.items, run);
    expect(answer['items']).toMatchObject([{ message: 'found' }, { message: 'found' }]);
    expect(await runOf(operator, batch)).toMatchObject({ done: 2, found: 2, refused: 0 });
    expect((await outcomesOf(operator, batch)).map(({ command }) => command)).toEqual(['queued', 'queued']);
    expect((await api.commands()).map(({ imei }) => imei)).toEqual([first, RELEASED]);
  });

  it('D17a is silent half a minute after it was heard of, and runs with the next item or claim', async () => {
    const { batch, run } = await begunBatch(operator, [first, second]);
    const state = async () => (await runOf(operator, batch))?.['state'];
    const stateAfter = (milliseconds: number) => {
      api.clock.advance(milliseconds);
      return state();
    };
    expect([await stateAfter(29_999), await stateAfter(1)]).toEqual(['running', 'silent']);
    const silent = { run, holder: people.operator.email, seenAt: '2026-11-20T10:00:00.000Z', state: 'silent' };
    expect((await claim(operator, batch, run)).answer).toMatchObject(silent);
    expect(await state()).toBe('running');
    // A clock that was ahead does not keep a finished run alive either.
    expect(await stateAfter(-30_000)).toBe('silent');
    api.clock.advance(60_000);
    await sendSingle(operator, batch, itemAt(batch, 1), run);
    expect(await state()).toBe('running');
    await sendSingle(operator, batch, itemAt(batch, 2), run);
    await complete(operator, batch);
    expect(await state()).toBe('complete');
  });

  it('D17b a batch is taken over: the former run is refused, and nothing is sent twice', async () => {
    const { batch, run } = await begunBatch(operator, [first, second, third, UNKNOWN]);
    await sendChunk(operator, batch, batch.items.slice(0, 2), run);
    const running = { run, holder: people.operator.email, place: 'browser of operator@example.com', state: 'running' };
    for (const session of [operator, admin]) {
      const { answer } = await claim(session, batch, newTransactionId(), { batch: factsOf(batch) });
      expect(answer).toMatchObject(running);
    }
    const other = newTransactionId();
    const taken = await claim(admin, batch, other, { takeOver: true });
    expect(taken.answer).toMatchObject({ status: 'success', run: other, holder: people.operator.email });
    const message = 'This batch is with admin@example.com now (browser of admin@example.com). Nothing was done here.';
    for (const reply of [
      await sendChunk(operator, batch, batch.items.slice(2), run),
      await sendSingle(operator, batch, itemAt(batch, 3), run),
      await sendSingle(operator, batch, itemAt(batch, 3)),
      await sendSingle(operator, batch, itemAt(batch, 3), other),
      await complete(operator, batch),
    ])
      expect(reply).toMatchObject({ status: 409, sealed: true, answer: { ...failure(message), run: other } });
    const refused = { email: people.operator.email, said: { batchId: batch.batchId, message } };
    expect(await audited(api.store, { call: 'batchItems.php', outcome: 'refused' })).toMatchObject([refused]);
    expect(await api.commands()).toHaveLength(2);
    const { answer } = await sendChunk(admin, batch, batch.items, other);
    const words = ['found', 'found', 'found', 'not found'];
    expect(answer['items']).toEqual(words.map((message, at) => ({ row: at + 1, outcome: 'answered', message })));
    expect((await api.commands()).map(({ imei, user_email }) => [imei, user_email])).toEqual([
      [first, people.operator.email],
      [second, people.operator.email],
      [third, people.admin.email],
    ]);
    expect((await complete(admin, batch)).answer).toMatchObject({ status: 'success' });
    const over = { state: 'complete', isComplete: 'complete', done: 4, found: 3, notFound: 1 };
    const held = { user: people.operator.email, holder: people.admin.email, ...over };
    for (const session of [operator, admin]) expect(await runOf(session, batch)).toMatchObject(held);
    expect(await admin.items('batchRuns')).toEqual([]);
    const from =
      'Taken over from operator@example.com (browser of operator@example.com) in browser of admin@example.com';
    expect(await audited(api.store, { call: 'batchClaim.php' })).toMatchObject([
      { email: people.operator.email, said: { message: 'Begun' } },
      { email: people.admin.email, said: { takeOver: true, batchId: batch.batchId, message: from } },
    ]);
    expect((await claim(operator, batch, run, { takeOver: true })).answer).toEqual(
      failure('This batch is complete. There is nothing left to take over.'),
    );
  });

  it('D17b of two that take over at once one has it', async () => {
    const { batch } = await begunBatch(operator, [first]);
    const runs = [newTransactionId(), newTransactionId(), newTransactionId()];
    await Promise.all(runs.map((run) => claim(admin, batch, run, { takeOver: true })));
    const sent = await Promise.all(runs.map((run) => sendChunk(admin, batch, batch.items, run)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('D17b a batch keeps its list', async () => {
    const { batch } = await begunBatch(operator, [first, second]);
    const register = (imeis: readonly string[]) =>
      operator.call('updateCommandOnServer', { imeilist: imeis.join(), action: 'lock', batchId: batch.batchId });
    expect((await register([first, second])).answer).toMatchObject({ status: 'success' });
    expect((await register([first, third])).answer).toEqual(
      failure('The list of this batch is being worked on and cannot be another. Begin a new batch.'),
    );
  });

  it('D17a reads list, outcomes and commands of a batch in parts', async () => {
    const imeis = [first, '004999010640000', RELEASED, second, third];
    const { batch, run } = await begunBatch(operator, imeis);
    await sendChunk(operator, batch, batch.items.slice(0, 4), run);
    await api.worker.runOnce();
    const expected = [
      ['found', '', 'sent'],
      ['not found', '', ''],
      ['refused', released, ''],
      ['found', '', 'sent'],
      ['open', '', ''],
    ].map(([outcome, message, command], at) => {
      return { row: at + 1, imei: imeis[at], outcome, message, command, failure: '' };
    });
    const file = { action: 'lock', fileName: 'lock.csv', report: 'lock', file: batch.filename, level: '' };
    const counted = { devices: 5, total: 5, invalid: 0, duplicates: 0, startedAt: '2026-11-20T10:00:00.000Z' };
    const answer = await admin.ask('batchOutcomes', { batchId: batch.batchId, after: 0, limit: 5_000 });
    expect(answer).toEqual({ ...success(''), ...file, ...counted, items: expected });
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
    const { batch: other, run: otherRun } = await begunBatch(admin, [third, fourth, UNKNOWN]);
    const { batch: own } = await begunBatch(operator, [fourth, fifth]);
    const before = await api.commands();
    const list = [first, second, third, fourth, fifth, UNKNOWN, RELEASED, DE_ENROLLED, first];
    const check = (more: object = {}, session = operator) =>
      session.items('batchCheck', { action: 'lock', imeilist: list.join(','), ...more });
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
    expect(await api.commands()).toEqual(before);
    // Without its items, which would be findings of their own.
    await api.store.db.updateTable('batches').set({ state: 'complete' }).where('run', '=', otherRun).execute();
    expect(await check({ batchId: own.batchId })).toEqual(findings);
    expect(await check()).toContainEqual({ imei: fifth, finding: 'other-batch', detail: own.batchId });
    api.clock.advance(7 * DAY + 1);
    const later = await check({}, await api.as('operator'));
    expect(later.filter(({ finding }) => finding === 'other-batch')).toEqual([]);
  });

  it('D5b refuses a list that is too long or holds no IMEI', async () => {
    for (const imeilist of [Array.from({ length: 5_001 }, () => first).join(), `${first},12`, ''])
      expect((await operator.call('batchCheck', { action: 'lock', imeilist })).status).toBe(400);
  });
});
