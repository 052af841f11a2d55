// Items of a batch through the whole API (opening, access, outcome, command, audit, sealing): in chunks of 500 and one
// by one, on SQLite and on PostgreSQL. Run by hand: node reference-api/bench/batch-items.mjs [chunks]. Devices are new
// in each chunk; the batch is known to the server, so that each row's outcome is kept too.
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { loadParts } from './load-parts.mjs';

const ITEMS = 500;
const SINGLES = 300;
const chunks = Number(process.argv[2] ?? 40);

/** The IMEI of a device that fillDevices wrote. */
const filledImei = (number) => `35${String(number).padStart(13, '0')}`;

/** A sealed call, made before it is timed; its answer is opened after. */
async function sealedCall(api, { token, email }, path, body, transactionId = randomUUID()) {
  const context = { method: 'POST', path, transactionId };
  const payload = await api.codec.seal({ user: email, ...body }, { ...context, direction: 'request' });
  return {
    send: () => api.server.inject({ method: 'POST', url: `/${path}`, headers: { 'x-api-key': token }, payload }),
    open: (response) => api.codec.open(response.json(), { ...context, direction: 'reply' }),
  };
}

/** Makes a batch of those devices known; returns what its items have in common. */
async function begin(api, session, imeis) {
  const [batchId, run] = [randomUUID(), randomUUID()];
  const { answer } = await session.upload('bulkLockCopy.php', { name: 'a.csv', content: 'sno,imei1\n' }, { batchId });
  await session.call('updateCommandOnServer', { imeilist: imeis.join(), action: 'lock', batchId });
  const batch = { fileName: 'a.csv', total: imeis.length, invalid: 0, duplicates: 0 };
  await session.call('batchClaim', { action: 'lock', batchId, run, place: 'bench', batch });
  return { action: 'lock', filename: answer.file, batchId, run };
}

async function measure(title, calls, itemsOf) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const times = [];
  delay.enable();
  const startedAt = performance.now();
  const replies = [];
  for (const call of calls) {
    const at = performance.now();
    replies.push(await call.send());
    times.push(performance.now() - at);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  delay.disable();
  let items = 0;
  for (const [index, reply] of replies.entries()) items += itemsOf(await calls[index].open(reply));
  const sorted = times.toSorted((left, right) => left - right);
  console.log(
    `${title}: ${Math.round(items / seconds)} items/s, a call ${sorted[sorted.length >> 1].toFixed(1)} ms (longest ` +
      `${sorted.at(-1).toFixed(1)}), longest stop of the event loop ${(delay.max / 1e6).toFixed(0)} ms`,
  );
}

async function run(parts, database, location) {
  const api = await parts.startTestApi(location);
  const devices = chunks * ITEMS + SINGLES;
  await parts.fillDevices(api.store, devices);
  const imeis = Array.from({ length: devices }, (_, index) => filledImei(index + 1));
  const session = await api.as('admin');
  const common = await begin(api, session, imeis);
  const itemOf = (row) => ({ row: row + 1, imei: imeis[row] });
  const inChunks = [];
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const items = Array.from({ length: ITEMS }, (_, index) => ({
      ...itemOf(chunk * ITEMS + index),
      transactionId: randomUUID(),
    }));
    inChunks.push(await sealedCall(api, session, 'batchItems.php', { ...common, items }));
  }
  await measure(
    `${database}, chunks of ${ITEMS}`,
    inChunks,
    ({ items }) => items.filter(({ message }) => message === 'found').length,
  );
  const singles = [];
  for (let index = 0; index < SINGLES; index += 1)
    singles.push(
      await sealedCall(api, session, 'getimeidetails.php', { ...common, ...itemOf(chunks * ITEMS + index) }),
    );
  await measure(`${database}, one by one`, singles, ({ message }) => (message === 'found' ? 1 : 0));
  await api.close();
}

const parts = await loadParts('batch-items', {
  'testing/test-api': ['startTestApi'],
  'testing/report-rows': ['fillDevices'],
  'testing/throwaway-postgres': ['startThrowawayPostgres'],
});
await run(parts, 'SQLite');
const postgres = await parts.startThrowawayPostgres();
try {
  await run(parts, 'PostgreSQL', { url: await postgres.newDatabase() });
} finally {
  await postgres.stop();
}
