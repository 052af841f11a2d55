// Runs the tests of these tools, shuffled by TEST_SEED: the named files, or all. Long tests (*.full.test.ts) run only
// with FULL=1 or by name.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import '../lib/compile.mjs';
import { causeOf } from '../lib/errors.mjs';
import { shuffled, testSeed, writeTestReport } from '../jest/test-order.cjs';

const folder = resolve(import.meta.dirname, '..', 'test');
const named = process.argv.slice(2).map((file) => resolve(file).replace(/\.ts$/, '.js'));
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.test.js') && (process.env['FULL'] === '1' || !name.endsWith('.full.test.js')))
  .map((name) => join(folder, name));
const files = shuffled(named.length > 0 ? named : all, (file) => file.slice(folder.length));
console.log(`Order of the files: TEST_SEED=${testSeed()}`);

/** @type {Record<string, number>} */
const counts = {};
/** @type {{ file: string, name: string, message: string }[]} */
const failures = [];
const events = run({ files, concurrency: availableParallelism() });
events.on('test:diagnostic', ({ message }) => {
  const [, what, number] = /^(pass|fail|cancelled|skipped|todo) (\d+)$/.exec(message) ?? [];
  if (what) counts[what] = Number(number);
});
// A test that failed only because of a subtest is not listed itself.
events.on('test:fail', ({ name, file, details }) => {
  if (!('failureType' in details.error) || details.error.failureType !== 'subtestsFailed')
    failures.push({ file: file ?? folder, name, message: causeOf(details.error) });
});
events.compose(new spec()).pipe(process.stdout);
events.once('end', () => {
  const { pass: passed = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0 } = counts;
  const failed = fail + cancelled;
  writeTestReport(resolve(folder, '..'), { passed, failed, skipped: skipped + todo, failures });
  if (passed + failed === 0 || failed > 0) process.exitCode = 1;
});
