// The gate. Runs all stages; with `quick` those to run before a commit; with `full` also the long runs; or the named
// stages.
import { runCommand } from './lib/command-line.mjs';
import { runGate } from './lib/gate.ts';

await runCommand('test', async ({ positionals, values }) => {
  process.exitCode = await runGate(positionals, values.seed);
});
