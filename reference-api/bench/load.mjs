// Measures 1, 10 and 50 operators at once, each with batches of 200 devices and an open page that waits for changes, on
// the built API over the network: on SQLite, on PostgreSQL, and on PostgreSQL with two instances, which get each
// operator's calls in turn, and of which one is killed and restarted at the end. Commands go in single calls, as an
// existing back end gets them, and in chunks. Prints commands per second, times of calls, and how busy the computer is.
// Then a hundred operators at their pages lock devices one by one on two instances, at growing paces. Exits with 1
// after an error, if a command is missing or duplicated, or if locks at the pace of people take too long. Run it by:
// node reference-api/bench/load.mjs [SQLite|PostgreSQL|hundred], which names all that is measured.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BATCH, Operator, parts, quantile, seed, sendAtOnce, sendInTime, startServer } from './lib/operators.mjs';

/** How many operators, and how many batches each sends in turn: with few operators, one batch measures too little. */
const STEPS = [
  { operators: 1, batches: 5 },
  { operators: 10, batches: 2 },
  { operators: 50, batches: 1 },
];
const WAYS = ['single calls', 'chunks'];
/** Operators at their pages; commands a second of each, of which the first is the pace of people; commands of each. */
const PEOPLE = { operators: 100, paces: [0.5, 1, 2, 3], commands: 15 };
/** Milliseconds that the 99th percentile of a single command may take at the pace of people. */
const LONGEST_LOCK = 500;
const MOST = { operators: 50, batches: 1 };
/** Devices for every step, and for one more step with the most operators. */
const DEVICES = WAYS.length * BATCH * [...STEPS, MOST].reduce((sum, step) => sum + step.operators * step.batches, 0);
/** Milliseconds for the queue to become empty: longer than the claim of a killed server. */
const DRAINED_WITHIN = 360_000;
/** Milliseconds into a measurement after which a server is killed. */
const KILLED_AFTER = 300;

/** Waits until every command was acknowledged, so that the last measurement does not affect the next. */
async function drain({ db }) {
  const end = Date.now() + DRAINED_WITHIN;
  const isOpen = () => db.selectFrom('commands').select('id').where('status', '<>', 'acknowledged').limit(1).execute();
  while ((await isOpen()).length > 0) {
    if (Date.now() > end) throw new Error('The queue did not become empty.');
    await setTimeout(100);
  }
}

const sumOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0);

/** The milliseconds that all cores were idle, and all that passed for them. */
const workOfComputer = () => ({
  idle: sumOf(cpus().map(({ times }) => times.idle)),
  all: sumOf(cpus().flatMap(({ times }) => Object.values(times))),
});

/** Lets everybody send a batch at once, while pages wait for what comes of them. */
async function sendRound({ everybody, devices }, operators, way, meanwhile) {
  const lists = Array.from({ length: operators }, () => devices(BATCH));
  const prepared = await Promise.all(lists.map((list, index) => everybody[index].prepare(way, list)));
  const waiting = await Promise.all(lists.map((list, index) => everybody[index].watch(list)));
  const before = workOfComputer();
  const [sent] = await Promise.all([sendAtOnce(prepared), meanwhile()]);
  const after = workOfComputer();
  const told = await Promise.all(waiting.map((one) => one.told));
  if (!told.every(({ changed }) => changed)) sent.errors.push('a page that waits was not told of its commands');
  return { ...sent, busy: 1 - (after.idle - before.idle) / (after.all - before.all) };
}

/** Lets operators lock devices at a pace, each with a page that waits for what comes of the last one. */
async function lockInTime({ store, everybody, devices }, pace) {
  const { operators, commands } = PEOPLE;
  const lists = Array.from({ length: operators }, () => devices(commands));
  const prepared = await Promise.all(lists.map((list, index) => everybody[index].prepareLocks(list)));
  const pages = new AbortController();
  const waiting = lists.map((list, index) => everybody[index].watchOn(list, pages.signal));
  const before = workOfComputer();
  const { errors, times, told } = await sendInTime(prepared, 1000 / pace);
  const after = workOfComputer();
  pages.abort();
  await Promise.all(waiting);
  if (told !== operators * commands) errors.push(`${told} of ${operators * commands} were taken`);
  const sorted = times.toSorted((left, right) => left - right);
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)];
  const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
  const isGood = errors.length === 0 && (pace !== PEOPLE.paces[0] || p99 <= LONGEST_LOCK);
  console.log(
    `  ${isGood ? 'ok  ' : 'MISS'} ${operators} operators, each ${pace} locks a second: p50 ${p50.toFixed(0)} ms, ` +
      `p99 ${p99.toFixed(0)} ms, the computer ${(busy * 100).toFixed(0)} % busy, ${errors.length} errors`,
  );
  for (const error of new Set(errors.slice(0, 5))) console.log(`     ${error}`);
  if (!isGood) process.exitCode = 1;
  await drain({ db: store.db });
}

async function measure(place, { operators, batches }, way, meanwhile = () => undefined) {
  const countCommands = () =>
    place.store.db
      .selectFrom('commands')
      .select(({ fn }) => fn.countAll().as('all'))
      .executeTakeFirstOrThrow();
  const before = await countCommands();
  const rounds = [];
  while (rounds.length < batches) rounds.push(await sendRound(place, operators, way, meanwhile));
  const wanted = operators * batches * BATCH;
  const [made, found] = [(await countCommands()).all - before.all, sumOf(rounds.map((round) => round.found))];
  const errors = rounds.flatMap((round) => round.errors);
  if (found !== wanted || made !== wanted) errors.push(`${found} were answered and ${made} made, of ${wanted}`);
  const times = rounds.flatMap((round) => round.times).toSorted((left, right) => left - right);
  const rate = wanted / sumOf(rounds.map(({ seconds }) => seconds));
  const busy = sumOf(rounds.map((round) => round.busy)) / batches;
  const [p50, p99] = [quantile(times, 0.5).toFixed(1), quantile(times, 0.99).toFixed(1)];
  console.log(
    `  ${way}, ${operators} at once: ${rate.toFixed(0)} commands/s, a call p50 ${p50} ms, p99 ${p99} ms, ` +
      `the computer ${(busy * 100).toFixed(0)} % busy, ${errors.length} errors`,
  );
  for (const error of new Set(errors.slice(0, 5))) console.log(`     ${error}`);
  if (errors.length > 0) process.exitCode = 1;
  await drain(place.store);
}

/** The most memory that a server has held so far. */
const peakMegabytes = ({ process: { pid } }) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Starts instances with their operators and devices, measures, and ends them. */
async function withInstances(title, location, { instances, environment, operators, devices: count }, work) {
  console.log(`${title}:`);
  const store = await parts.openStore(location);
  const start = (port = '0') => startServer(folder, { ...environment, PORT: port });
  const servers = [];
  const everybody = [];
  try {
    const devices = await seed(store, { operators, devices: count });
    while (servers.length < instances) servers.push(await start());
    const addresses = servers.map(({ address }) => address);
    while (everybody.length < operators) everybody.push(await Operator.logIn(addresses, everybody.length));
    await work({ store, everybody, devices, servers, start });
    console.log(`  most memory of a server: ${servers.map(peakMegabytes).join(' and ')} MB`);
  } finally {
    for (const operator of everybody) await operator.end();
    for (const server of servers) await parts.endChild(server, 'SIGTERM');
    await store.close();
  }
}

/** With several instances the last one is killed and replaced at the end. */
async function sendBatches({ servers, start, ...place }) {
  for (const way of WAYS) for (const step of STEPS) await measure(place, step, way);
  if (servers.length === 1) return;
  console.log(' while one instance is killed and started again:');
  for (const way of WAYS)
    await measure(place, MOST, way, async () => {
      await setTimeout(KILLED_AFTER);
      const last = servers.pop();
      await parts.endChild(last, 'SIGKILL');
      servers.push(await start(new URL(last.address).port));
    });
}

async function lockByHand(place) {
  for (const pace of PEOPLE.paces) await lockInTime(place, pace);
}

const folder = mkdtempSync(join(tmpdir(), 'load-bench-'));
const postgres = await parts.startThrowawayPostgres();
const batches = { operators: MOST.operators, devices: DEVICES };
const hands = { operators: PEOPLE.operators, devices: PEOPLE.operators * PEOPLE.commands * PEOPLE.paces.length };
const [, , only = ''] = process.argv;
const runs = [
  { title: 'SQLite', instances: 1, ...batches, work: sendBatches },
  { title: 'PostgreSQL', instances: 1, ...batches, work: sendBatches },
  { title: 'PostgreSQL, two instances', instances: 2, ...batches, work: sendBatches },
  { title: 'PostgreSQL, two instances, a hundred operators', instances: 2, ...hands, work: lockByHand },
].filter(({ title }) => title.includes(only));
try {
  for (const { title, work, ...how } of runs) {
    const isFile = title === 'SQLite';
    const url = isFile ? undefined : await postgres.newDatabase();
    const location = isFile ? { file: join(folder, 'console.db') } : { url };
    await withInstances(title, location, { ...how, environment: isFile ? {} : { DATABASE_URL: url } }, work);
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
