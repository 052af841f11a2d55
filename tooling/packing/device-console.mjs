// The command of a release: the API, its command line, and the tools that need no sources. Started by
// bin/device-console.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = resolve(fileURLToPath(import.meta.url), '../..');
const [name = '--help', ...rest] = process.argv.slice(2);

/** The programs of the API, by the name of the command. */
const programs = new Map([
  ['api', 'reference-api/dist/server.mjs'],
  ['cli', 'reference-api/dist/cli.mjs'],
]);

const help = `Device Console ${versionText()}

  device-console api                the API; reference-api/README.md lists its settings
  device-console cli <command> …    accounts, devices, backups; without a command it lists them
  device-console --version          the version of this release
`;

if (name === '--version') process.stdout.write(`${versionText()}\n`);
else {
  if (name === '--help' || name === '-h') process.stdout.write(`${help}\n`);
  const program = programs.get(name);
  if (program) run(program, rest);
  else run('tooling/device-console.mjs', [name, ...rest]);
}

function versionText() {
  const { version, commit, platform } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'));
  return `${version} (${commit}, ${platform})`;
}

/**
 * Runs a program in place of this one: its exit code and the signals to this process are the program's.
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  const child = spawn(process.execPath, [join(folder, program), ...args], { stdio: 'inherit' });
  /** @type {NodeJS.Signals[]} */
  const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of passedOn) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    for (const one of passedOn) process.removeAllListeners(one);
    process.exitCode = code ?? 1;
    if (signal !== null) process.kill(process.pid, signal);
  });
}
