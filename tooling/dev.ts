// `npm run dev -- mf-reports`: starts a console with demo data, and rebuilds one remote whenever it is edited. Ctrl-C
// ends it.
import { join } from 'node:path';
import { readCommand } from './lib/command-line.mjs';
import { messageOf } from './lib/errors.mjs';
import { isInstalled, remoteIds, rootDir } from './lib/paths.mjs';

const {
  positionals: [id = ''],
} = readCommand('dev');

// Separate from the console of `npm start`: browsers remember by address which registry entries they accepted.
process.env['PORT'] ??= '3400';
process.env['DATA_DIR'] ??= join(rootDir, '.data', 'development');

const started = performance.now();
const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
const log = (line: string): void => console.log(`  ${line}`);

function fail(error: unknown): never {
  console.error(`Development did not start: ${messageOf(error)}`);
  process.exit(1);
}

async function startWhole() {
  const { startDevelopment } = await import('./development/development-console.ts');
  const { address, end } = await startDevelopment(id, log, fail);
  const words = [
    `${id} is ready after ${seconds()} s: ${address}`,
    'Log in as operator@example.com or admin@example.com, password Demo-pass-2026; as superadmin@example.com at ' +
      '/superadmin/login.',
    `What you save in ${id}/src shows at once; the other remotes are as they were ` +
      `${isInstalled ? 'built with the host' : 'last built'}.`,
  ];
  return { end, words };
}

try {
  if (!remoteIds().includes(id))
    throw new Error(
      'name the one remote to develop: ' +
        `${remoteIds().join(', ') || 'there is none here yet; npx device-console create-remote makes one'}.`,
    );
  const { end, words } = await startWhole();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end().then(() => process.exit(0), fail));
  console.log(['', ...words, 'Ctrl-C ends it.'].join('\n'));
} catch (error) {
  fail(error);
}
