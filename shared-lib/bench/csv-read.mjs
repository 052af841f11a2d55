// Reading 1,000,000 rows by readImeiFile against bare papaparse set up the same way: delimiter given, 256 KB chunks.
// Run by hand: node shared-lib/bench/csv-read.mjs [rows]. Both sides run alternately; the ratio of the medians is what
// counts.
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';
import { TextDecoder, TextEncoder } from 'node:util';
import { bundled, median } from './lib/bundled.mjs';

const require = createRequire(import.meta.url);
const Papa = require('papaparse');

const CHUNK = 256 * 1024;
/** Papaparse's own time, and as much again for judging and keeping each row and finding repetitions. */
const TARGET = 3;
const ROUNDS = 9;
const rows = Number(process.argv[2] ?? 1_000_000);

function fileOf(count, quoted) {
  const lines = ['sno,imei1'];
  for (let index = 0; index < count; index += 1) {
    const imei = String(350_000_000_000_000 + ((index * 7919) % 50_000_000_000)).padStart(15, '0');
    lines.push(quoted ? `"${index + 1}","${imei}"` : `${index + 1},${imei}`);
  }
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);
}

async function* chunksOf(bytes) {
  for (let start = 0; start < bytes.length; start += CHUNK) yield bytes.subarray(start, start + CHUNK);
}

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Bare papaparse by its public interface: decode, then parse in chunks and count the rows. It validates and keeps
 * nothing.
 */
function bare(bytes) {
  let read = 0;
  const chunk = (results) => {
    read += results.data.length;
  };
  Papa.parse(new TextDecoder().decode(bytes), { delimiter: ',', chunkSize: CHUNK, chunk });
  return read;
}

async function ours(reader, bytes) {
  let longest = 0;
  let since = performance.now();
  const answer = await reader.readImeiFile(
    { name: 'bench.csv', type: 'text/csv', size: bytes.length, content: chunksOf(bytes) },
    {
      now: () => performance.now(),
      yieldNow: async () => {
        longest = Math.max(longest, performance.now() - since);
        await nextTask();
        since = performance.now();
      },
    },
  );
  return { answer, longest };
}

async function timed(work) {
  const startedAt = performance.now();
  const result = await work();
  return { milliseconds: performance.now() - startedAt, result };
}

async function compare(reader, title, bytes) {
  const times = { bare: [], ours: [] };
  let longest = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const other = await timed(() => bare(bytes));
    const mine = await timed(() => ours(reader, bytes));
    if (mine.result.answer.kind !== 'read' || other.result < rows)
      throw new Error(`${title}: one side did not read every row`);
    times.bare.push(other.milliseconds);
    times.ours.push(mine.milliseconds);
    longest = Math.max(longest, mine.result.longest);
  }
  const ratio = median(times.ours) / median(times.bare);
  console.log(
    `${title}: papaparse ${median(times.bare).toFixed(0)} ms, readImeiFile ${median(times.ours).toFixed(0)} ms, ` +
      `ratio ${ratio.toFixed(2)} (target ${TARGET}), longest stretch without yielding ${longest.toFixed(1)} ms`,
  );
}

const reader = bundled('csv/headless/index.ts');
await compare(reader, `${rows} plain rows`, fileOf(rows, false));
await compare(reader, `${rows} quoted rows`, fileOf(rows, true));
