// `device-console first-run`: makes what a console needs before its first start, by a release. Settings are environment
// variables, beside those of the API:
//   CONFIG_DIR, STORE_DIR         folders; the keys of the remotes lie in CONFIG_DIR/keys
//   REMOTES_URL                   under which address browsers reach the store
//   TOKENS_FILE                   the list of the store's tokens, which is begun empty
//   DATABASE_ROLE                 the role of the API in PostgreSQL, where it is not the owner of the tables
//   FIRST_SUPERADMIN, FIRST_PHONE the first account; the link of its invitation is printed once
import { runCommand } from './lib/command-line.mjs';
import { firstRun } from './lib/hosting/first-run.ts';

await runCommand('first-run', () => firstRun(process.env, console.log), 'The console was not set up: ');
