// Starts what the first-load bench compares: the federated console as `npm start` deploys it, and the single build,
// with one API.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProcessSpec, hostArguments, prepareConsole, runProcesses } from '../../lib/console-processes.ts';
import { prepareLocalKeys } from '../../lib/publishing/local-keys.ts';
import { buildSingle, writeSingleWeb } from './single-build.ts';
import type { Layout } from '../../lib/layout.ts';

/** Builds and starts both, with their own ports and folder. Returns their origins and a function that ends them. */
export async function startBothConsoles() {
  process.env['PORT'] = process.env['BENCH_PORT'] ?? '3700';
  const dataDir = mkdtempSync(join(tmpdir(), 'first-load-'));
  process.env['DATA_DIR'] = dataDir;
  const { layout, processes } = await prepareConsole({ demo: true, log: (line) => console.log(`  ${line}`) });
  const single = await prepareSingle(layout, dataDir);
  const running = await runProcesses([...processes, single.process], (error) => {
    throw error;
  });
  const end = async () => {
    await running.end();
    rmSync(dataDir, { recursive: true });
  };
  return { origins: { single: single.origin, federated: `http://${layout.bind}:${layout.port}` }, end };
}

async function prepareSingle(layout: Layout, dataDir: string): Promise<{ origin: string; process: ProcessSpec }> {
  const port = layout.port + 50;
  const origin = `http://${layout.bind}:${port}`;
  const webDir = join(dataDir, 'web-of-single');
  const single = await buildSingle();
  await writeSingleWeb({
    webDir,
    layout,
    origin: `${origin}/`,
    keys: prepareLocalKeys(layout.configFile, layout.remotes),
    single,
  });
  const args = hostArguments({ ...layout, port }, { root: single.root, web: webDir });
  return { origin, process: { name: 'single build', args, env: {}, ready: 'listening on' } };
}
