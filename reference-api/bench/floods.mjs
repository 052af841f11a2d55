// Measures an operator's calls with and without a flood, in turn, on the built API over the network, with SQLite. Exits
// with 1 if a call fails, or if the median under a flood is at least twice that without. Run by hand: node
// reference-api/bench/floods.mjs.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { floods } from './lib/floods.mjs';
import { BATCH, Operator, parts, quantile, seed, sendAtOnce, startServer } from './lib/operators.mjs';

/** Pairs of measurements of each flood, one without and one with it. */
const ROUNDS = 3;
/** How many times longer a call may take under a flood. */
const LIMIT = 2;
/** How long a flood runs before it is measured, in milliseconds. */
const SETTLED = 300;

const { deviceDetails, updateCommandOnServer } = parts.calls;
const paths = { deviceDetails: deviceDetails.path, updateCommandOnServer: updateCommandOnServer.path };

/** Returns the times of one batch's calls, in milliseconds. */
async function callTimes() {
  const { times, errors, found } = await sendAtOnce([await operator.prepare('single calls', devices(BATCH))]);
  if (errors.length > 0 || found !== BATCH) throw new Error(`${found} of ${BATCH} were found. ${errors[0] ?? ''}`);
  return times;
}

/** Measures with and without a flood, in turn, and prints how they compare. */
async function measure(name) {
  const [alone, beside, ends] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(...(await callTimes()));
    const workerData = { name, address: server.address, paths };
    const worker = new Worker(new URL('lib/floods.mjs', import.meta.url), { workerData });
    await once(worker, 'online');
    await setTimeout(SETTLED);
    beside.push(...(await callTimes()));
    worker.postMessage('end');
    ends.push(...(await once(worker, 'message')));
    await worker.terminate();
  }
  const [before, median] = [alone, beside].map((times) =>
    quantile(
      times.toSorted((left, right) => left - right),
      0.5,
    ),
  );
  const ratio = median / before;
  console.log(
    ` ${name}: p50 ${median.toFixed(1)} ms, ${ratio.toFixed(2)} times ${before.toFixed(1)} ms (${ends.join('; ')})`,
  );
  if (ratio < LIMIT) return;
  console.log(`  is more than ${LIMIT} times`);
  process.exitCode = 1;
}

const folder = mkdtempSync(join(tmpdir(), 'floods-bench-'));
const store = await parts.openStore({ file: join(folder, 'console.db') });
const devices = await seed(store, { operators: 1, devices: (2 * ROUNDS * floods.length + 1) * BATCH });
const server = await startServer(folder);
const operator = await Operator.logIn([server.address]);
try {
  // The first calls of a process are not measured.
  await callTimes();
  for (const name of floods) await measure(name);
} finally {
  await operator.end();
  await parts.endChild(server, 'SIGTERM');
  await store.close();
  rmSync(folder, { recursive: true });
}
