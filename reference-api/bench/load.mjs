// 1, 10 and 50 operators at once, each with batches of 200 devices of their own, through the built API over the
// network: on SQLite, and on PostgreSQL with two instances that each operator's calls go to in turn; in single calls,
// as an existing back end gets them, and in chunks. Prints commands a second and times of calls, beside those of one
// operator, and what the servers did meanwhile. An error, or a command that is missing or there twice, ends it with 1.
// Run by hand: node reference-api/bench/load.mjs.
import { hash } from '@node-rs/argon2';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fromSharedLib } from '../../tooling/lib/from-shared-lib.mjs';
import { buildServer, startServer } from './lib/built-server.mjs';
import { BATCH, Operator, sendAtOnce } from './lib/operators.mjs';
import { profileTime, shareByModule } from './lib/profile.mjs';
import { loadParts } from './load-parts.mjs';

/** How many operators, and how many batches each sends in turn, so that few are not measured by a moment. */
const STEPS = [
  { operators: 1, batches: 5 },
  { operators: 10, batches: 2 },
  { operators: 50, batches: 1 },
];
const WAYS = ['single calls', 'chunks'];
const MOST_OPERATORS = Math.max(...STEPS.map(({ operators }) => operators));
const DEVICES = WAYS.length * BATCH * STEPS.reduce((sum, { operators, batches }) => sum + operators * batches, 0);
const SHARED_KEY = 'the shared key of a bench';
const PASSWORD = 'Correct-horse-9';
const emailOf = (index) => `operator${index}@example.com`;
const imeiOf = (number) => `35${String(number).padStart(13, '0')}`;
/** Milliseconds that the queue is given to become empty between two measurements. */
const DRAINED_WITHIN = 60_000;

async function seed(parts, store) {
  const passwordHash = await hash(PASSWORD);
  const at = new Date().toISOString();
  for (let index = 0; index < MOST_OPERATORS; index += 1)
    await parts.insertAccount(store.db, {
      email: emailOf(index),
      phone: `9${String(index).padStart(9, '0')}`,
      role: 'ADMIN',
      passwordHash,
      at,
    });
  await parts.fillDevices(store, DEVICES);
}

const countCommands = async ({ db }) =>
  (
    await db
      .selectFrom('commands')
      .select(({ fn }) => fn.countAll().as('all'))
      .executeTakeFirstOrThrow()
  ).all;

/** Waits until every command was acknowledged, so that no measurement has the one before on its back. */
async function drain({ db }) {
  const end = Date.now() + DRAINED_WITHIN;
  const isOpen = () => db.selectFrom('commands').select('id').where('status', '<>', 'acknowledged').limit(1).execute();
  while ((await isOpen()).length > 0) {
    if (Date.now() > end) throw new Error('The queue did not become empty.');
    await setTimeout(100);
  }
}

const quantile = (times, share) => times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)];

/** One way of sending, by one number of operators. */
async function measure(store, operators, { way, batches, devices }) {
  const before = await countCommands(store);
  const stretch = { from: profileTime(), until: 0 };
  let [seconds, found] = [0, 0];
  const [times, errors] = [[], []];
  for (let round = 0; round < batches; round += 1) {
    const prepared = await Promise.all(operators.map((operator) => operator.prepare(way, devices(BATCH))));
    stretch.from = profileTime();
    const sent = await sendAtOnce(prepared);
    stretch.until = profileTime();
    seconds += sent.seconds;
    found += sent.found;
    times.push(...sent.times);
    errors.push(...sent.errors);
  }
  const wanted = operators.length * batches * BATCH;
  const made = (await countCommands(store)) - before;
  if (found !== wanted || made !== wanted) errors.push(`${found} were answered and ${made} made, of ${wanted}`);
  await drain(store);
  times.sort((left, right) => left - right);
  return { rate: wanted / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99), errors, stretch };
}

function tell(operators, { rate, p50, p99, errors }, alone) {
  const beside = alone
    ? ` (${(rate / alone.rate).toFixed(1)} and ${(p50 / alone.p50).toFixed(1)} times those of 1)`
    : '';
  console.log(
    `  ${String(operators).padStart(2)} at once: ${rate.toFixed(0)} commands/s, a call p50 ${p50.toFixed(1)} ms, ` +
      `p99 ${p99.toFixed(1)} ms${beside}, ${errors.length} errors`,
  );
  for (const error of new Set(errors.slice(0, 5))) console.log(`     ${error}`);
  if (errors.length > 0) process.exitCode = 1;
}

/** Every way by every number of operators; the stretches of time of those by the most. */
async function measureAll(store, everybody) {
  let next = 1;
  const devices = (count) => Array.from({ length: count }, () => imeiOf(next++));
  const stretches = new Map();
  for (const way of WAYS) {
    console.log(` ${way}:`);
    let alone;
    for (const { operators, batches } of STEPS) {
      const result = await measure(store, everybody.slice(0, operators), { way, batches, devices });
      tell(operators, result, alone);
      alone ??= result;
      stretches.set(way, result.stretch);
    }
  }
  return stretches;
}

function tellProfiles(profiles, bundle, stretches) {
  for (const [way, stretch] of stretches) {
    const { busy, rows } = shareByModule(profiles, bundle, stretch);
    const title = `what the servers did with ${MOST_OPERATORS} operators, ${way}`;
    console.log(` ${title}: busy ${(busy * 100).toFixed(0)} % of the time, of it`);
    for (const { name, share } of rows.slice(0, 10)) console.log(`  ${(share * 100).toFixed(1).padStart(5)} % ${name}`);
  }
}

/** Starts instances, measures, and ends them, so that they leave their profiles. */
async function run(parts, bundle, { title, folder, location, environment = {}, instances }) {
  console.log(`${title}:`);
  const profiles = join(folder, `profiles of ${instances}`);
  mkdirSync(profiles);
  const store = await parts.openStore(location);
  const servers = [];
  const everybody = [];
  let stretches;
  try {
    await seed(parts, store);
    const settings = { SHARED_KEY, DATA_DIR: folder, GATEWAY: 'simulator', SIMULATOR_DELAY_MS: '0', ...environment };
    while (servers.length < instances) servers.push(await startServer(bundle, profiles, settings));
    const addresses = servers.map(({ address }) => address);
    const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: SHARED_KEY });
    while (everybody.length < MOST_OPERATORS) {
      const operator = new Operator({ addresses, codec, email: emailOf(everybody.length), password: PASSWORD });
      everybody.push(operator);
      await operator.logIn();
    }
    stretches = await measureAll(store, everybody);
  } finally {
    for (const operator of everybody) operator.end();
    for (const server of servers) await server.end();
    await store.close();
  }
  tellProfiles(profiles, bundle, stretches);
}

const { createEnvelopeCodec } = await fromSharedLib(
  "export { createEnvelopeCodec } from '@device-console/shared-lib/crypto';",
);
const parts = await loadParts('load', {
  'testing/throwaway-postgres': ['startThrowawayPostgres'],
  'testing/report-rows': ['fillDevices'],
  'core/store/store': ['openStore'],
  'core/store/accounts': ['insertAccount'],
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
  const url = await postgres.newDatabase();
  await run(parts, bundle, {
    title: 'PostgreSQL, two instances',
    folder,
    location: { url },
    environment: { DATABASE_URL: url },
    instances: 2,
  });
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
