import { ChaosDeployment, changesFrom } from '../testing/chaos/deployment.ts';
import { Operators } from '../testing/chaos/operators.ts';
import { PHONES } from '../testing/chaos/plan.ts';
import { runChaos } from '../testing/chaos/run.ts';
import { databases } from '../testing/databases.ts';
import { newFolder, testRun } from '../testing/test-run.ts';
import { shared } from '../testing/fixtures.ts';

const FULL = process.env['FULL'] === '1';
jest.setTimeout(FULL ? 3_600_000 : 120_000);

const named = process.env['CHAOS_SEED'];
const RUNS = named === undefined ? (FULL ? 200 : 3) : 1;
/** Other tests use the devices before this one. */
const FIRST_PHONE = 100;

/** Returns the seed of the first run; each run adds one. */
const firstSeed = () => (named === undefined ? Math.floor(Math.random() * 1_000_000_000) : Number(named));

/** Returns the command that repeats a single run. */
const replayOf = (seed: number, database: string) =>
  `CHAOS_SEED=${seed} npm test -w reference-api -- src/app/chaos.test.ts -t ${database}`;

async function told(seed: number, database: string, run: () => Promise<readonly string[]>): Promise<void> {
  const wrong = await run().catch((error: unknown) => {
    throw new Error(`Run ${seed} broke off. Again: ${replayOf(seed, database)}`, { cause: error });
  });
  if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\nAgain: ${replayOf(seed, database)}`);
}

describe.each(databases)('faults on every way, on $name', ({ name, newEmpty }) => {
  const folder = newFolder();
  const deployment = shared(async () =>
    ChaosDeployment.start({ bundled: testRun().bundled, folder, location: await newEmpty(folder) }),
  );
  const operators = shared(() => Operators.logIn(deployment));

  it('D17c whatever breaks between the console and a phone, what is said of it is what it did', async () => {
    const first = firstSeed();
    for (let run = 0; run < RUNS; run += 1) {
      const seed = first + run;
      await told(seed, name, () => runChaos(deployment, operators, seed, FIRST_PHONE + run * PHONES));
    }
    // Includes what a process did after its run.
    const changes = await changesFrom(deployment.store, 0);
    expect(changes.filter(({ before }) => before === 'acknowledged')).toEqual([]);
  });
});
