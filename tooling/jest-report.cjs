// Says how the tests are ordered, and writes for the gate how many passed.
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { testReport, testSeed } = require('./lib/test-order.cjs');

/**
 * What is read of jest's results.
 * @typedef {'numPassedTests' | 'numFailedTests' | 'numFailedTestSuites' | 'numPendingTests' | 'numTodoTests'} Count
 */

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

  /** @type {(contexts: unknown, results: Record<Count, number>) => void} */
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, numTodoTests }) {
    if (!this.file) return;
    mkdirSync(dirname(this.file), { recursive: true });
    const counts = {
      passed: numPassedTests,
      failed: Math.max(numFailedTests, numFailedTestSuites),
      skipped: numPendingTests + numTodoTests,
    };
    writeFileSync(this.file, JSON.stringify(counts));
  }
};
