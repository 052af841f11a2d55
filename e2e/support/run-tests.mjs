// Runs the browser tests, those of the quick run where JOURNEY is set, in an order that TEST_SEED repeats.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { testSeed } from '../../tooling/jest/test-order.cjs';

const part = process.env['JOURNEY'] === '1' ? ['--grep', '@journey'] : [];
const { status } = spawnSync(
  'playwright',
  ['test', '-c', 'e2e/playwright.config.ts', '--shuffle', String(testSeed()), ...part, ...process.argv.slice(2)],
  { cwd: resolve(import.meta.dirname, '..', '..'), stdio: 'inherit' },
);
process.exitCode = status ?? 1;
