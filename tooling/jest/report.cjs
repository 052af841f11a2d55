// Prints the seed of the test order, and writes for the gate how many tests passed and which failed.
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, relative } = require('node:path');
const { because, testReport, testSeed } = require('./test-order.cjs');

/**
 * @typedef {'numPassedTests' | 'numFailedTests' | 'numFailedTestSuites' | 'numPendingTests' | 'numTodoTests'} Count
 *
 * @typedef {{ testFilePath: string, failureMessage?: string | null,
 * testResults: readonly { status: string, fullName: string, failureMessages: readonly string[] }[] }} File
 *
 * @typedef {Record<Count, number> & { testResults: readonly File[] }} Results
 */

/**
 * The failed tests of a file, or the file itself if it failed as a whole.
 * @type {(file: File) => readonly string[]}
 */
function failuresOf({ testFilePath, failureMessage, testResults }) {
  const file = relative(process.cwd(), testFilePath);
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${file}: ${fullName}${because(failureMessages[0])}`);
  return failed.length === 0 && failureMessage ? [`${file}${because(failureMessage)}`] : failed;
}

module.exports = class Report {
  /**
   * @param {unknown} _globalConfig
   * @param {{ rootDir: string }} options
   */
  constructor(_globalConfig, { rootDir }) {
    this.file = testReport(rootDir);
  }

  onRunStart() {
    process.stderr.write(`Order of the tests: TEST_SEED=${testSeed()}\n`);
  }

  /** @type {(contexts: unknown, results: Results) => void} */
  onRunComplete(_contexts, results) {
    if (!this.file) return;
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, numTodoTests } = results;
    mkdirSync(dirname(this.file), { recursive: true });
    const counts = {
      passed: numPassedTests,
      failed: Math.max(numFailedTests, numFailedTestSuites),
      skipped: numPendingTests + numTodoTests,
      failures: results.testResults.flatMap(failuresOf),
    };
    writeFileSync(this.file, JSON.stringify(counts));
  }
};
