// Shuffles tests in every run by a seed; the same seed gives the same order.
const { createHash, randomInt } = require('node:crypto');
const { join } = require('node:path');
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
  const place = (file) =>
    createHash('sha256')
      .update(`${testSeed()} ${nameOf(file)}`)
      .digest('hex');
  return files
    .map((file) => ({ file, at: place(file) }))
    .sort((one, next) => (one.at < next.at ? -1 : 1))
    .map(({ file }) => file);
}

/**
 * The file from which the gate reads a package's test counts: one for each script, restored by Nx's cache. Undefined
 * without TEST_REPORTS, so that a partial run by hand is not mistaken for a complete one.
 * @param {string} packageDir
 */
const testReport = (packageDir) =>
  process.env['TEST_REPORTS'] && join(packageDir, '.cache', 'reports', `${process.env['npm_lifecycle_event']}.json`);

/**
 * The first lines of a failed test's message, for the list at the end of the run.
 * @param {string | undefined} message
 */
const because = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 8)
    .map((line) => `\n      ${line}`)
    .join('');

module.exports = { because, testSeed, shuffled, testReport };
