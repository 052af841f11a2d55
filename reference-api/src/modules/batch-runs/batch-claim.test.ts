import { BATCH_PAGE_ROWS } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import { DAY, HOUR, isoAfter } from '../../core/time/clock.ts';
import { databases, ENROLLED, fresh, rowsOf, shared, type Session } from '../../testing/index.ts';
import { testSecondImei } from '../../testing/test-data.ts';
import { begunBatch, claim, factsOf, registerBatch, sendChunk, type TestBatch } from '../../testing/test-batch.ts';
import { newSession } from '../../testing/test-member.ts';
import { retentionTable } from '../retention/index.ts';

const [phone = '', other = ''] = ENROLLED;
const second = testSecondImei(0);

describe.each(databases)('claims of batches on $name', ({ start }) => {
  const api = shared(() => start());
  const operator = fresh(async () => (await newSession(api, 'ADMIN')).session);
  const another = fresh(async () => (await newSession(api, 'ADMIN')).session);
  beforeEach(async () => {
    for (const table of ['commands', 'batch_items', 'batches'] as const) await api.store.db.deleteFrom(table).execute();
    await api.store.db.updateTable('devices').set({ last_command: '', last_command_at: null }).execute();
  });

  const batchOf = async ({ batchId }: TestBatch) => (await rowsOf(api.store, 'batches', { batch_id: batchId }))[0];
  const check = async (imeis: readonly string[], batchId?: string) => {
    const rows = await operator.items('batchCheck', { action: 'lock', imeilist: imeis.join(), batchId });
    return rows.filter(({ finding }) => finding !== 'second-imei');
  };

  it.each([
    ['the same', [phone], [phone]],
    ['the second', [second], [phone]],
    ['the first', [phone], [second]],
    ['none', [other], [phone]],
  ])('D5b finds a phone in another batch that has %s of its IMEIs', async (which, held, asked) => {
    const { batch } = await begunBatch(another, held);
    const found = asked.map((imei) => ({ imei, finding: 'other-batch', detail: batch.batchId }));
    expect(await check(asked)).toEqual(which === 'none' ? [] : found);
  });

  it('D5b says which phone a second IMEI is of, and nothing of a first one', async () => {
    const answer = await operator.items('batchCheck', { action: 'lock', imeilist: [second, other].join() });
    expect(answer).toEqual([{ imei: second, finding: 'second-imei', detail: phone }]);
  });

  it('D5b finds a phone in the other batch that was seen last, and only once', async () => {
    const batches: TestBatch[] = [];
    for (const imeis of [[phone], [phone, other], [phone]]) {
      api.clock.advance(1000);
      batches.push((await begunBatch(another, imeis)).batch);
    }
    const found = (imei: string, at: number) => ({ imei, finding: 'other-batch', detail: batches[at]?.batchId });
    expect(await check([phone, other])).toEqual([found(phone, 2), found(other, 1)]);
    expect(await check([phone, other], batches[2]?.batchId)).toEqual([found(phone, 1), found(other, 1)]);
  });

  it.each([
    [0, true],
    [7 * DAY, true],
    [7 * DAY + 1, false],
  ])('D5b finds a phone in another batch that was seen %i milliseconds ago: %j', async (ago, isFound) => {
    await begunBatch(another, [phone]);
    const seen_at = new Date(api.clock.now().getTime() - ago).toISOString();
    await api.store.db.updateTable('batches').set({ seen_at }).execute();
    expect(await check([phone])).toHaveLength(isFound ? 1 : 0);
  });

  it.each([
    [0, true],
    [1, false],
  ])(
    'D5b finds a phone in a batch that goes on and began %i ms before the first kept day: %j',
    async (ago, isFound) => {
      await begunBatch(another, [phone]);
      const started_at = isoAfter(api.clock.now(), -retentionTable.batches.standard * DAY - ago);
      await sql`update batches set started_at = ${started_at}`.execute(api.store.db);
      expect(await check([phone])).toHaveLength(isFound ? 1 : 0);
    },
  );

  it.each([
    [BATCH_PAGE_ROWS, 'lock', 200],
    [BATCH_PAGE_ROWS + 1, 'lock', 400],
    [1, 'formatteddevice', 400],
  ])('D5b a check of %i phones before "%s" has the status %i', async (phones, action, status) => {
    const imeilist = Array.from({ length: phones }, (_, index) => 356_938_060_000_000 + index).join();
    expect((await operator.call('batchCheck', { action, imeilist })).status).toBe(status);
  });

  it.each([
    ['lock', 0, ['same', 'recent']],
    ['lock', HOUR, ['same', 'recent']],
    ['lock', HOUR + 1, ['same']],
    ['unlock', HOUR, ['recent']],
    ['unlock', HOUR + 1, []],
  ])('D5b of a phone that got "%s" %i milliseconds ago it says before a lock: %j', async (action, ago, findings) => {
    await another.send(phone, action);
    api.clock.advance(ago);
    expect((await check([phone])).map(({ finding }) => finding)).toEqual(findings);
  });

  it.each<[string, string, (batch: TestBatch) => Promise<unknown>]>([
    ['nobody else has sent of it', '', async () => undefined],
    ['its own account has sent of it', '', (batch) => sendChunk(operator, batch, batch.items.slice(0, 1))],
    ['others have sent something else', '', () => another.send(phone)],
    [
      'somebody else has sent of it',
      'This batch id is already used by somebody else. Nothing was begun.',
      async ({ batchId }) => {
        const own = await registerBatch(another, [phone], 'lock', batchId);
        await sendChunk(another, own, own.items);
      },
    ],
  ])('D17a a batch is begun where %s: "%s"', async (_what, message, before) => {
    const batch = await registerBatch(operator, [phone, other]);
    await before(batch);
    const { answer } = await claim(operator, batch, newTransactionId(), { batch: factsOf(batch) });
    expect(answer).toMatchObject(message === '' ? { status: 'success' } : { status: 'error', message });
  });

  it('D17a of a batch of which the server has the file alone nothing is begun', async () => {
    const batch = { ...(await registerBatch(operator, [phone])), batchId: newTransactionId() };
    const file = { name: 'lock.csv', content: 'sno,imei1\r\n' };
    await operator.upload('bulkLockCopy.php', file, { batchId: batch.batchId });
    const { answer } = await claim(operator, batch, newTransactionId(), { batch: factsOf(batch) });
    const message = 'The server does not have the list and the file of this batch yet. Nothing was begun.';
    expect(answer).toEqual({ status: 'error', message });
    expect(await batchOf(batch)).toBeUndefined();
  });

  it('D17a a batch is begun for the command of its list alone', async () => {
    const batch = await registerBatch(operator, [phone]);
    const unlock = { ...batch, action: 'unlock' };
    const { status, answer } = await claim(operator, unlock, newTransactionId(), { batch: factsOf(unlock) });
    const message = `The list of batch ${batch.batchId} is for "lock", not "unlock".`;
    expect([status, answer['message']]).toEqual([400, message]);
    expect(await batchOf(batch)).toBeUndefined();
  });

  it("D17a a batch has its account's newest file of that batch", async () => {
    const batchId = newTransactionId();
    await registerBatch(operator, [phone], 'lock', batchId);
    const batch = await registerBatch(operator, [phone], 'lock', batchId);
    await registerBatch(another, [phone], 'lock', batchId);
    await registerBatch(operator, [phone]);
    await claim(operator, batch, newTransactionId(), { batch: factsOf(batch) });
    expect(await batchOf(batch)).toMatchObject({ file: batch.filename });
  });

  it.each<[string, (own: string) => string, 'operator' | 'another', boolean, boolean]>([
    ['the run that holds it', (own) => own, 'operator', false, true],
    ['another run of its holder', newTransactionId, 'operator', false, false],
    ['the same run of somebody else', (own) => own, 'another', false, false],
    ['another run of somebody else', newTransactionId, 'another', false, false],
    ['somebody who takes it over', newTransactionId, 'another', true, true],
  ])('D17a D17b of a batch that %s claims, the claim counts: %j', async (_who, runOf, who, takeOver, counts) => {
    const { batch, run } = await begunBatch(operator, [phone]);
    api.clock.advance(1000);
    const before = await batchOf(batch);
    const as: Session = who === 'operator' ? operator : another;
    const claimed = runOf(run);
    const { answer } = await claim(as, batch, claimed, { takeOver, place: 'another place' });
    expect(answer).toMatchObject({ run: counts ? claimed : run, holder: operator.email });
    const seen_at = api.clock.now().toISOString();
    const after = await batchOf(batch);
    expect(after).toMatchObject(counts ? { run: claimed, place: 'another place', seen_at } : { ...before });
    if (takeOver) expect(after?.holder_id).not.toBe(before?.holder_id);
  });

  it.each([false, true])('D17b an API key gets no batch of another run, if it takes it over: %j', async (takeOver) => {
    const { batch } = await begunBatch(operator, [phone]);
    const before = await batchOf(batch);
    const byKey = api.session(operator.email, await operator.newKey());
    const { status, answer } = await claim(byKey, batch, newTransactionId(), { takeOver });
    expect(status).toBe(409);
    expect(answer).not.toHaveProperty('run');
    expect(await batchOf(batch)).toEqual(before);
  });

  it('D17b a batch is claimed with the command that it sends', async () => {
    const { batch, run } = await begunBatch(operator, [phone]);
    expect((await claim(operator, { ...batch, action: 'unlock' }, run)).status).toBe(400);
  });
});
