import { isLoopbackHost } from '@device-console/shared-lib/contract';
import * as v from 'valibot';

type TextReader<Output> = v.GenericSchema<string, Output>;

/** Log levels, the least verbose first. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A variable with a default, used if it is not set or empty. */
export function withDefault<Output>(standard: string, reader: TextReader<Output>) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text || standard),
    reader,
  );
}

/** A variable that is undefined when it is not set, or empty. */
export function optional<Output>(reader: TextReader<Output>) {
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text || undefined),
    v.optional(reader),
  );
}

/** An {@link optional} variable that may hold a password, so no error repeats it. */
export const secret = <Output>(reader: TextReader<Output>) => v.pipe(optional(reader), v.metadata({ isSecret: true }));

/** A comma-separated list. If empty it has no items; if not set, the default applies. */
export function list(items: readonly string[]) {
  return v.pipe(
    v.optional(v.string(), items.join(',')),
    v.transform((text): readonly string[] =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    ),
  );
}

/** A number within a range. */
export function numberFrom(least: number, most: number): TextReader<number> {
  const range = `must be a number from ${least} to ${most}.`;
  return v.pipe(v.string(), v.transform(Number), v.finite(range), v.minValue(least, range), v.maxValue(most, range));
}

/** A number within a range, with a default. */
export function numeric(standard: number, least: number, most: number) {
  return withDefault(String(standard), numberFrom(least, most));
}

/** A number within a range, or null for `off`, the default under the specification's policy (POLICY). */
export function numericOrOff(least: number, most: number) {
  const reader = v.lazy((text): TextReader<number | null> =>
    text === 'off'
      ? v.pipe(
          v.string(),
          v.transform(() => null),
        )
      : numberFrom(least, most),
  );
  return withDefault('off', reader);
}

const onOrOff = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off.'),
  v.transform((text) => text === 'on'),
);

/** A switch that is on unless turned off, or off unless turned on. */
export const onUnlessSet = withDefault('on', onOrOff);
export const offUnlessSet = withDefault('off', onOrOff);

/** An http or https address, without a slash at its end. */
export const httpAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address.',
  ),
  v.transform((text) => text.replace(/\/+$/, '')),
);

/** Credentials are sent to this address: never unencrypted over a network, and never as part of the address. */
export const safeAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && isSafeAddress(new URL(text)),
    'must be an https address without user, query and fragment; http is for this computer alone.',
  ),
);

/** As {@link safeAddress}, without a slash at its end. */
export const gatewayAddress = v.pipe(
  safeAddress,
  v.transform((text) => text.replace(/\/+$/, '')),
);

function isSafeAddress({ protocol, hostname, username, password, search, hash }: URL): boolean {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isSafe && [username, password, search, hash].every((part) => part === '');
}

/** The parts of a PostgreSQL address; undefined if unreadable. Drivers allow no host after the `@`. */
function partsOfDatabase(text: string): URL | undefined {
  const whole = text.replace('@/', '@localhost/');
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

/** A host of this machine, or the folder of its socket; no host also means this machine. */
function isOnThisMachine(host: string): boolean {
  return host === '' || host.startsWith('/') || /^%2f/i.test(host) || isLoopbackHost(host);
}

/** Whether a database is on this machine, or is reached by TLS that names and verifies it. */
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
