// A batch through the whole API (opening, access, outcome, command, audit, sealing), on SQLite and on PostgreSQL: items
// in chunks of 50 and one by one, in a new database and beside a batch of a million that is done; what the server
// knows of 100,000 devices before a batch; and parts of the outcomes of the million. Run by hand: node
// reference-api/bench/batch-items.mjs [chunks] [rows of the large batch].
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { loadParts } from './load-parts.mjs';

const ITEMS = 50;
const SINGLES = 300;
const CHECKED = 100_000;
const PART = 5_000;
const chunks = Number(process.argv[2] ?? 400);
const large = Number(process.argv[3] ?? 1_000_000);

/** The IMEI of a device that fillDevices wrote. */
const filledImei = (number) => `35${String(number).padStart(13, '0')}`;
const imeisFrom = (first, count) => Array.from({ length: count }, (_, index) => filledImei(first + index));

/** A sealed call, made before it is timed; its answer is opened after. */
async function sealedCall(api, { token, email }, path, body) {
  const context = { method: 'POST', path, transactionId: randomUUID() };
  const payload = await api.codec.seal({ user: email, ...body }, { ...context, direction: 'request' });
  return {
    send: () => api.server.inject({ method: 'POST', url: `/${path}`, headers: { 'x-api-key': token }, payload }),
    open: (response) => api.codec.open(response.json(), { ...context, direction: 'reply' }),
  };
}

/** Makes a batch of those devices known; returns what its items have in common. */
async function begin(session, imeis) {
  const [batchId, run] = [randomUUID(), randomUUID()];
  const { answer } = await session.upload('bulkLockCopy.php', { name: 'a.csv', content: 'sno,imei1\n' }, { batchId });
  await session.call('updateCommandOnServer', { imeilist: imeis.join(), action: 'lock', batchId });
  const batch = { fileName: 'a.csv', total: imeis.length, invalid: 0, duplicates: 0 };
  await session.call('batchClaim', { action: 'lock', batchId, run, place: 'bench', batch });
  return { action: 'lock', filename: answer.file, batchId, run };
}

const median = (numbers) => numbers.toSorted((left, right) => left - right)[numbers.length >> 1];

/** Makes calls one after the other; returns the median of their times. `itemsOf` counts what an answer stands for. */
async function measure(title, calls, itemsOf) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const times = [];
  const replies = [];
  delay.enable();
  for (const call of calls) {
    const at = performance.now();
    replies.push(await call.send());
    times.push(performance.now() - at);
  }
  delay.disable();
  let items = 0;
  for (const [index, reply] of replies.entries()) items += itemsOf(await calls[index].open(reply));
  const seconds = times.reduce((sum, time) => sum + time) / 1000;
  console.log(
    `  ${title}: ${calls.length} calls in ${seconds.toFixed(2)} s, ${Math.round(items / seconds)} items/s, a call ` +
      `${median(times).toFixed(1)} ms (longest ${Math.max(...times).toFixed(1)}), longest stop of the event loop ` +
      `${(delay.max / 1e6).toFixed(0)} ms`,
  );
  return median(times);
}

const foundIn = ({ items }) => items.filter(({ message }) => message === 'found').length;

/** Sends new devices, from a number on, in chunks and one by one; returns the median of a chunk's time. */
async function sendItems(api, session, first) {
  const imeis = imeisFrom(first, chunks * ITEMS + SINGLES);
  const common = await begin(session, imeis);
  const itemOf = (index) => ({ row: index + 1, imei: imeis[index] });
  const inChunks = [];
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const indexes = Array.from({ length: ITEMS }, (_, index) => chunk * ITEMS + index);
    const items = indexes.map((index) => ({ ...itemOf(index), transactionId: randomUUID() }));
    inChunks.push(await sealedCall(api, session, 'batchItems.php', { ...common, items }));
  }
  const time = await measure(`chunks of ${ITEMS}`, inChunks, foundIn);
  const singles = [];
  for (let index = 0; index < SINGLES; index += 1) {
    const body = { ...common, ...itemOf(chunks * ITEMS + index) };
    singles.push(await sealedCall(api, session, 'getimeidetails.php', body));
  }
  await measure('one by one', singles, ({ message }) => (message === 'found' ? 1 : 0));
  return time;
}

async function check(api, session, title) {
  const calls = [];
  for (let from = 1; from <= CHECKED; from += PART) {
    const body = { action: 'lock', imeilist: imeisFrom(from, PART).join() };
    calls.push(await sealedCall(api, session, 'batchCheck.php', body));
  }
  await measure(title, calls, () => PART);
}

/** Parts at the beginning, in the middle and at the end of the large batch, several times in turn. */
async function readParts(api, session, { batchId }) {
  for (const after of [0, Math.floor(large / 2), large - PART]) {
    const calls = [];
    for (let turn = 0; turn < 5; turn += 1)
      calls.push(await sealedCall(api, session, 'batchOutcomes.php', { batchId, after, limit: PART }));
    await measure(`outcomes of ${PART} rows after ${after}`, calls, ({ items }) => items.length);
  }
}

/** Seals the audit beside it, as a server does; not with SEALING=0. */
function sealing({ store }) {
  if (process.env.SEALING === '0') return () => Promise.resolve();
  return parts.startSealing({
    db: store.db,
    clock: { now: () => new Date() },
    onHead: ({ sequence }) => Promise.resolve(console.log(`  ${sequence} seals`)),
    onFailure: (error) => console.error(error),
  });
}

async function run(parts, database, location) {
  const api = await parts.startTestApi(location);
  const stopSealing = sealing(api);
  try {
    const session = await api.as('admin');
    await parts.fillDevices(api.store, large + 2 * (chunks * ITEMS + SINGLES));
    console.log(`${database}, no batch yet`);
    await check(api, session, `looking at ${CHECKED} devices`);
    const before = await sendItems(api, session, large + 1);
    const done = await begin(session, imeisFrom(1, large));
    const { id } = await api.store.db
      .selectFrom('batches')
      .select('id')
      .where('batch_id', '=', done.batchId)
      .executeTakeFirstOrThrow();
    await parts.fillBatch(api.store, { id, batchId: done.batchId }, large);
    console.log(`${database}, beside a batch of ${large}`);
    const after = await sendItems(api, session, large + chunks * ITEMS + SINGLES + 1);
    console.log(`  a chunk takes ${(after / before).toFixed(2)} times as long as in the new database`);
    await check(api, session, `looking at ${CHECKED} devices that stand in it`);
    await readParts(api, session, done);
  } finally {
    await stopSealing();
    await api.close();
  }
}

const parts = await loadParts('batch-items', {
  'audit-chain/sealer': ['startSealing'],
  'testing/test-api': ['startTestApi'],
  'testing/report-rows': ['fillDevices', 'fillBatch'],
  'testing/throwaway-postgres': ['startThrowawayPostgres'],
});
await run(parts, 'SQLite');
const postgres = await parts.startThrowawayPostgres();
try {
  await run(parts, 'PostgreSQL', { url: await postgres.newDatabase() });
} finally {
  await postgres.stop();
}
