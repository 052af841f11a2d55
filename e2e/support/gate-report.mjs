/** @import { FullConfig, Reporter, Suite } from '@playwright/test/reporter' */
import { resolve } from 'node:path';
import { writeTestReport } from '../../tooling/jest/test-order.cjs';

/**
 * Writes for the gate how many browser tests passed and which failed.
 * @implements {Reporter}
 */
export default class GateReport {
  /** @type {Suite | null} */
  #all = null;

  /**
   * @param {FullConfig} _config
   * @param {Suite} all
   */
  onBegin(_config, all) {
    this.#all = all;
  }

  onEnd() {
    const tests = this.#all?.allTests() ?? [];
    /** @param {string} outcome */
    const count = (outcome) => tests.filter((test) => test.outcome() === outcome).length;
    const failed = tests.filter((test) => ['unexpected', 'flaky'].includes(test.outcome()));
    writeTestReport(resolve(import.meta.dirname, '..'), {
      passed: count('expected'),
      failed: failed.length,
      skipped: count('skipped'),
      failures: failed.map(({ title: name, location: { file }, results }) => ({
        file,
        name,
        message: results.at(-1)?.error?.message,
      })),
    });
  }
}
