// Measures 1, 10 and 50 operators at once, each with batches of 200 devices and an open page that waits for changes, on
// the built API over the network: on SQLite, on PostgreSQL, and on PostgreSQL with two instances, which get each
// operator's calls in turn, and of which one is killed and restarted at the end. Prints commands per second, times of
// calls, and memory. Exits with 1 after an error, or if a command is missing or duplicated.
// Run it by: node reference-api/bench/load.mjs.
import { hash } from '@node-rs/argon2';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build, SERVER } from './lib/build.mjs';

const parts = await build();

/** How many operators, and how many batches each sends in turn: with few operators, one batch measures too little. */
const STEPS = [
  { operators: 1, batches: 5 },
  { operators: 10, batches: 2 },
  { operators: 50, batches: 1 },
];
const MOST = { operators: 50, batches: 1 };
/** Items per chunk, as the console sends them, and devices of a batch. */
const CHUNK = 50;
const BATCH = 4 * CHUNK;
/** Devices for every step, and for one more step with the most operators. */
const DEVICES = BATCH * [...STEPS, MOST].reduce((sum, step) => sum + step.operators * step.batches, 0);
/** Milliseconds for the queue to become empty: longer than the claim of a killed server. */
const DRAINED_WITHIN = 360_000;
/** Milliseconds into a measurement after which a server is killed. */
const KILLED_AFTER = 300;
/** After this many attempts without an answer, each some milliseconds after the last, a call is given up. */
const ATTEMPTS = 50;
const BETWEEN_ATTEMPTS = 20;

const SHARED_KEY = 'the shared key of a bench';
const PASSWORD = 'Correct-horse-9';
const emailOf = (index) => `operator${index}@example.com`;
const sumOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0);
const quantile = (times, share) => times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)].toFixed(1);

/** Adds operators and devices; returns a function that gives a batch of devices which nobody has used yet. */
async function seed(store) {
  const made = { role: 'ADMIN', password_hash: await hash(PASSWORD), created_at: new Date().toISOString() };
  for (let index = 0; index < MOST.operators; index += 1) {
    const phone = `9${String(index).padStart(9, '0')}`;
    await parts.insertAccount(store.db, { email: emailOf(index), phone, ...made });
  }
  await parts.fillDevices(store, DEVICES);
  let next = 1;
  return () => Array.from({ length: BATCH }, () => `35${String(next++).padStart(13, '0')}`);
}

/** Logs one of the seeded operators in, whose calls the instances get in turn, each until one answers. */
async function logIn(addresses, email) {
  let [turn, token] = [0, ''];
  async function call(name, fields) {
    const wire = { token, transactionId: randomUUID(), sharedKey: SHARED_KEY };
    for (let attempt = 1; ; attempt += 1) {
      const address = addresses[turn++ % addresses.length];
      try {
        const answer = await parts.postToChild({ address }, name, { user: email, ...fields }, wire);
        if (answer.status !== 'success') throw new Error(`${name} answered ${answer.message}`);
        return answer;
      } catch (error) {
        // What fetch throws if nobody answers.
        if (!(error instanceof TypeError) || attempt === ATTEMPTS) throw error;
        await setTimeout(BETWEEN_ATTEMPTS);
      }
    }
  }
  ({ token } = await call('login', { email, password: PASSWORD }));
  return { address: addresses[0], email, token, call };
}

/** Registers a batch of devices as the console does; returns its chunks. */
async function prepare({ address, email, token, call }, imeis) {
  const [batchId, run] = [randomUUID(), randomUUID()];
  const body = new FormData();
  for (const [name, value] of Object.entries({ user: email, batchId })) body.set(name, value);
  body.set('file', new File(['sno,imei1\r\n'], 'batch.csv', { type: 'text/csv' }));
  const headers = { 'x-transaction-id': randomUUID(), 'x-api-key': token };
  const copy = await fetch(`${address}/bulkLockCopy.php`, { method: 'POST', body, headers });
  const batch = { action: 'lock', batchId };
  await call('updateCommandOnServer', { ...batch, imeilist: imeis.join() });
  const facts = { fileName: 'load.csv', total: imeis.length, invalid: 0, duplicates: 0 };
  await call('batchClaim', { ...batch, run, place: 'load bench', batch: facts });
  const { file: filename } = await copy.json();
  const items = imeis.map((imei, index) => ({ row: index + 1, imei, transactionId: randomUUID() }));
  return Array.from({ length: BATCH / CHUNK }, (_, at) => ({
    ...{ ...batch, filename, run },
    items: items.slice(at * CHUNK, (at + 1) * CHUNK),
  }));
}

/** Waits as an open page does; returns what resolves once it is told of one of these devices. */
async function watch({ call }, devices) {
  const imeis = devices.slice(0, parts.WATCHED_DEVICES);
  const { seen } = await call('commandChanges', { imeis });
  return { told: call('commandChanges', { imeis, seen }) };
}

/** Lets everybody send a batch at once, while pages wait for what comes of them. */
async function sendRound({ everybody, devices }, operators, meanwhile) {
  const sending = everybody.slice(0, operators).map((operator) => ({ operator, list: devices() }));
  const batches = await Promise.all(sending.map(({ operator, list }) => prepare(operator, list)));
  const waiting = await Promise.all(sending.map(({ operator, list }) => watch(operator, list)));
  const round = { times: [], errors: [], found: 0, seconds: 0 };
  async function send({ operator: { call } }, index) {
    for (const chunk of batches[index]) {
      const at = performance.now();
      const { items } = await call('batchItems', chunk);
      round.times.push(performance.now() - at);
      round.found += items.filter(({ message }) => message === 'found').length;
    }
  }
  const begun = performance.now();
  const note = (error) => void round.errors.push(error.message);
  const [ended] = await Promise.all([
    Promise.all(sending.map((one, index) => send(one, index).catch(note))).then(() => performance.now()),
    meanwhile(),
  ]);
  round.seconds = (ended - begun) / 1000;
  const told = await Promise.all(waiting.map((one) => one.told));
  if (!told.every(({ changed }) => changed)) round.errors.push('a page that waits was not told of its commands');
  return round;
}

const countCommands = async ({ db }, status) => {
  const open = status ? db.selectFrom('commands').where('status', '<>', status) : db.selectFrom('commands');
  return (await open.select(({ fn }) => fn.countAll().as('all')).executeTakeFirstOrThrow()).all;
};

/** Waits until every command was acknowledged, so that the last measurement does not affect the next. */
async function drain(store) {
  const end = Date.now() + DRAINED_WITHIN;
  while ((await countCommands(store, 'acknowledged')) > 0) {
    if (Date.now() > end) throw new Error('The queue did not become empty.');
    await setTimeout(100);
  }
}

/** Measures one number of operators, and prints it. */
async function measure(place, { operators, batches }, meanwhile = () => undefined) {
  const before = await countCommands(place.store);
  const rounds = [];
  while (rounds.length < batches) rounds.push(await sendRound(place, operators, meanwhile));
  const wanted = operators * batches * BATCH;
  const [made, found] = [(await countCommands(place.store)) - before, sumOf(rounds.map((round) => round.found))];
  const errors = rounds.flatMap((round) => round.errors);
  if (found !== wanted || made !== wanted) errors.push(`${found} were answered and ${made} made, of ${wanted}`);
  const times = rounds.flatMap((round) => round.times).toSorted((left, right) => left - right);
  const rate = wanted / sumOf(rounds.map(({ seconds }) => seconds));
  console.log(
    `  ${operators} at once: ${rate.toFixed(0)} commands/s, a call p50 ${quantile(times, 0.5)} ms, ` +
      `p99 ${quantile(times, 0.99)} ms, ${errors.length} errors`,
  );
  for (const error of new Set(errors.slice(0, 5))) console.log(`     ${error}`);
  if (errors.length > 0) process.exitCode = 1;
  await drain(place.store);
}

/** Returns the most memory that a server has held so far, in megabytes. */
const peakMegabytes = ({ process: { pid } }) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Starts instances, measures, and ends them. With several, kills and replaces the last at the end. */
async function run(title, location, instances, environment = {}) {
  console.log(`${title}:`);
  const store = await parts.openStore(location);
  const simulated = { GATEWAY: 'simulator', SIMULATOR_DELAY_MS: '0', ...environment };
  const start = (PORT = '0') => parts.startProgram(SERVER, { SHARED_KEY, DATA_DIR: folder, ...simulated, PORT });
  const servers = [];
  const everybody = [];
  try {
    const devices = await seed(store);
    while (servers.length < instances) servers.push(await start());
    const addresses = servers.map(({ address }) => address);
    while (everybody.length < MOST.operators) everybody.push(await logIn(addresses, emailOf(everybody.length)));
    const place = { store, everybody, devices };
    for (const step of STEPS) await measure(place, step);
    console.log(`  most memory of a server: ${servers.map(peakMegabytes).join(' and ')} MB`);
    if (instances === 1) return;
    console.log(' while one instance is killed and started again:');
    await measure(place, MOST, async () => {
      await setTimeout(KILLED_AFTER);
      const last = servers.pop();
      await parts.endChild(last, 'SIGKILL');
      servers.push(await start(new URL(last.address).port));
    });
  } finally {
    for (const server of servers) await parts.endChild(server, 'SIGTERM');
    await store.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'load-bench-'));
const postgres = await parts.startThrowawayPostgres();
try {
  await run('SQLite', { file: join(folder, 'console.db') }, 1);
  for (const [title, instances] of Object.entries({ PostgreSQL: 1, 'PostgreSQL, two instances': 2 })) {
    const url = await postgres.newDatabase();
    await run(title, { url }, instances, { DATABASE_URL: url });
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
