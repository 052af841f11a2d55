import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('what was read before the runner still runs: a single file is tested in the process of jest', () => {
  const runner = fileURLToPath(new URL('../jest/runner.cjs', import.meta.url));
  // A function in brackets: whether V8 compiles it early depends on a flag.
  const program = `
    function run(waiters) {
      waiters.some(function (waiter) { return waiter === 1; });
      waiters.forEach((function (waiter) { return waiter(); }));
    }
    require(${JSON.stringify(runner)});
    run([() => console.log('went on')]);`;
  const { stdout, status } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  assert.deepEqual([stdout, status], ['went on\n', 0]);
});
