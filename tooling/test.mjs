// The whole gate, stage by stage, with the time of each: `test.mjs unit` the quick part, `test.mjs full` with the long runs.
import { installIfMissing } from './lib/install.mjs';

try {
  installIfMissing();
  const { runGate } = await import('./lib/gate.mjs');
  process.exitCode = await runGate(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
