// `npm start`: goes from a fresh clone to a running console with demo data. Ctrl-C ends it; a second start reuses
// everything.
import { relative } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { readCommand } from './lib/command-line.mjs';
import { prepareConsole, runProcesses } from './lib/console-processes.ts';
import { messageOf } from './lib/errors.mjs';
import type { Layout } from './lib/layout.ts';

readCommand('start');

const started = performance.now();
const demo = (process.env['DEMO'] ?? '1') === '1';

function fail(error: unknown): never {
  console.error(`Device Console did not start: ${messageOf(error)}`);
  process.exit(1);
}

try {
  const { layout, processes } = await prepareConsole(demo, (line) => console.log(`  ${line}`));
  const running = await runProcesses(processes, fail);
  const end = () => running.end().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
  endWithNpm(end);
  announce(layout);
} catch (error) {
  fail(error);
}

/** Calls `end` when npm ends. A SIGTERM to `npm start` reaches only npm and its shell, not this program. */
function endWithNpm(end: () => void): void {
  const parent = process.ppid;
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 500);
}

function announce({ address, webDir, port, storePort, apiPort }: Layout): void {
  const data = relative(process.cwd(), `${webDir}/..`);
  const lines = [
    '',
    `Device Console is ready after ${((performance.now() - started) / 1000).toFixed(1)} s: ${address}`,
    '',
    ...(demo
      ? [
          'Demo accounts, password Demo-pass-2026:',
          '  superadmin@example.com  everything; logs in at /superadmin/login',
          '  admin@example.com       every ordinary screen',
          '  operator@example.com    Lock Device, Device Details, Audit Report, Enable Notification',
          '  viewer@example.com      no permission',
          '',
        ]
      : []),
    `Data: ${data} (database console.db, configuration web/config.json, remotes store)`,
    `Ports: ${port} console, ${storePort} remotes, ${apiPort} API`,
    'Ctrl-C ends it.',
  ];
  console.log(lines.join('\n'));
}
