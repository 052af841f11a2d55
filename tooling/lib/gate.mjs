// `npm test`: runs its stages, and reports how each went.
import { messageOf } from './errors.mjs';
import { stages } from './gate-stages.mjs';

/** @typedef {import('./gate-stages.mjs').Counts} Counts */
/** @typedef {import('./gate-stages.mjs').Stage} Stage */

/**
 * Runs one stage and returns how it went.
 * @param {Stage} stage
 */
async function runStage({ name, work }) {
  const started = performance.now();
  console.log(`\n=== ${name}`);
  const counts = { passed: 0, failed: 0 };
  try {
    Object.assign(counts, await work());
  } catch (error) {
    console.error(`${name}: ${messageOf(error)}`);
    counts.failed += 1;
  }
  return {
    ...counts,
    line:
      `${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ` +
      `${name}${counts.failed > 0 ? '  FAILED' : ''}`,
  };
}

/**
 * Runs stages in their order, two at a time; returns how each went.
 * @param {readonly Stage[]} waiting
 */
async function runBeside(waiting) {
  /** @type {Awaited<ReturnType<typeof runStage>>[]} */
  const results = [];
  const queue = waiting.map((stage, index) => ({ stage, index }));
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next.index] = await runStage(next.stage);
  };
  await Promise.all([lane(), lane()]);
  return results;
}

/**
 * Runs the gate; returns the exit code. `unit` leaves out what needs a build, a database or a browser, `browser` runs
 * the browser tests alone, `full` adds the long runs.
 * @param {readonly string[]} positionals
 */
export async function runGate([extent]) {
  if (extent === 'full') process.env['FULL'] = '1';
  const started = performance.now();
  const chosen = stages().filter(({ name, unit }) =>
    extent === 'browser' ? /^(build|browser)/.test(name) : extent !== 'unit' || unit,
  );
  const results = await runBeside(chosen.filter(({ beside }) => beside));
  for (const stage of chosen.filter(({ beside }) => !beside)) results.push(await runStage(stage));
  /** @param {(counts: Counts) => number} of */
  const sum = (of) => results.reduce((total, result) => total + of(result), 0);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`\n${results.map(({ line }) => line).join('\n')}\n${minutes.padStart(7)} min  all\n`);
  console.log(`${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`);
  return sum(({ failed }) => failed) === 0 ? 0 : 1;
}
