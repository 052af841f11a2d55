// `npm test`: runs its stages, and reports how each went.
import { messageOf } from './errors.mjs';
import { type Check, type Counts, type Extent, type Stage, checks, lanes, quickStages } from './gate-stages.ts';
import { runScripts } from './package-scripts.ts';
import { testSeed } from '../jest/test-order.cjs';
import type { Log } from './run-node.ts';

/** How one stage went. */
type Result = Counts & { name: string; seconds: number };

const everything = [...checks, ...Object.values(lanes).flat()];
const ids = everything.map(({ id }) => id);

function chosenOf(positionals: readonly string[]): { extent: Extent; chosen: readonly string[] } {
  const [first] = positionals;
  if (first === 'quick') return { extent: 'quick', chosen: quickStages };
  if (first === undefined || first === 'full') return { extent: 'whole', chosen: ids };
  const unknown = positionals.find((id) => !ids.includes(id));
  if (unknown) throw new Error(`There is no stage ${unknown}; there are ${ids.join(', ')}.`);
  return { extent: 'whole', chosen: positionals };
}

/**
 * Runs the tasks of all checks, as many at a time as there are cores. Returns each check's result; its time is the sum
 * of its tasks' times.
 */
async function runChecks(chosen: readonly Check[]): Promise<Result[]> {
  if (chosen.length === 0) return [];
  console.log(`\n=== ${chosen.map(({ name }) => name).join(', ')}`);
  const tasks = await runScripts({ scripts: chosen.map(({ script }) => script), print: console.log });
  return chosen.map(({ name, script }) => {
    const own = tasks.filter((task) => task.script === script);
    return {
      name,
      passed: 0,
      failed: own.filter(({ isOk }) => !isOk).length,
      seconds: own.reduce((total, { seconds }) => total + seconds, 0),
    };
  });
}

async function runStage({ name, work }: Stage, extent: Extent, print: Log): Promise<Result> {
  const started = performance.now();
  print(`=== ${name}`);
  const counts = { passed: 0, failed: 0 };
  try {
    Object.assign(counts, await work(extent, print));
  } catch (error) {
    print(`${name}: ${messageOf(error)}`);
    counts.failed += 1;
  }
  return { name, ...counts, seconds: (performance.now() - started) / 1000 };
}

/** Runs the chosen stages, the lanes in parallel. Each printed line starts with the name of its lane. */
async function runLanes(chosen: readonly string[], extent: Extent): Promise<Result[]> {
  const results = await Promise.all(
    Object.entries(lanes).map(async ([lane, stages]) => {
      const print: Log = (text) => console.log(text.replaceAll(/^/gm, `${lane.padEnd(7)} | `));
      const done: Result[] = [];
      for (const stage of stages) if (chosen.includes(stage.id)) done.push(await runStage(stage, extent, print));
      return done;
    }),
  );
  return results.flat();
}

const lineOf = ({ name, seconds, failed }: Result): string =>
  `${seconds.toFixed(1).padStart(7)} s  ${name}${failed > 0 ? '  FAILED' : ''}`;

/** Returns the exit code. */
export async function runGate(positionals: readonly string[], seed?: string) {
  const { extent, chosen } = chosenOf(positionals);
  if (positionals[0] === 'full') process.env['FULL'] = '1';
  // Results of another order answer nobody who asks for this one: nx.json counts ASKED_SEED among what tests depend on.
  if (seed !== undefined) Object.assign(process.env, { TEST_SEED: seed, ASKED_SEED: seed });
  const repeat = `node tooling/test.js ${[...positionals, '--seed', testSeed()].join(' ')}`;
  console.log(`The order of the tests is that of seed ${testSeed()}.`);
  const started = performance.now();
  const results = await runChecks(checks.filter(({ id }) => chosen.includes(id)));
  results.push(...(await runLanes(chosen, extent)));
  const sum = (of: (counts: Counts) => number) => results.reduce((total, result) => total + of(result), 0);
  const failed = sum((result) => result.failed);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`\n${results.map(lineOf).join('\n')}\n${minutes.padStart(7)} min  all\n`);
  if (extent === 'quick') {
    const left = everything.filter(({ id }) => !quickStages.includes(id)).map(({ name }) => name);
    console.log(`Left out: ${left.join(', ')}, the store on PostgreSQL, and all browser tests but one journey.`);
    console.log('npm test runs them too.');
  }
  const failures = results.flatMap((result) => result.failures ?? []);
  if (failures.length > 0) console.log(`Failed:\n${failures.map((name) => `  ${name}`).join('\n')}\n`);
  if (failed > 0) console.log(`The same tests in the same order: ${repeat}`);
  console.log(`${sum(({ passed }) => passed)} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
