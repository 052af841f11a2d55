/** @import { FullConfig, Reporter, Suite } from '@playwright/test/reporter' */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { because, testReport } from '../../tooling/jest/test-order.cjs';

const folder = resolve(import.meta.dirname, '..');

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
    const file = testReport(folder);
    if (!file) return;
    const tests = this.#all?.allTests() ?? [];
    /** @param {string} outcome */
    const count = (outcome) => tests.filter((test) => test.outcome() === outcome).length;
    const failed = tests.filter((test) => ['unexpected', 'flaky'].includes(test.outcome()));
    const report = {
      passed: count('expected'),
      failed: failed.length,
      skipped: count('skipped'),
      failures: failed.map(
        ({ title, location, results }) =>
          `${relative(folder, location.file)}: ${title}${because(results.at(-1)?.error?.message)}`,
      ),
    };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(report));
  }
}
