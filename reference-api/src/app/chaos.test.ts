import { startChaos } from '../testing/chaos/deployment.ts';
import { Operators } from '../testing/chaos/operators.ts';
import { PHONES } from '../testing/chaos/plan.ts';
import { runChaos } from '../testing/chaos/run.ts';
import { databases } from '../testing/databases.ts';
import { shared } from '../testing/fixtures.ts';
import { fillDevices } from '../testing/report-rows.ts';

const FULL = process.env['FULL'] === '1';
jest.setTimeout(FULL ? 3_600_000 : 120_000);

const named = process.env['CHAOS_SEED'];
const RUNS = named === undefined ? (FULL ? 200 : 3) : 1;

describe.each(databases)('faults on every way, on $name', ({ name, newFilled }) => {
  const deployment = shared(async () => startChaos(await newFilled()));
  const operators = shared(() => Operators.logIn(deployment));

  it('D17c whatever breaks between the console and a phone, what is said of it is what it did', async () => {
    const first = named === undefined ? Math.floor(Math.random() * 1_000_000_000) : Number(named);
    await fillDevices(deployment.store, RUNS * PHONES);
    for (let run = 0; run < RUNS; run += 1) {
      const seed = first + run;
      const again = `Again: CHAOS_SEED=${seed} npm test -w reference-api -- src/app/chaos.test.ts -t ${name}`;
      const going = runChaos(deployment, operators, seed, run);
      const wrong = await going.catch((cause: unknown) => {
        throw new Error(`Run ${seed} broke off. ${again}`, { cause });
      });
      if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\n${again}`);
    }
  });
});
