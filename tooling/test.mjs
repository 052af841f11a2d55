// The whole gate, stage by stage, with the time of each: `test.mjs unit` the quick part, `test.mjs full` with the long
// runs.
import { readCommand } from './lib/command-line.mjs';
import { messageOf } from './lib/errors.mjs';
import { installIfMissing } from './lib/install.mjs';

const { positionals } = readCommand('test');
try {
  installIfMissing({ isWhole: true });
  const { runGate } = await import('./lib/gate.mjs');
  process.exitCode = await runGate(positionals);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
