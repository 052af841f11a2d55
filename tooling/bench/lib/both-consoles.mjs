// What the first-load bench compares: the federated console as `npm start` deploys it, and the single build, on one
// API.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareConsole, runProcesses } from '../../lib/console-processes.mjs';
import { toolingDir } from '../../lib/paths.mjs';
import { prepareLocalKeys } from '../../lib/publishing/local-keys.mjs';
import { buildSingle, writeSingleWeb } from './single-build.mjs';

/** Builds and starts both on ports and in a folder of their own; returns their origins, and how to end them. */
export async function startBothConsoles() {
  process.env.PORT = process.env.BENCH_PORT ?? '3700';
  process.env.DATA_DIR = mkdtempSync(join(tmpdir(), 'first-load-'));
  const { layout, processes } = await prepareConsole({ demo: true, log: (line) => console.log(`  ${line}`) });
  const single = await prepareSingle(layout);
  const running = await runProcesses([...processes, single.process], (error) => {
    throw error;
  });
  const end = async () => {
    await running.end();
    rmSync(process.env.DATA_DIR, { recursive: true });
  };
  return { origins: { single: single.origin, federated: `http://${layout.bind}:${layout.port}` }, end };
}

async function prepareSingle(layout) {
  const port = layout.port + 50;
  const origin = `http://${layout.bind}:${port}`;
  const webDir = join(process.env.DATA_DIR, 'web-of-single');
  const single = await buildSingle();
  await writeSingleWeb({
    webDir,
    layout,
    origin: `${origin}/`,
    keys: prepareLocalKeys(layout.configFile, layout.remotes),
    single,
  });
  const args = [
    join(toolingDir, 'serve.mjs'),
    'host',
    '--root',
    single.root,
    '--port',
    String(port),
    '--host',
    layout.bind,
    '--web',
    webDir,
    '--api',
    `http://127.0.0.1:${layout.apiPort}`,
  ];
  return { origin, process: { name: 'single build', args, env: {}, ready: 'listening on' } };
}
