import { commandByAction } from '@device-console/shared-lib/contract';
import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';
import type { Session } from './test-api.ts';

/** A batch as a console that follows the contract sends it. */
export type TestBatch = Awaited<ReturnType<typeof registerBatch>>;
type TestItem = TestBatch['items'][number];

export function itemAt(batch: TestBatch, row: number): TestItem {
  const item = batch.items[row - 1];
  if (!item) throw new Error(`The batch has no row ${row}.`);
  return item;
}

/** Uploads the file of a batch and registers its list; each row of a notification has its own message. */
export async function registerBatch(
  session: Session,
  imeis: readonly string[],
  action = 'lock',
  batchId = newTransactionId(),
) {
  const { command, variant } = commandByAction(action) ?? {};
  if (!command?.batch) throw new Error(`The action "${action}" has no batch.`);
  const level = variant?.choice ? { level: variant.choice.value } : {};
  const file = { name: `${action}.csv`, content: 'sno,imei1\r\n' };
  const { answer } = await session.upload(command.batch.copyPath, file, { batchId, ...level });
  await session.call('updateCommandOnServer', { imeilist: imeis.join(','), action, batchId });
  const texts = (row: number): { message?: string; header?: string; template?: string } =>
    command.form === 'notification' ? { message: `instalment ${row}`, header: 'Dues', template: 'Pre' } : {};
  const items = imeis.map((imei, index) => {
    const transactionId = batchItemTransactionId(batchId, `${imei} ${index}`, action);
    return { row: index + 1, imei, transactionId, ...texts(index + 1) };
  });
  return { action, batchId, filename: String(answer['file']), items };
}

export function factsOf({ action, items }: TestBatch) {
  return { fileName: `${action}.csv`, total: items.length, invalid: 0, duplicates: 0 };
}

export function claim(session: Session, batch: TestBatch, run: string, more: object = {}) {
  const { action, batchId } = batch;
  return session.call('batchClaim', { action, batchId, run, place: `browser of ${session.email}`, ...more });
}

/** Makes a batch known; returns the run that holds it. */
export async function beginBatch(session: Session, batch: TestBatch): Promise<string> {
  const run = newTransactionId();
  const { answer } = await claim(session, batch, run, { batch: factsOf(batch) });
  expect(answer).toMatchObject({ status: 'success', run, state: 'running' });
  return run;
}

/** Registers a batch and makes it known; returns it with the run that holds it. */
export async function begunBatch(...registered: Parameters<typeof registerBatch>) {
  const batch = await registerBatch(...registered);
  return { batch, run: await beginBatch(registered[0], batch) };
}

export function sendChunk(session: Session, batch: TestBatch, items: readonly object[], run?: string, id?: string) {
  const { action, batchId, filename } = batch;
  return session.call(
    'batchItems',
    { action, batchId, filename, ...(run === undefined ? {} : { run }), items },
    { transactionId: id },
  );
}

/** Sends one item in its own call, with its row if a run is given. */
export function sendSingle(session: Session, batch: TestBatch, item: TestItem, run?: string) {
  const { action, batchId, filename } = batch;
  const { row, transactionId, ...fields } = item;
  const call = commandByAction(action)?.command.batch?.dispatch ?? 'getImeiDetails';
  const body = { ...fields, action, batchId, filename, ...(run === undefined ? {} : { run, row }) };
  return session.call(call, body, { transactionId });
}

export function statusBody({ action, batchId, filename, items }: TestBatch, isComplete: string) {
  const statusOf = commandByAction(action)?.command.batch?.statusOf;
  return { lastimei: items.at(-1)?.imei, fileName: filename, isComplete, statusOf, batchId };
}
