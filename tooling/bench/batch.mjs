// A batch of many devices through the built console and the built API, on SQLite and on PostgreSQL: in chunks and one
// by one in Chromium, each beside a bare loop that makes the same calls; and batches of a hundredth to ten times as
// many rows, one after the other in one database. Run by hand: node tooling/bench/batch.mjs [rows] [SQLite|PostgreSQL].
// CHROMIUM_PATH says which Chromium. The servers run at a lower priority than the page.
/** @import { BatchTimes } from './lib/batch-console.mjs' */
/** @import { TimedPage } from './lib/batch-in-chromium.mjs' */
import { setPriority } from 'node:os';
import { findChromium } from '../lib/chromium.mjs';
import { loadParts } from '../../reference-api/bench/load-parts.mjs';
import { SERVER_NICENESS, withBatchConsole } from './lib/batch-console.mjs';

/** @import * as throwaway from '../../reference-api/src/testing/throwaway-postgres.ts' */

/**
 * What a batch must reach: rows a second in chunks, how much quicker that is than one by one, each beside the bare loop
 * of the same calls, and the rows a second of the largest batch beside those of the asked for size. The longest task is
 * limited up to the asked for size.
 */
const LIMITS = { rowsPerSecond: 1000, speedup: 20, chunksOfBare: 0.5, singlesOfBare: 1.4, taskMs: 50, growth: 0.67 };
const [, , count = '100000', asked] = process.argv;
const rows = Number(count);
const sizes = [rows / 100, rows / 10, rows, rows * 10];
/** Enough rows to know the time per row. */
const SINGLES = Math.min(rows, 1_500);
const BARE_ROWS = Math.min(rows, 20_000);

/** @type {(title: string, value: string, isGood: boolean) => void} */
function tell(title, value, isGood) {
  console.log(`  ${isGood ? 'ok  ' : 'MISS'} ${title}: ${value}`);
  if (!isGood) process.exitCode = 1;
}

/** @type {(count: number, milliseconds: number) => number} */
const rate = (count, milliseconds) => (count / milliseconds) * 1000;

/** @type {(batch: TimedPage) => number} */
const rateOf = (batch) => rate(batch.rows, batch.milliseconds);

/** @type {(chunks: readonly TimedPage[]) => void} */
function reportGrowth(chunks) {
  console.log('       rows     rows a second   longest task   memory of the page, before and at the end');
  for (const batch of chunks) {
    const [early = 0, late = 0] = batch.heapMegabytes;
    const figures = [batch.rows, `${rateOf(batch).toFixed(0)}`, `${batch.longestTaskMs.toFixed(0)} ms`];
    const [count, speed, task] = figures.map(String);
    // The list of a million IMEIs is a body of 16 MB, which the browser copies to sign it.
    const isShort = batch.longestTaskMs <= LIMITS.taskMs;
    const isGood = (isShort || batch.rows > rows) && late < early + 50;
    if (!isGood) process.exitCode = 1;
    console.log(
      `  ${isGood ? 'ok  ' : 'MISS'} ${count?.padEnd(12)}${speed?.padEnd(16)}${task?.padEnd(15)}` +
        `${early.toFixed(0)} MB, ${late.toFixed(0)} MB${isShort ? '' : `, ${batch.longTasks}`}`,
    );
  }
}

/** @type {(times: BatchTimes) => void} */
function report({ chunks, singles, bareChunks, bareSingles, bareInPage }) {
  const asked = /** @type {TimedPage} */ (chunks.find((batch) => batch.rows === rows));
  const largest = /** @type {TimedPage} */ (chunks.at(-1));
  const quick = rateOf(asked);
  const slow = rate(singles.rows, singles.milliseconds);
  const ofBare = quick / rate(bareChunks.rows, bareChunks.milliseconds);
  /** @param {typeof bareSingles} bare */
  const timesOf = (bare) => rate(bare.rows, bare.milliseconds) / slow;
  tell(`${rows} rows in chunks`, `${quick.toFixed(0)} a second`, quick >= LIMITS.rowsPerSecond);
  tell('against one by one', `${(quick / slow).toFixed(1)} times as fast`, quick / slow >= LIMITS.speedup);
  tell("of Node's bare loop of the same chunks", ofBare.toFixed(2), ofBare >= LIMITS.chunksOfBare);
  const single = timesOf(bareInPage);
  tell(
    'one by one against the same calls in a bare page',
    `${single.toFixed(2)} (${(1000 / slow).toFixed(1)} ms a row; of Node's loop ${timesOf(bareSingles).toFixed(2)})`,
    single <= LIMITS.singlesOfBare,
  );
  const growth = rateOf(largest) / quick;
  tell(`${largest.rows} rows against ${rows}`, growth.toFixed(2), growth >= LIMITS.growth);
  reportGrowth(chunks);
}

const { startThrowawayPostgres } = /** @type {typeof throwaway} */ (
  await loadParts('batch-console', { 'testing/throwaway-postgres': ['startThrowawayPostgres'] })
);
const program = findChromium();
const postgres = await startThrowawayPostgres();
for (const id of await postgres.processes()) setPriority(id, SERVER_NICENESS);
try {
  console.log(program);
  for (const [database, url] of /** @type {const} */ ([
    ['SQLite', null],
    ['PostgreSQL', await postgres.newDatabase()],
  ])) {
    if (asked !== undefined && asked !== database) continue;
    console.log(`${database}:`);
    report(
      await withBatchConsole(url, (bench) => bench.measure(program, { sizes, singles: SINGLES, bare: BARE_ROWS })),
    );
  }
} finally {
  await postgres.stop();
}
