// Writing an Excel file of 100,000 rows of 8 columns: what the worker runs against bare SheetJS (dense, compressed)
// with the same rows. Run by hand: node shared-lib/bench/excel-write.mjs [rows] [rounds]. Each run has a process of its
// own, so that its memory can be told; both sides run alternately, and the ratio of the medians is what counts.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { bundled, median } from './lib/bundled.mjs';

const require = createRequire(import.meta.url);
const TARGET = { seconds: 3.5, megabytes: 512 };
const ROWS_A_SLICE = 2_000;
const columns = [
  ['S.No.', 'number'],
  ['IMEI 1', 'text'],
  ['IMEI 2', 'text'],
  ['Customer', 'text'],
  ['Amount', 'number'],
  ['Status', 'text'],
  ['Message', 'text'],
  ['Created At', 'date'],
].map(([header, kind]) => ({ header, kind }));

function* rowsOf(count) {
  for (let index = 0; index < count; index += 1) {
    const imei = 350_000_000_000_000 + ((index * 7919) % 50_000_000_000);
    yield [
      String(index + 1),
      String(imei),
      `0${String(imei + 1).slice(1)}`,
      `Customer ${index}`,
      String((index % 9_000) / 4),
      index % 3 === 0 ? 'not found' : 'found',
      `Command ${index % 977} was sent to the device`,
      new Date(1_760_000_000_000 + index * 61_000).toISOString(),
    ];
  }
}

async function ours(count) {
  const { BoundedBook, RowPacker } = bundled('sheets/browser/bounded-book.ts', 'sheets/headless/row-slice.ts');
  const started = performance.now();
  const book = new BoundedBook([{ name: 'commands', columns }]);
  const packer = new RowPacker(0, columns.length);
  let open = 0;
  for (const row of rowsOf(count)) {
    packer.add(row);
    open += 1;
    if (open % ROWS_A_SLICE === 0) await book.take(packer.take());
  }
  if (open % ROWS_A_SLICE !== 0) await book.take(packer.take());
  const { size } = await book.finish();
  return { seconds: (performance.now() - started) / 1000, size };
}

async function bare(count) {
  const { utils, write } = require('xlsx');
  const started = performance.now();
  const cells = Array.from(rowsOf(count), (row) =>
    row.map((text, column) => (columns[column].kind === 'number' ? Number(text) : text)),
  );
  const sheet = utils.aoa_to_sheet([columns.map(({ header }) => header), ...cells], { dense: true });
  const book = utils.book_new(sheet, 'commands');
  const { byteLength } = write(book, { type: 'array', bookType: 'xlsx', compression: true });
  return { seconds: (performance.now() - started) / 1000, size: byteLength };
}

const sides = { ours, bare };
const [first = '100000', second = '5'] = process.argv.slice(2);

if (Object.hasOwn(sides, first)) {
  const result = await sides[first](Number(second));
  console.log(JSON.stringify({ ...result, megabytes: process.resourceUsage().maxRSS / 1024 }));
} else {
  const runs = { ours: [], bare: [] };
  for (let round = 0; round < Number(second); round += 1) {
    for (const side of Object.keys(sides)) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--max-old-space-size=4096', fileURLToPath(import.meta.url), side, first],
        { encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(`The ${side} side failed: ${stderr}`);
      runs[side].push(JSON.parse(stdout));
    }
  }
  const [mine, other] = Object.values(runs).map((side) => ({
    seconds: median(side.map(({ seconds }) => seconds)),
    megabytes: median(side.map(({ megabytes }) => megabytes)),
    size: side[0].size,
  }));
  const say = ({ seconds, megabytes, size }) =>
    `${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB at most, file ${(size / 1e6).toFixed(1)} MB`;
  console.log(
    `${first} rows of ${columns.length}: SheetJS ${say(other)}; ours ${say(mine)}; ratio of time ` +
      `${(mine.seconds / other.seconds).toFixed(2)}, ` +
      `of memory ${(mine.megabytes / other.megabytes).toFixed(2)} (100,000 rows: at most ${TARGET.seconds} s and ` +
      `${TARGET.megabytes} MB)`,
  );
}
