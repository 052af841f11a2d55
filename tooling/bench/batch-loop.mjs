// What a batch costs for each IMEI in Chromium, against a bare loop that fetches small JSON from the same server, one
// after the other: the same loop with sealed bodies, and the whole engine with the API client, its store in IndexedDB
// and a view told once a frame. Run by hand: node tooling/bench/batch-loop.mjs [rows]. The three run in turns; the
// ratios of the medians are what counts.
/** @import { Page } from 'playwright-core' */
/** @import { BatchPage } from './lib/batch-page.mjs' */
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../lib/chromium.mjs';
import { median } from '../../shared-lib/bench/lib/bundled.mjs';
import { serveBatchCalls } from './lib/batch-server.mjs';

/**
 * Milliseconds of every round, by the way that they were taken with.
 * @typedef {Record<keyof BatchPage['batchBench'], number[]>} Times
 */

/** @type {{ envelope: number, 'the whole engine': number, [way: string]: number }} */
const TARGETS = { envelope: 1.15, 'the whole engine': 1.4 };
/**
 * What ends the bench with an error. The envelope alone is a few tenths of a millisecond, which is within what the
 * machine varies by.
 * @type {Record<string, number>}
 */
const LIMITS = { 'the whole engine': TARGETS['the whole engine'] };
const ROUNDS = 9;
const rows = Number(process.argv[2] ?? 1_000);

/**
 * Milliseconds of each way through `rows` IMEIs, in turns; a first round is not counted.
 * @type {(page: Page) => Promise<Times>}
 */
async function alternate(page) {
  /** @type {Times} */
  const ways = { bare: [], envelope: [], 'the whole engine': [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, times] of /** @type {[keyof Times, number[]][]} */ (Object.entries(ways))) {
      const milliseconds = await page.evaluate(
        ([way, count]) => /** @type {BatchPage} */ (globalThis).batchBench[way](count),
        /** @type {const} */ ([name, rows]),
      );
      if (round >= 0) times.push(milliseconds);
    }
  }
  return ways;
}

/** @type {(times: Times) => void} */
function report({ bare, ...ways }) {
  console.log(`a bare loop: ${(median(bare) / rows).toFixed(2)} ms an IMEI, medians of ${ROUNDS} rounds of ${rows}`);
  for (const [name, times] of Object.entries(ways)) {
    const ratio = median(times.map((time, round) => time / /** @type {number} */ (bare[round])));
    console.log(
      `${name}: ${(median(times) / rows).toFixed(2)} ms an IMEI, ratio ${ratio.toFixed(3)} (target ${TARGETS[name]})`,
    );
    if (ratio > (LIMITS[name] ?? Infinity)) process.exitCode = 1;
  }
}

const server = await serveBatchCalls();
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(server.address);
  report(await alternate(page));
} finally {
  await browser.close();
  await server.end();
}
