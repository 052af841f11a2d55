// Runs jest for the package in the current folder, its tests in the order of TEST_SEED.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { testSeed } from './test-order.cjs';

// Each test file runs its modules anew, so code seldom runs often enough to be worth optimizing or compiling early. By
// default, V8 spends a third of the time on it. Jest's workers inherit the options of their parent.
const v8Options = ['--max-lazy', '--interrupt-budget=500000'];

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const order = ['--randomize', `--seed=${testSeed()}`];
const { status } = spawnSync(process.execPath, [...v8Options, jest, ...order, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
