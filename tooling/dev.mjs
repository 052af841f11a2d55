// `npm run dev -- mf-reports`: a console with demo data whose one remote is built as it is edited. Ctrl-C ends it.
import { join } from 'node:path';
import { installIfMissing } from './lib/install.mjs';
import { isInstalled, remoteIds, rootDir } from './lib/paths.mjs';

// Apart from the console of `npm start`: browsers remember by address what they have accepted from a registry.
process.env.PORT ??= '3400';
process.env.DATA_DIR ??= join(rootDir, '.data', 'development');

const started = performance.now();

function fail(error) {
  console.error(`The console did not start: ${error.message}`);
  process.exit(1);
}

try {
  const [id, ...more] = process.argv.slice(2);
  if (!remoteIds().includes(id) || more.length > 0) throw new Error(`name the one remote to develop: ${remoteIds().join(', ') || 'there is none here yet; npx device-console create-remote makes one'}.`);
  installIfMissing();
  const { startDevelopment } = await import('./development/development-console.mjs');
  const development = await startDevelopment(id, { log: (line) => console.log(`  ${line}`), onFailure: fail });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => development.end().then(() => process.exit(0), fail));
  console.log([
    '',
    `${id} is ready after ${((performance.now() - started) / 1000).toFixed(1)} s: ${development.address}`,
    'Log in as operator@example.com or admin@example.com, password Demo-pass-2026; as superadmin@example.com at /superadmin/login.',
    `What you save in ${id}/src shows at once; the other remotes are as they were ${isInstalled ? 'built with the host' : 'last built'}.`,
    'Ctrl-C ends it.',
  ].join('\n'));
} catch (error) {
  fail(error);
}
