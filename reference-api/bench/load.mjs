// Measures 1, 10 and 50 operators at once, each with batches of 200 devices and an open page that waits for changes, on
// the built API over the network: on SQLite, on PostgreSQL, and on PostgreSQL with two instances, which get each
// operator's calls in turn, and of which one is killed and restarted at the end. Commands go in single calls, as an
// existing back end gets them, and in chunks. Prints commands per second and times of calls, compared with one
// operator, and the load of the computer. Exits with 1 after an error, or if a command is missing
// or duplicated. Run by hand: node reference-api/bench/load.mjs.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildServer, startServer } from './lib/built-server.mjs';
import { BATCH, Operator, quantile, seed, seedParts, sendAtOnce, settingsOf } from './lib/operators.mjs';
import { loadParts } from './load-parts.mjs';

/** How many operators, and how many batches each sends in turn: with few operators, one batch measures too little. */
const STEPS = [
  { operators: 1, batches: 5 },
  { operators: 10, batches: 2 },
  { operators: 50, batches: 1 },
];
const WAYS = ['single calls', 'chunks'];
const MOST_OPERATORS = Math.max(...STEPS.map(({ operators }) => operators));
/** Devices for every step, and for one more step with the most operators. */
const DEVICES =
  WAYS.length * BATCH * STEPS.reduce((sum, { operators, batches }) => sum + operators * batches, MOST_OPERATORS);
/** Milliseconds for the queue to become empty: longer than the claim of a killed server. */
const DRAINED_WITHIN = 360_000;

const countCommands = async ({ db }) =>
  (
    await db
      .selectFrom('commands')
      .select(({ fn }) => fn.countAll().as('all'))
      .executeTakeFirstOrThrow()
  ).all;

/** Waits until every command was acknowledged, so that the last measurement does not affect the next. */
async function drain({ db }) {
  const end = Date.now() + DRAINED_WITHIN;
  const isOpen = () => db.selectFrom('commands').select('id').where('status', '<>', 'acknowledged').limit(1).execute();
  while ((await isOpen()).length > 0) {
    if (Date.now() > end) throw new Error('The queue did not become empty.');
    await setTimeout(100);
  }
}

/** Milliseconds into a measurement after which a server is killed. */
const KILLED_AFTER = 300;

/** Returns the milliseconds that all cores were busy and idle so far. */
function workOfComputer() {
  let [busy, idle] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    busy += times.user + times.nice + times.sys + times.irq;
  }
  return { busy, idle };
}

/** Measures one way of sending with one number of operators. */
async function measure(store, operators, { way, batches, devices, meanwhile }) {
  const before = await countCommands(store);
  let [seconds, found, busy, idle] = [0, 0, 0, 0];
  const [times, errors] = [[], []];
  for (let round = 0; round < batches; round += 1) {
    const lists = operators.map(() => devices(BATCH));
    const prepared = await Promise.all(operators.map((operator, index) => operator.prepare(way, lists[index])));
    const waiting = await Promise.all(operators.map((operator, index) => operator.watch(lists[index])));
    const work = workOfComputer();
    const [sent] = await Promise.all([sendAtOnce(prepared), meanwhile?.()]);
    const after = workOfComputer();
    busy += after.busy - work.busy;
    idle += after.idle - work.idle;
    seconds += sent.seconds;
    found += sent.found;
    times.push(...sent.times);
    errors.push(...sent.errors);
    const told = await Promise.all(waiting.map((one) => one.told));
    if (!told.every(({ changed }) => changed)) errors.push('a page that waits was not told of its commands');
  }
  const wanted = operators.length * batches * BATCH;
  const made = (await countCommands(store)) - before;
  if (found !== wanted || made !== wanted) errors.push(`${found} were answered and ${made} made, of ${wanted}`);
  times.sort((left, right) => left - right);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { rate: wanted / seconds, p50, p99, busy: busy / (busy + idle), errors };
}

function tell(operators, { rate, p50, p99, busy, errors }, alone) {
  const beside = alone
    ? ` (${(rate / alone.rate).toFixed(1)} and ${(p50 / alone.p50).toFixed(1)} times those of 1)`
    : '';
  console.log(
    `  ${String(operators).padStart(2)} at once: ${rate.toFixed(0)} commands/s, a call p50 ${p50.toFixed(1)} ms, ` +
      `p99 ${p99.toFixed(1)} ms${beside}, the computer ${(busy * 100).toFixed(0)} % busy, ${errors.length} errors`,
  );
  for (const error of new Set(errors.slice(0, 5))) console.log(`     ${error}`);
  if (errors.length > 0) process.exitCode = 1;
}

/** Measures every way with every number of operators. */
async function measureAll(store, everybody, devices) {
  for (const way of WAYS) {
    console.log(` ${way}:`);
    let alone;
    for (const { operators, batches } of STEPS) {
      const result = await measure(store, everybody.slice(0, operators), { way, batches, devices });
      await drain(store);
      tell(operators, result, alone);
      alone ??= result;
    }
  }
}

/** Measures every way with the most operators, while the last server is killed and replaced. */
async function measureKilled(store, everybody, devices, { servers, start }) {
  console.log(' while one instance is killed and started again:');
  for (const way of WAYS) {
    const meanwhile = async () => {
      await setTimeout(KILLED_AFTER);
      const last = servers.pop();
      await last.end('SIGKILL');
      servers.push(await start(new URL(last.address).port));
    };
    console.log(`  ${way}:`);
    tell(MOST_OPERATORS, await measure(store, everybody, { way, batches: 1, devices, meanwhile }));
  }
  await drain(store);
}

/** Starts instances, measures, and ends them. */
async function run(parts, bundle, { title, folder, location, environment = {}, instances }) {
  console.log(`${title}:`);
  const store = await parts.openStore(location);
  const servers = [];
  const everybody = [];
  try {
    const devices = await seed(parts, store, { operators: MOST_OPERATORS, devices: DEVICES });
    const settings = { ...settingsOf(folder), ...environment };
    const start = (port = '0') => startServer(bundle, { ...settings, PORT: port });
    while (servers.length < instances) servers.push(await start());
    const addresses = servers.map(({ address }) => address);
    while (everybody.length < MOST_OPERATORS) everybody.push(await Operator.logIn(addresses, everybody.length));
    await measureAll(store, everybody, devices);
    console.log(` most memory of a server: ${servers.map((one) => one.peakMegabytes().toFixed(0)).join(' and ')} MB`);
    if (instances > 1) await measureKilled(store, everybody, devices, { servers, start });
  } finally {
    for (const operator of everybody) operator.end();
    for (const server of servers) await server.end();
    await store.close();
  }
}

const parts = await loadParts('load', {
  'testing/throwaway-postgres': ['startThrowawayPostgres'],
  ...seedParts,
});
const bundle = buildServer('load-bench');
const folder = mkdtempSync(join(tmpdir(), 'load-bench-'));
const postgres = await parts.startThrowawayPostgres();
try {
  await run(parts, bundle, {
    title: 'SQLite',
    folder,
    location: { file: join(folder, 'console.db') },
    instances: 1,
  });
  for (const [title, instances] of [
    ['PostgreSQL', 1],
    ['PostgreSQL, two instances', 2],
  ]) {
    const url = await postgres.newDatabase();
    await run(parts, bundle, { title, folder, location: { url }, environment: { DATABASE_URL: url }, instances });
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
