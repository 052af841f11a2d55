// Measures the calls that the console's pages make on PostgreSQL with many devices, five times as many commands and as
// many audits. Prints the median and the 99th percentile of each in ms, beside those of a bare query that finds the
// same by an index, in the same run. Exits with 1 if a statement reads a large table whole, or a call takes longer than
// its page may wait. Run it by: node reference-api/bench/scale.mjs [devices] [plans]; `plans` measures no time.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { clientOfBench, parts, quantile, startServer } from './lib/operators.mjs';
import { pageCalls } from './lib/page-calls.mjs';
import { logPlans, scansSince, sizeOfLog } from './lib/plans.mjs';
import { fillConsole, largeTables } from './lib/scale-data.mjs';

const [, , size = '1000000', only] = process.argv;
const devices = Number(size);
const ROUNDS = 30;
const ms = (value) => value.toFixed(1).padStart(8);

const workOfComputer = () => ({
  idle: cpus().reduce((sum, { times }) => sum + times.idle, 0),
  all: cpus().reduce((sum, { times }) => sum + Object.values(times).reduce((all, one) => all + one, 0), 0),
});

async function ask(session, { call, body, name }) {
  const { status, answer } = await session.call(call, body);
  if (status !== 200 || answer.status === 'error')
    throw new Error(`${name} was answered ${status}: ${JSON.stringify(answer).slice(0, 300)}`);
}

async function withServer(folder, url, work) {
  const server = await startServer(folder, { DATABASE_URL: url });
  try {
    await work(await (await clientOfBench(server)).logIn('operator0@example.com'));
  } finally {
    await parts.endChild(server, 'SIGTERM');
  }
}

/** Fails for each statement that reads a large table whole. */
async function checkPlans(session, postgres) {
  for (const one of pageCalls) {
    const before = await sizeOfLog(postgres);
    await ask(session, one);
    const scans = await scansSince(postgres, before, largeTables);
    for (const { table, text } of scans) console.log(`  MISS ${one.name} reads all ${table}: ${text}`);
    if (scans.length > 0) process.exitCode = 1;
  }
  console.log(`  ${pageCalls.length} calls were asked how they read`);
}

async function timeOf(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The call and its bare query take turns, so that both meet the same load. */
async function measure(session, client, one) {
  const times = { call: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [call, bare] = [await timeOf(() => ask(session, one)), await timeOf(() => client.query(one.bare))];
    if (round === 0) continue;
    times.call.push(call);
    times.bare.push(bare);
  }
  const [call, bare] = Object.values(times).map((list) => list.toSorted((left, right) => left - right));
  const isGood = quantile(call, 0.99) <= one.most;
  if (!isGood) process.exitCode = 1;
  const figures = [call, bare].map((list) => ms(quantile(list, 0.5)) + ms(quantile(list, 0.99))).join('   ');
  console.log(`  ${isGood ? 'ok  ' : 'MISS'} ${one.name.padEnd(28)}${figures}   of ${one.most}`);
}

async function measureAll(session, client) {
  const before = workOfComputer();
  console.log(`  ${' '.repeat(33)}call p50     p99  bare p50     p99`);
  for (const one of pageCalls) await measure(session, client, one);
  const after = workOfComputer();
  const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
  console.log(`  the computer was ${(busy * 100).toFixed(0)} % busy`);
}

async function run(url, postgres) {
  const store = await parts.openStore({ url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fillConsole(store, client, devices);
    const noMorePlans = await logPlans(client, 'scale');
    await withServer(folder, url, (session) => checkPlans(session, postgres));
    await noMorePlans();
    if (only === 'plans') return;
    await withServer(folder, url, (session) => measureAll(session, client));
  } finally {
    await client.end();
    await store.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'scale-bench-'));
const postgres = await parts.startThrowawayPostgres();
try {
  await run(await postgres.newDatabase('scale'), postgres);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
