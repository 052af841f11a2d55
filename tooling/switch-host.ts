// `device-console switch-host`: makes this release the one that runs.
import { runCommand } from './lib/command-line.mjs';
import { switchTo } from './lib/hosting/switch-host.ts';
import { ownFolder } from './lib/hosting/system-steps.ts';

await runCommand('switch-host', () => switchTo(ownFolder(), console.log), 'The host was not switched: ');
