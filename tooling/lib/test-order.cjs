// The order of tests: shuffled in every run by one number, which repeats it.
const { createHash, randomInt } = require('node:crypto');
const { join } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

/** The number of this run: TEST_SEED, or a new one, which the processes of this run inherit. */
function testSeed() {
  const text = (process.env['TEST_SEED'] ??= String(randomInt(2 ** 31)));
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed >= 2 ** 31) throw new Error(`TEST_SEED is ${text}; it is a number below 2147483648.`);
  return seed;
}

/**
 * Files in the order of this run, the same wherever the checkout lies: `nameOf` is a file's path in it.
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
 * Where the gate reads how many tests of a package passed: a file for each of its scripts, which Nx's cache restores.
 * None unless TEST_REPORTS asks for it, so that a part of the tests, run by hand, does not pass for all of them.
 * @param {string} packageDir
 */
const testReport = (packageDir) =>
  process.env['TEST_REPORTS'] && join(packageDir, '.cache', 'reports', `${process.env['npm_lifecycle_event']}.json`);

/**
 * What a failed test said, for the list at the end of the run: its first lines, each below the test's name.
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
