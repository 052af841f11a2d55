import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';

export interface PostgresProgram extends ChildProcessByStdio<Writable, Readable, Readable> {
  readonly programName: string;
}

/** Passes the password in the environment: everybody on the machine can read a program's arguments. */
function connectionOf(url: string): { readonly address: string; readonly env: Record<string, string> } {
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  address.searchParams.delete('password');
  return { address: address.href, env: password === '' ? {} : { PGPASSWORD: password } };
}

/** Starts a PostgreSQL program on the database at `url`; with `offline` it works on files alone. */
export function startProgram(
  name: 'pg_dump' | 'pg_restore' | 'psql',
  url: string,
  args: readonly string[],
  where: 'database' | 'offline' = 'database',
): PostgresProgram {
  const { address, env } = connectionOf(url);
  const folder = process.env['POSTGRES_BIN'];
  const child = spawn(
    folder === undefined ? name : join(folder, name),
    [...(where === 'database' ? [`--dbname=${address}`] : []), ...args],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env, PGAPPNAME: 'device-console-backup' } },
  );
  return Object.assign(child, { programName: name });
}

const ERROR_LENGTH = 2000;

/** Waits until a program has ended. If it failed, throws ConfigurationError with its error output. */
export async function finished(program: PostgresProgram): Promise<void> {
  let errors = '';
  program.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-ERROR_LENGTH);
  });
  try {
    await once(program, 'close');
  } catch (cause) {
    throw new ConfigurationError(
      `${program.programName} cannot be started. Install PostgreSQL's client programs, or name their folder by ` +
        'POSTGRES_BIN.',
      { cause },
    );
  }
  if (program.exitCode !== 0) throw new ConfigurationError(`${program.programName} failed. ${errors.trim()}`.trim());
}
