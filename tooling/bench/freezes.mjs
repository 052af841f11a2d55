// The longest tasks of the page while a large report, a batch and a long workbook are worked with, beside what the same
// page takes for a fixed piece of work. Run by hand: node tooling/bench/freezes.mjs.
import { spawnSync } from 'node:child_process';
import { buildIfChanged } from '../lib/build-if-changed.mjs';
import { findChromium } from '../lib/chromium.mjs';
import { rootDir } from '../lib/paths.mjs';
import { buildJobs } from '../lib/workspace.mjs';

await buildIfChanged(buildJobs(), console.log);
const { status } = spawnSync('npm', ['test', '-w', 'e2e', '--', '--workers', '1', '--grep', 'never freezes'], {
  cwd: rootDir,
  stdio: 'inherit',
  env: { ...process.env, MEASURE: '1', CHROMIUM_PATH: findChromium() },
});
process.exitCode = status ?? 1;
