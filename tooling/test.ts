// The gate. Runs all stages; with `quick` those to run before a commit; with `full` also the long runs; or the named
// stages.
import { readCommand } from './lib/command-line.mjs';
import { messageOf } from './lib/errors.mjs';
import { runGate } from './lib/gate.ts';

const { positionals, values } = readCommand('test');
try {
  process.exitCode = await runGate(positionals, values.seed);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
