// Measures an operator's calls with and without a flood, in turn, on the built API over the network, with SQLite. Exits
// with 1 if a call fails, or if the median under a flood is at least twice that without. Run by hand: node
// reference-api/bench/floods.mjs.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fromSharedLib } from '../../tooling/lib/from-shared-lib.js';
import { buildServer, startServer } from './lib/built-server.mjs';
import { floods } from './lib/floods.mjs';
import { BATCH, Operator, quantile, seed, seedParts, sendAtOnce, settingsOf } from './lib/operators.mjs';
import { loadParts } from './load-parts.mjs';

/** Pairs of measurements of each flood, one without and one with it. */
const ROUNDS = 3;
/** How many times longer a call may take under a flood. */
const LIMIT = 2;
/** How long a flood runs before it is measured, in milliseconds. */
const SETTLED = 300;

const { calls } = await fromSharedLib("export { calls } from '@device-console/shared-lib/contract';");
const targets = { light: { path: calls.deviceDetails.path }, large: { path: calls.updateCommandOnServer.path } };

const sorted = (times) => times.toSorted((left, right) => left - right);

/** Returns the times of one batch's calls, in milliseconds. */
async function callTimes(operator) {
  const imeis = devices(BATCH);
  const { times, errors, found } = await sendAtOnce([await operator.prepare('single calls', imeis)]);
  if (errors.length > 0 || found !== BATCH) throw new Error(`${found} of ${BATCH} were found. ${errors[0] ?? ''}`);
  return times;
}

/** Starts a flood; returns a function that ends it and reports how it went. */
async function beginFlood(name, address) {
  const worker = new Worker(new URL('lib/flood-worker.mjs', import.meta.url), {
    workerData: { name, address, targets },
  });
  await once(worker, 'online');
  return async () => {
    worker.postMessage('end');
    const [ends] = await once(worker, 'message');
    await worker.terminate();
    return ends;
  };
}

async function measure(address, operator, name) {
  const [alone, beside] = [[], []];
  const ends = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(...(await callTimes(operator)));
    const endFlood = await beginFlood(name, address);
    await setTimeout(SETTLED);
    beside.push(...(await callTimes(operator)));
    for (const [end, count] of await endFlood()) ends.set(end, (ends.get(end) ?? 0) + count);
  }
  return { alone: sorted(alone), beside: sorted(beside), ends };
}

function tell(name, { alone, beside, ends }) {
  const [before, median] = [quantile(alone, 0.5), quantile(beside, 0.5)];
  const ratio = median / before;
  const how = [...ends].map(([end, count]) => `${count} × ${end}`).join(', ');
  console.log(
    ` ${name} (${how}): p50 ${median.toFixed(1)} ms, ${ratio.toFixed(2)} times ${before.toFixed(1)} ms; ` +
      `p95 ${quantile(beside, 0.95).toFixed(1)} ms beside ${quantile(alone, 0.95).toFixed(1)} ms`,
  );
  if (ratio < LIMIT) return;
  console.log(`  is more than ${LIMIT} times`);
  process.exitCode = 1;
}

const parts = await loadParts('floods', seedParts);
const bundle = buildServer('floods-bench');
const folder = mkdtempSync(join(tmpdir(), 'floods-bench-'));
const store = await parts.openStore({ file: join(folder, 'console.db') });
const devices = await seed(parts, store, {
  operators: 1,
  devices: (2 * ROUNDS * Object.keys(floods).length + 1) * BATCH,
});
let server;
let operator;
try {
  server = await startServer(bundle, settingsOf(folder));
  operator = await Operator.logIn([server.address]);
  // The first calls of a process are not measured.
  await callTimes(operator);
  for (const name of Object.keys(floods)) tell(name, await measure(server.address, operator, name));
} finally {
  operator?.end();
  await server?.end();
  await store.close();
  rmSync(folder, { recursive: true });
}
