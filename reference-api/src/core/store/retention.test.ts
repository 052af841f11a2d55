import { newTransactionId } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import type { Store } from './store.ts';
import { DAY } from '../time/clock.ts';
import { audited, claim, databases, ENROLLED, failure, fresh, itemAt, RELEASED, UNKNOWN } from '../../testing/index.ts';
import { keepHouse } from '../../testing/keep-house.ts';
import { expectIndexed, explaining, watching } from '../../testing/query-plans.ts';
import { beginBatch, begunBatch, registerBatch, sendChunk, sendSingle, statusBody } from '../../testing/test-batch.ts';
import type { Session } from '../../testing/test-api.ts';

const [first = '', second = '', third = ''] = ENROLLED;
const OLD_OUTCOMES = process.env['FULL'] === '1' ? 1_000_000 : 20_000;
const never = new AbortController().signal;
const WHERE_IT_STANDS = 'is no longer kept. What became of each device stands in the executed commands report.';
const NOT_KEPT = failure(`The list of this batch ${WHERE_IT_STANDS}`);

/** The store, telling of each piece of outcomes that is deleted. */
const eachPiece = (store: Store, tell: () => void) =>
  watching(store, (node) => {
    if (node.kind === 'RawNode' && node.sqlFragments.some((part) => part.includes('from outcomes'))) tell();
  });

describe.each(databases)('retention on $name', ({ start }) => {
  let watched: ReturnType<typeof explaining>;
  const api = fresh(() =>
    start({}, (store) => {
      // PostgreSQL reads small tables as they are.
      watched = explaining(store, ['outcomes', ...(store.dialect === 'sqlite' ? ['intents', 'batch_items'] : [])]);
      return watched.store;
    }),
  );
  const operator = fresh(() => api.as('operator'));

  const clean = (closing?: AbortSignal, store: Store = api.store) => keepHouse({ store, clock: api.clock }, closing);
  const rowsIn = async (table: 'outcomes' | 'upload_contents' | 'batch_items' | 'sessions' | 'password_resets') =>
    (await api.store.db.selectFrom(table).select(sql.lit(1).as('row')).execute()).length;
  async function later(days: number): Promise<Session> {
    api.clock.advance(days * DAY);
    await clean();
    return api.as('operator');
  }
  async function completeBatch(session: Session, imeis: readonly string[]) {
    const { batch, run } = await begunBatch(session, imeis);
    await sendChunk(session, batch, batch.items, run);
    expect(await session.ask('updateStatusOnServer', statusBody(batch, 'complete'))).toMatchObject({
      status: 'success',
    });
    return batch;
  }
  const fillOutcomes = (rows: number) =>
    sql`
      insert into outcomes (account_id, method, path, transaction_id, body_hash, answer, created_at)
      with recursive numbers (number) as (
        select 1 union all select number + 1 from numbers where number < ${sql.lit(rows)})
      select 1, 'POST', 'old', 'old ' || number, '', '', '2026-01-01T00:00:00.000Z' from numbers`.execute(api.store.db);
  const commands = async () => (await api.commands()).map(({ imei, action }) => `${action} ${imei}`);

  it('deletes what is old and keeps what is not, the history and every command', async () => {
    await api.call('forgotPassword', { email: 'admin@example.com' });
    const batch = await completeBatch(operator, [first, UNKNOWN]);
    const counts = () =>
      Promise.all((['outcomes', 'upload_contents', 'batch_items', 'password_resets'] as const).map(rowsIn));
    const before = await counts();
    expect(before).toEqual([3, 1, 2, 1]);
    await later(29);
    expect(await counts()).toEqual(before);
    await later(3);
    expect(await counts()).toEqual([3, 1, 2, 0]);
    const entries = (await audited(api.store)).length;
    await later(60);
    expect(await counts()).toEqual([0, 1, 2, 0]);
    await later(90);
    expect(await counts()).toEqual([0, 0, 0, 0]);
    expect(await rowsIn('sessions')).toBeLessThan(4);
    expect(await commands()).toEqual([`lock ${first}`]);
    expect((await audited(api.store)).length).toBeGreaterThan(entries);
    const intents = await api.store.db.selectFrom('intents').selectAll().execute();
    expect(intents).toMatchObject([{ action: 'lock', devices: 2, imei_list: '' }]);
    const upload = { file: batch.filename, is_complete: 'complete', remarks: 'The file is no longer kept' };
    expect(await api.uploads()).toMatchObject([upload]);
  });

  it('R5 D17a says of a file and a list that they are no longer kept', async () => {
    const batch = await completeBatch(operator, [first]);
    const { batch: open, run } = await begunBatch(operator, [second, third]);
    await sendChunk(operator, open, open.items.slice(0, 1), run);
    const then = await later(181);
    const file = await api.file(then, 'lock', batch.filename);
    expect([file.statusCode, file.json()]).toEqual([410, failure(`The file lock.csv ${WHERE_IT_STANDS}`)]);
    const asked = { batchId: batch.batchId, after: 0, limit: 10 };
    const answers = [
      await then.call('batchOutcomes', asked),
      await claim(await api.as('admin'), open, newTransactionId(), { takeOver: true }),
      await sendSingle(then, open, itemAt(open, 2), run),
      await then.call('updateStatusOnServer', statusBody(open, 'incomplete')),
      await then.call('updateCommandOnServer', { imeilist: second, action: 'lock', batchId: open.batchId }),
    ];
    for (const { answer } of answers) expect(answer).toEqual(NOT_KEPT);
    expect(await commands()).toEqual([`lock ${first}`, `lock ${second}`]);
    expect(await then.items('batchRuns', { batchId: batch.batchId })).toMatchObject([
      { total: 1, found: 1, isComplete: 'complete' },
    ]);
  });

  it('D2 what comes again after its outcome was deleted sends nothing a second time', async () => {
    const calls = [
      ['operator', 'lockNotification', { imei: first, action: 'lock' }],
      ['admin', 'formattedDevice', { imei: third, action: 'formatteddevice' }],
      ['superadmin', 'adminLockNotification', { imei: second, action: 'REBOOT' }],
      ['superadmin', 'adminLockNotification', { imei: 'ALL', action: 'UPDATE', reason: 'maintenance' }],
      ['operator', 'getImeiDetails', { imei: second, action: 'lock', filename: 'own.csv' }],
    ] as const;
    const ids = calls.map(() => newTransactionId());
    const sendOne = async ([who, name, body]: (typeof calls)[number], at: number) =>
      (await api.as(who)).ask(name, body, { transactionId: ids[at] });
    const send = () => Promise.all(calls.map(sendOne));
    const told = await send();
    const batch = await registerBatch(operator, [first, UNKNOWN, RELEASED, second]);
    const sent = await sendChunk(operator, batch, batch.items);
    const before = await commands();
    expect(before).toHaveLength(7);

    const again = await later(91);
    expect(await rowsIn('outcomes')).toBe(0);
    // What has become of the device since does not matter.
    await api.store.db.updateTable('devices').set({ claim_status: 'RELEASED' }).where('imei1', '=', second).execute();
    expect(await send()).toEqual(told);
    expect((await sendChunk(again, batch, batch.items)).answer).toEqual(sent.answer);
    const run = await beginBatch(again, batch);
    expect((await sendSingle(again, batch, itemAt(batch, 4), run)).answer['message']).toBe('found');
    expect(await commands()).toEqual(before);
    const [transactionId] = ids;
    const other = await again.call('lockNotification', { imei: second, action: 'lock' }, { transactionId });
    expect(other.status).toBe(409);
    const admin = await api.as('admin');
    const changed = await admin.ask('lockNotification', { imei: first, action: 'unlock' }, { transactionId });
    expect(changed['status']).toBe('success');
    await again.call('lockNotification', { imei: first, action: 'lock' });
    expect(await commands()).toEqual([...before, `unlock ${first}`, `lock ${first}`]);
  });

  it(`deletes ${OLD_OUTCOMES} rows in pieces, between which others have their turn, by indexes`, async () => {
    await fillOutcomes(OLD_OUTCOMES);
    await operator.call('lockNotification', { imei: first, action: 'lock' });
    if (api.store.dialect === 'postgres') await sql`analyze`.execute(api.store.db);
    await watched.seen();
    // What waits its turn since a piece has had it before the next.
    let [pieces, turns] = [0, 0];
    const piece = () => {
      expect(turns).toBe(pieces);
      pieces += 1;
      setImmediate(() => (turns += 1));
    };
    await clean(never, eachPiece(watched.store, piece));
    expect(pieces).toBe(OLD_OUTCOMES / 500 + 1);
    expect(await rowsIn('outcomes')).toBe(1);
    expectIndexed(await watched.seen());
  }, 300_000);

  it('ends between two pieces when the server ends', async () => {
    await fillOutcomes(1_500);
    const closing = new AbortController();
    const store = eachPiece(api.store, () => closing.abort());
    await clean(closing.signal, store);
    expect(await rowsIn('outcomes')).toBe(1_000);
  });

  it('bounds what an account uploads within a day, and what is kept in all', async () => {
    const own = await start({ quotas: { uploadsPerDay: 3, bytesPerDay: 100, bytesInAll: 190 } });
    const uploader = await own.as('operator');
    const upload = async (session: Session, bytes: number) =>
      (await session.upload('bulkLockCopy.php', { name: 'a.csv', content: 'x'.repeat(bytes) })).answer['message'];
    const SAVED = 'File uploaded successfully';
    expect(await upload(uploader, 40)).toBe(SAVED);
    expect(await upload(uploader, 61)).toBe(
      'An account may upload 0 MB of files in 24 hours. Nothing was sent; try again later.',
    );
    expect([await upload(uploader, 30), await upload(uploader, 30)]).toEqual([SAVED, SAVED]);
    expect(await upload(uploader, 0)).toMatch(/^An account may upload 3 files in 24 hours/);
    const admin = await own.as('admin');
    expect(await upload(admin, 90)).toBe(SAVED);
    expect(await upload(await own.as('superadmin'), 1)).toBe(
      'The server keeps no more than 0 MB of files, and has no room for this one. Tell an administrator; old files ' +
        'are deleted in time.',
    );
    const list = async (session: Session, devices: number) => {
      const imeilist = Array.from({ length: devices }, () => first).join(',');
      return (await session.ask('updateCommandOnServer', { imeilist, action: 'lock' }))['status'];
    };
    const answers = [await list(admin, 3), await list(admin, 4), await list(admin, 3), await list(admin, 1)];
    expect(answers).toEqual(['success', 'error', 'success', 'error']);
    own.clock.advance(DAY + 1);
    const next = await own.as('admin');
    expect([await list(next, 6), await list(next, 1)]).toEqual(['success', 'error']);
    await own.close();
  });
});
