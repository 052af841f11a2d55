// Runs a batch of many devices through the built console and API in Chromium, on SQLite and on PostgreSQL: in chunks,
// and one by one, which is compared with a bare page that sends the same calls. Then runs batches of a hundredth to ten
// times as many rows, one after the other in one database. e2e/specs/batch-volume.spec.ts measures whether the page
// freezes. Run by hand: node tooling/bench/batch.js [rows] [SQLite|PostgreSQL]. CHROMIUM_PATH names the Chromium. The
// servers run at a lower priority than the page.
import { setPriority } from 'node:os';
import { build } from '../../reference-api/bench/lib/build.mjs';
import {
  type BatchConsole,
  SERVER_NICENESS,
  type Timed,
  type TimedBatch,
  withBatchConsole,
} from './lib/batch-console.ts';
import type * as throwaway from '../../reference-api/src/testing/throwaway-postgres.ts';

/**
 * What a batch must reach: rows a second in chunks; how much faster that is than one by one; how much longer one by one
 * takes than a bare page; the largest batch's rows a second compared with the requested size; and how much the page's
 * heap may grow.
 */
const LIMITS = {
  rowsPerSecond: { SQLite: 1700, PostgreSQL: 1000 },
  speedup: 20,
  singlesOfBare: 1.4,
  growth: 0.67,
  megabytes: 50,
};
const [, , count = '100000', asked] = process.argv;
const rows = Number(count);
const sizes = [rows / 100, rows / 10, rows, rows * 10];
/** Rows of a chunk, as the console sends them. */
const CHUNK_ROWS = 50;
/** Enough rows to measure the time per row. */
const SINGLES = Math.min(rows, 1_500);
const devices = sizes.reduce((sum, size) => sum + size) + 2 * SINGLES;

function tell(title: string, value: string, isGood: boolean): void {
  console.log(`  ${isGood ? 'ok  ' : 'MISS'} ${title}: ${value}`);
  if (!isGood) process.exitCode = 1;
}

const rateOf = (timed: Timed): number => (timed.rows / timed.milliseconds) * 1000;

/** Where the time of a batch goes: the page's work, a chunk at the server, and how long none, one and two are there. */
function tellChunks({ rows: count, chunks, pageWork }: TimedBatch): void {
  if (chunks.length < 2) return;
  const perChunk = (milliseconds: number) => ((milliseconds * CHUNK_ROWS) / count).toFixed(1);
  const { all, scripts, styles, layout } = pageWork;
  console.log(
    `       ${count} rows: for a chunk the page works ${perChunk(all)} ms: scripts ${perChunk(scripts)}, ` +
      `styles ${perChunk(styles)}, layout ${perChunk(layout)}`,
  );
  const durations = chunks.map(({ from, to }) => to - from).toSorted((left, right) => left - right);
  const moments = chunks
    .flatMap(({ from, to }) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    .toSorted((left, right) => left.at - right.at);
  const spent = [0, 0, 0];
  let underWay = 0;
  for (const [place, { at, by }] of moments.entries()) {
    underWay += by;
    const next = moments[place + 1];
    if (next) spent[underWay] = (spent[underWay] ?? 0) + next.at - at;
  }
  const whole = spent.reduce((sum, one) => sum + one);
  const shares = spent.map((one) => `${((100 * one) / whole).toFixed(0)} %`).join(', ');
  const median = (durations[Math.floor(durations.length / 2)] ?? 0).toFixed(0);
  console.log(
    `       ${count} rows: a chunk is away for ${median} ms; none, one or two are away ${shares} of the time`,
  );
}

async function measure({ run, bare }: BatchConsole, rowsPerSecond: number): Promise<void> {
  const ofBare = rateOf(await bare(SINGLES));
  const slow = rateOf(await run(SINGLES, { inChunks: false }));
  const chunks: TimedBatch[] = [];
  for (const size of sizes) chunks.push(await run(size, { inChunks: true }));

  const quick = rateOf(chunks.find((batch) => batch.rows === rows) as TimedBatch);
  tell(`${rows} rows in chunks`, `${quick.toFixed(0)} a second`, quick >= rowsPerSecond);
  tell('against one by one', `${(quick / slow).toFixed(1)} times as fast`, quick / slow >= LIMITS.speedup);
  const single = `${(ofBare / slow).toFixed(2)} (${(1000 / slow).toFixed(1)} ms a row)`;
  tell('one by one against a bare page', single, ofBare / slow <= LIMITS.singlesOfBare);
  const growth = rateOf(chunks.at(-1) as TimedBatch) / quick;
  tell(`${rows * 10} rows against ${rows}`, growth.toFixed(2), growth >= LIMITS.growth);
  for (const batch of chunks) tellChunks(batch);
  for (const batch of chunks) {
    const [early, late] = batch.heapMegabytes;
    const heap = `the page had ${early.toFixed(0)} MB, and ${late.toFixed(0)} MB at the end`;
    tell(`${batch.rows} rows`, `${rateOf(batch).toFixed(0)} a second, ${heap}`, late < early + LIMITS.megabytes);
  }
}

const { startThrowawayPostgres } = (await build()) as Pick<typeof throwaway, 'startThrowawayPostgres'>;
const postgres = await startThrowawayPostgres();
for (const id of await postgres.processes()) setPriority(id, SERVER_NICENESS);
try {
  for (const [database, url] of [
    ['SQLite', null],
    ['PostgreSQL', await postgres.newDatabase()],
  ] as const) {
    if (asked !== undefined && asked !== database) continue;
    console.log(`${database}:`);
    await withBatchConsole(url, devices, (batches) => measure(batches, LIMITS.rowsPerSecond[database]));
  }
} finally {
  await postgres.stop();
}
