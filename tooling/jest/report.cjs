// Prints the seed of the test order, and writes for the gate how many tests passed and which failed.
const { testSeed, writeTestReport } = require('./test-order.cjs');

/**
 * @typedef {'numPassedTests' | 'numFailedTests' | 'numFailedTestSuites' | 'numPendingTests' | 'numTodoTests'} Count
 *
 * @typedef {{ testFilePath: string, failureMessage?: string | null,
 * testResults: readonly { status: string, fullName: string, failureMessages: readonly string[] }[] }} File
 */

/**
 * The failed tests of a file, or the file itself if it failed as a whole.
 * @param {File} file
 */
function failuresOf({ testFilePath: file, failureMessage, testResults }) {
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName: name, failureMessages: [message] }) => ({ file, name, message }));
  return failed.length === 0 && failureMessage ? [{ file, name: 'all', message: failureMessage }] : failed;
}

module.exports = class Report {
  /**
   * @param {unknown} _globalConfig
   * @param {{ rootDir: string }} options
   */
  constructor(_globalConfig, { rootDir }) {
    this.rootDir = rootDir;
  }

  onRunStart() {
    process.stderr.write(`Order of the tests: TEST_SEED=${testSeed()}\n`);
  }

  /**
   * @param {unknown} _contexts
   * @param {Record<Count, number> & { testResults: readonly File[] }} results
   */
  onRunComplete(_contexts, results) {
    writeTestReport(this.rootDir, {
      passed: results.numPassedTests,
      failed: Math.max(results.numFailedTests, results.numFailedTestSuites),
      skipped: results.numPendingTests + results.numTodoTests,
      failures: results.testResults.flatMap(failuresOf),
    });
  }
};
