import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { appendOnly, openConfiguredStore, schemaSteps } from './app/open-store.ts';
import { runCli } from './app/run-cli.ts';
import { readDevicesFrom, readStoreSettings } from './app/configuration/environment.ts';
import { BusinessError, ConfigurationError } from './core/errors/expected-errors.ts';
import { systemClock } from './core/time/clock.ts';

/** A process may run under a user id that has no user. */
function operatorName(): string {
  const number = process.getuid?.();
  return (
    process.env['SUDO_USER'] ??
    process.env['USER'] ??
    process.env['USERNAME'] ??
    (number === undefined ? 'unknown' : `uid ${number}`)
  );
}

/** Reads a password: typed at a terminal without echo, else the first line of standard input. */
async function readPassword(): Promise<string> {
  const terminal = process.stdin.isTTY;
  if (terminal) process.stderr.write('Password: ');
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal });
  for await (const line of lines) {
    lines.close();
    if (terminal) process.stderr.write('\n');
    return line;
  }
  return '';
}

async function main(): Promise<void> {
  const settings = readStoreSettings(process.env);
  const lines = await runCli(process.argv.slice(2), {
    openStore: () => openConfiguredStore(settings.dataDir, settings.location),
    schemaSteps,
    appendOnly: Object.keys(appendOnly),
    location: settings.location,
    dataDir: settings.dataDir,
    clock: systemClock,
    emailDomains: settings.emailDomains,
    operator: operatorName(),
    readPassword,
    devicesFrom: (name) => readDevicesFrom(process.env, name, systemClock),
  });
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  const expected = error instanceof ConfigurationError || error instanceof BusinessError;
  const text = expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});
