import { startChaos, type ChaosDeployment } from '../testing/chaos/deployment.ts';
import { Operators } from '../testing/chaos/operators.ts';
import { PHONES, planOf, type Plan } from '../testing/chaos/plan.ts';
import { wrongIn } from '../testing/chaos/verify.ts';
import { startHttpPhones } from '../testing/phones/http-phones.ts';
import { startKnoxPhones } from '../modules/knox-guard/testing/knox-phones.ts';
import { databases, shared, waitUntil } from '../testing/index.ts';
import { fillDevices, imeiOf } from '../testing/report-rows.ts';

const FULL = process.env['FULL'] === '1';
jest.setTimeout(FULL ? 3_600_000 : 120_000);

const named = process.env['CHAOS_SEED'];
const ways = [
  { behind: 'the protocol', start: startHttpPhones, runs: 3 },
  { behind: 'Knox Guard', start: startKnoxPhones, runs: 2 },
] as const;

/** Arms what a plan does to connections and processes. */
function prepare(deployment: ChaosDeployment, plan: Plan): void {
  const { faults, events, provider, mailServer } = plan;
  deployment.callBackTo(0);
  deployment.mail.state.refuses = mailServer === 'refuses';
  deployment.phones.behave(provider);
  for (const { place, fault } of faults) deployment.proxyAt(place)?.arm(fault);
  for (const { what, instance, hours, place, at } of events)
    deployment.proxyAt(place)?.arm({ at }, () => deployment[what](instance, hours));
}

/** How often in a row nothing must be pending: a server goes on working for a client that has gone. */
const QUIET_LOOKS = 3;

/** Waits until every command of the phones has an outcome and nothing is pending any more. */
function settled(deployment: ChaosDeployment, imeis: readonly string[]): Promise<void> {
  let looks = 0;
  return waitUntil('every command has its outcome', async () => {
    await deployment.phones.execute();
    looks = (await deployment.isQuiet()) ? looks + 1 : 0;
    if (looks < QUIET_LOOKS) return 'something is still in hand';
    const open = await deployment.store.db
      .selectFrom('commands')
      .selectAll()
      .where('imei', 'in', imeis)
      .where('status', 'in', ['queued', 'sent', 'unknown'])
      .execute();
    const left = open.filter((row) => deployment.phones.isOpen(row));
    if (left.length === 0) return undefined;
    looks = 0;
    return JSON.stringify(left.map(({ id, status, failure }) => ({ id, status, failure })));
  });
}

/** Executes the plan of a seed on phones that no earlier run had; returns what is not as promised. */
async function runChaos(
  deployment: ChaosDeployment,
  operators: Operators,
  seed: number,
  run: number,
): Promise<readonly string[]> {
  const plan = deployment.phones.fit(planOf(seed));
  const imeis = Array.from({ length: PHONES }, (_, phone) => imeiOf(run * PHONES + phone + 1));
  deployment.phones.add(imeis);
  prepare(deployment, plan);
  const work = [
    ...plan.streams.map((stream) => operators.sendStream(stream, imeis)),
    ...plan.chunks.map((chunk) => operators.sendChunk(chunk, imeis)),
    ...Array.from({ length: plan.mails }, () => operators.forget()),
    ...plan.decisions.map((decision) => operators.decide(decision, imeis)),
  ];
  // Phones execute now and then while commands come; failures of their callbacks are ignored.
  const executing: Promise<void>[] = [];
  await Promise.all(work.map((one) => one.then(() => void executing.push(deployment.phones.execute()))));
  await deployment.heal();
  await operators.turn('running');
  await settled(deployment, imeis);
  if (await deployment.continueSuspended()) await settled(deployment, imeis);
  await Promise.allSettled(executing);
  const wrong = await wrongIn(deployment, imeis, operators.asked.splice(0), await operators.shownOf(imeis));
  return [...wrong, ...deployment.misdeeds.splice(0)];
}

const deployments = databases.flatMap(({ name, newFilled }) => ways.map((way) => ({ name, newFilled, ...way })));

describe.each(deployments)('faults on every way, on $name, before $behind', (one) => {
  const { name, newFilled, behind, start } = one;
  const runs = named === undefined ? (FULL ? 200 : one.runs) : 1;
  const deployment = shared(async () => startChaos(await newFilled(), await start()));
  const operators = shared(() => Operators.logIn(deployment));

  it('D17c whatever breaks between the console and a phone, what is said of it is what it did', async () => {
    const first = named === undefined ? Math.floor(Math.random() * 1_000_000_000) : Number(named);
    await fillDevices(deployment.store, runs * PHONES);
    for (let run = 0; run < runs; run += 1) {
      const seed = first + run;
      const which = `"on ${name}, before ${behind}"`;
      const again = `Again: CHAOS_SEED=${seed} npm test -w reference-api -- src/app/chaos.test.ts -t ${which}`;
      const going = runChaos(deployment, operators, seed, run);
      const wrong = await going.catch((cause: unknown) => {
        throw new Error(`Run ${seed} broke off. ${again}`, { cause });
      });
      if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\n${again}`);
    }
  });
});
