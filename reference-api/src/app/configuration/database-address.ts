import { isLoopbackHost } from '@device-console/shared-lib/contract';
import * as v from 'valibot';

/** Returns the parts of a PostgreSQL address; undefined if unreadable. Drivers allow no host after the `@`. */
function partsOfDatabase(text: string): URL | undefined {
  const whole = text.replace('@/', '@localhost/');
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

/** True for a host of this machine, or the folder of its socket; no host also means this machine. */
function isOnThisMachine(host: string): boolean {
  return host === '' || host.startsWith('/') || /^%2f/i.test(host) || isLoopbackHost(host);
}

/** True if a database is on this machine, or is reached by TLS that names and verifies it. */
function isDatabaseSafe(text: string): boolean {
  const parts = partsOfDatabase(text);
  if (!parts) return false;
  const { hostname, searchParams } = parts;
  // `host` replaces the one before the path. Which of several is used depends on the driver, so all must be safe.
  const named = searchParams.getAll('host');
  const hosts = [...(named.length > 0 ? named : [hostname]), ...searchParams.getAll('hostaddr')];
  const modes = searchParams.getAll('sslmode');
  return hosts.every(isOnThisMachine) || (modes.length > 0 && modes.every((mode) => mode === 'verify-full'));
}

/** The address of a PostgreSQL database; on another machine it must require TLS. */
export const postgresAddress = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://.'),
  v.check((text) => partsOfDatabase(text) !== undefined, 'cannot be read as an address.'),
  v.check(
    isDatabaseSafe,
    'names a database on another machine, and passwords and rows would travel readable, or to whoever answers. ' +
      'Add ?sslmode=verify-full to it (&sslmode=verify-full after other settings), with sslrootcert=<file> where ' +
      'the certificate is of an authority of your own.',
  ),
);
