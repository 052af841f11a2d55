import { limits, textKinds } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { permitOnly } from '../store/permissions.ts';
import { claim, ENROLLED, factsOf, failure, fresh, type Member, newMember, people } from '../../testing/index.ts';
import { type Session, startTestApi } from '../../testing/test-api.ts';
import { beginBatch, begunBatch, itemAt, registerBatch, sendChunk, sendSingle } from '../../testing/test-batch.ts';

const api = fresh(() => startTestApi());
const operator = fresh(() => api.as('operator'));
const admin = fresh(() => api.as('admin'));

const [first = '', second = ''] = ENROLLED;

const batches = () => api.store.db.selectFrom('batches').selectAll().execute();

const permit = ({ id }: Member, ...names: readonly string[]) => permitOnly(api.store.db, id, names);

it('D9 D17b without its right a batch is closed, also to the right of another command under its action', async () => {
  const { batch, run } = await begunBatch(operator, [first, second]);
  const member = await newMember(api, 'USER');
  await permit(member, 'Unlock Device');
  const stranger = await member.logIn();
  for (const one of [await api.as('viewer'), stranger]) {
    const replies = [
      await sendChunk(one, batch, batch.items, run),
      await claim(one, batch, run, { takeOver: true }),
      await one.call('batchOutcomes', { batchId: batch.batchId, after: 0, limit: 10 }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
  }
  const disguised = { ...batch, action: 'unlock' };
  expect((await claim(stranger, disguised, newTransactionId(), { takeOver: true })).status).toBe(400);
  expect((await sendChunk(stranger, disguised, batch.items, run)).status).toBe(409);
  expect((await sendSingle(stranger, disguised, itemAt(batch, 1), run)).status).toBe(409);
  expect(await api.commands()).toEqual([]);
  expect(await batches()).toMatchObject([{ run, action: 'lock' }]);
});

it('D17b D21 an API key takes no batch over, nor learns which run has it; with its own it goes on', async () => {
  const own = api.session(people.admin.email, await admin.newKey({ commands: ['lock'] }));
  const { batch, run } = await begunBatch(admin, [first, second]);
  const foreign = newTransactionId();
  const replies = [
    await claim(own, batch, foreign, { takeOver: true }),
    await claim(own, batch, foreign),
    await sendChunk(own, batch, batch.items, foreign),
    await sendSingle(own, batch, itemAt(batch, 1), foreign),
  ];
  for (const { status, answer } of replies) {
    expect({ status, answer }).toMatchObject({ status: 409, answer: { holder: people.admin.email } });
    expect(answer).not.toHaveProperty('run');
  }
  expect(await batches()).toMatchObject([{ run }]);
  expect(await api.commands()).toEqual([]);
  expect((await sendChunk(admin, batch, batch.items, run)).status).toBe(200);

  const made = await begunBatch(own, [first]);
  expect((await claim(own, made.batch, made.run)).answer).toMatchObject({ run: made.run, state: 'running' });
  expect((await claim(admin, made.batch, foreign, { takeOver: true })).answer).toMatchObject({ run: foreign });
});

it("D17b nobody ends another's batch, begins it again, or changes its list or its copy's state", async () => {
  const { batch, run } = await begunBatch(operator, [first, second]);
  const again = await registerBatch(admin, [second], 'lock', batch.batchId);
  const { answer } = await claim(admin, again, newTransactionId(), { batch: factsOf(again) });
  expect(answer).toMatchObject({ holder: people.operator.email, run });
  for (const isComplete of ['complete', 'incomplete']) {
    const status = { lastimei: second, fileName: batch.filename, isComplete, statusOf: 'lockfiles' };
    expect((await admin.call('updateStatusOnServer', { ...status, batchId: batch.batchId })).status).toBe(409);
  }
  const outcomes = await operator.items('batchOutcomes', { batchId: batch.batchId, after: 0, limit: 10 });
  expect(outcomes.map((row) => row['imei'])).toEqual([first, second]);
  expect(await operator.items('batchRuns', { batchId: batch.batchId })).toMatchObject([
    { state: 'running', isComplete: 'incomplete', total: 2 },
  ]);
});

it('D17b an id that another account has sent commands under is not begun', async () => {
  const batch = await registerBatch(operator, [first, second]);
  const strange = { ...batch, filename: 'own.csv' };
  expect((await sendSingle(admin, strange, itemAt(batch, 1))).answer).toMatchObject({ status: 'error' });
  await registerBatch(admin, [first], 'lock', batch.batchId);
  await sendSingle(admin, strange, itemAt(batch, 1));
  expect((await claim(operator, batch, newTransactionId(), { batch: factsOf(batch) })).answer).toEqual(
    failure('This batch id is already used by somebody else. Nothing was begun.'),
  );
});

it('D3 D17b the copy of a batch is for who may take it over, and for nobody else without the reports', async () => {
  const batch = await registerBatch(admin, [first], 'notify');
  const fetchAs = async (session: Session) => (await api.file(session, 'notify', batch.filename)).statusCode;
  const member = await newMember(api, 'USER');
  await permit(member, 'Enable Notification');
  const notifier = await member.logIn();
  expect(await fetchAs(notifier)).toBe(403);
  await beginBatch(admin, batch);
  expect(await fetchAs(notifier)).toBe(200);
  expect(await fetchAs(api.session(admin.email, await admin.newKey()))).toBe(403);
  await permit(member);
  expect(await fetchAs(notifier)).toBe(403);
});

it('D17 W7 names of files and browsers are kept short; with control characters they are refused', async () => {
  const batch = await registerBatch(operator, [first]);
  const facts = { ...factsOf(batch), fileName: `../${'a'.repeat(250)}.csv`, level: 'x'.repeat(80) };
  for (const more of [
    { place: 'Chrome\u0007 \u001b[31m' },
    { batch: { ...facts, fileName: 'a\u0007.csv' } },
    { batch: { ...facts, fileName: 'a'.repeat(5_000) } },
  ])
    expect((await claim(operator, batch, newTransactionId(), { batch: facts, ...more })).status).toBe(400);
  await claim(operator, batch, newTransactionId(), { place: 'Chrome', batch: facts });
  const [row] = await batches();
  expect([row?.file_name.length, row?.level.length, row?.place]).toEqual([200, 50, 'Chrome']);
  for (const total of [-1, 0.5, 1e9])
    expect((await claim(operator, batch, newTransactionId(), { batch: { ...facts, total } })).status).toBe(400);
});

it('D2a takes no larger chunk than the limit says', async () => {
  const batch = await registerBatch(operator, [first], 'notify');
  const items = [{ ...itemAt(batch, 1), message: 'x'.repeat(limits.chunkBodyBytes) }];
  expect((await sendChunk(operator, batch, items)).status).toBe(413);
  const large = [{ ...itemAt(batch, 1), message: 'x'.repeat(textKinds.message.most) }];
  expect((await sendChunk(operator, batch, large)).status).toBe(200);
});
