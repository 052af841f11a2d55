// `device-console rollback-host`: makes the release that ran before the one that runs.
import { runCommand } from './lib/command-line.mjs';
import { rollBack } from './lib/hosting/switch-host.ts';

await runCommand('rollback-host', () => rollBack(console.log), 'The host was not switched: ');
