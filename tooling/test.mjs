// The gate: all of it, `quick` what one runs before a commit, `full` with the long runs, or the stages that are named.
import { readCommand } from './lib/command-line.mjs';
import { messageOf } from './lib/errors.mjs';
import { runGate } from './lib/gate.mjs';

const { positionals, values } = readCommand('test');
try {
  process.exitCode = await runGate(positionals, values.seed);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
