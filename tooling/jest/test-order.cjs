// What all test runners share: tests are shuffled in every run by a seed, which repeats the order, and the gate is told
// how many passed.
const { hash, randomInt } = require('node:crypto');
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

/** The seed of this run: TEST_SEED, or a new one that child processes inherit. */
function testSeed() {
  const text = (process.env['TEST_SEED'] ??= String(randomInt(2 ** 31)));
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed >= 2 ** 31) throw new Error(`TEST_SEED is ${text}; it is a number below 2147483648.`);
  return seed;
}

/**
 * Files in the order of this run, wherever the checkout is: `nameOf` returns a file's path in it.
 * @template File
 * @param {readonly File[]} files
 * @param {(file: File) => string} nameOf
 * @returns {File[]}
 */
function shuffled(files, nameOf) {
  /** @param {File} file */
  const place = (file) => hash('sha256', `${testSeed()} ${nameOf(file)}`);
  return [...files].sort((one, next) => (place(one) < place(next) ? -1 : 1));
}

/**
 * The first lines of a failed test's message, for the list at the end of the run.
 * @param {string | null | undefined} message
 */
const because = (message) =>
  stripVTControlCharacters(message ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 8)
    .map((line) => `\n      ${line}`)
    .join('');

/**
 * Writes a package's test counts for the gate: one file for each script, which Nx's cache restores. Does nothing
 * without TEST_REPORTS, so that a partial run by hand is not mistaken for a complete one.
 * @param {string} packageDir
 * @param {{ passed: number, failed: number, skipped: number,
 * failures: readonly { file: string, name: string, message?: string | null | undefined }[] }} counts
 */
function writeTestReport(packageDir, { failures, ...counts }) {
  if (!process.env['TEST_REPORTS']) return;
  const report = join(packageDir, '.cache', 'reports', `${process.env['npm_lifecycle_event']}.json`);
  const lines = failures.map(({ file, name, message }) => `${relative(packageDir, file)}: ${name}${because(message)}`);
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, JSON.stringify({ ...counts, failures: lines }));
}

module.exports = { testSeed, shuffled, writeTestReport };
