import { isLoopbackHost } from '@device-console/shared-lib/contract';
import * as v from 'valibot';

/** What the documents say of a variable. */
export interface VariableDocument {
  /** Which texts it takes. */
  readonly type: string;
  readonly description: string;
  /** What holds where it is not set. */
  readonly default: string;
  /** It may hold a password, so no error repeats it. */
  readonly isSecret: boolean;
}

type TextReader<Output> = v.GenericSchema<string, Output>;

/** How much is logged, the least first. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A variable that is read as its default's text when it is not set, or empty. */
export function withDefault<Output>(standard: string, type: string, description: string, reader: TextReader<Output>) {
  const document: VariableDocument = { type, description, default: standard, isSecret: false };
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text || standard),
    reader,
    v.metadata({ ...document }),
  );
}

/** A variable that is undefined when it is not set, or empty. `none` is what the documents say of that. */
export function optional<Output>(
  none: string,
  type: string,
  description: string,
  reader: TextReader<Output>,
  isSecret = false,
) {
  const document: VariableDocument = { type, description, default: none, isSecret };
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text || undefined),
    v.optional(reader),
    v.metadata({ ...document }),
  );
}

/** A file that holds the secret of another variable, which then stands in no environment. */
export function secretFile(name: string) {
  return optional('none', 'file', `a file that holds \`${name}\`, in place of it`, v.string());
}

/** A list with commas between its items. Empty it is a list of none; where it is not set, its default holds. */
export function list(items: readonly string[], type: string, description: string) {
  const standard = items.join(', ');
  const document: VariableDocument = { type, description, default: standard || 'none', isSecret: false };
  return v.pipe(
    v.optional(v.string(), standard),
    v.transform((text): readonly string[] =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    ),
    v.metadata({ ...document }),
  );
}

/** A number within a range. */
export function numberFrom(least: number, most: number): TextReader<number> {
  const range = `must be a number from ${least} to ${most}.`;
  return v.pipe(v.string(), v.transform(Number), v.finite(range), v.minValue(least, range), v.maxValue(most, range));
}

/** A number, with its range as its documented type. */
export function numeric(standard: number, least: number, most: number, description: string) {
  return withDefault(String(standard), `number from ${least} to ${most}`, description, numberFrom(least, most));
}

/** A number in a range, or null for `off`, which holds under the policy of the specification (POLICY). */
export function numericOrOff(least: number, most: number, description: string) {
  const reader = v.lazy((text): TextReader<number | null> =>
    text === 'off'
      ? v.pipe(
          v.string(),
          v.transform(() => null),
        )
      : numberFrom(least, most),
  );
  return withDefault('off', `number from ${least} to ${most}, or \`off\``, description, reader);
}

/** Something of the hardened policy, which that of the specification leaves off (POLICY). */
export function onOrOff(description: string) {
  const reader = v.pipe(
    v.picklist(['on', 'off'], 'must be on or off.'),
    v.transform((text) => text === 'on'),
  );
  return withDefault('off', '`on`, `off`', description, reader);
}

/** An http or https address, without a slash at its end. */
export const httpAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address.',
  ),
  v.transform((text) => text.replace(/\/+$/, '')),
);

/** Credentials go to this address: never in plain text over a network, and never as a part of it. */
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

/** The parts of a PostgreSQL address; undefined where they cannot be read. Drivers need no host after the `@`. */
function partsOfDatabase(text: string): URL | undefined {
  const whole = text.replace('@/', '@localhost/');
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

/** A host of this machine, or the folder of its socket; no host is this machine too. */
function isOnThisMachine(host: string): boolean {
  return host === '' || host.startsWith('/') || /^%2f/i.test(host) || isLoopbackHost(host);
}

/** Whether a database is on this machine, or is reached by TLS that names and verifies it. */
function isDatabaseSafe(text: string): boolean {
  const parts = partsOfDatabase(text);
  if (!parts) return false;
  const { hostname, searchParams } = parts;
  // `host` takes the place of the one before the path. Which of several counts is up to the driver: all must do.
  const named = searchParams.getAll('host');
  const hosts = [...(named.length > 0 ? named : [hostname]), ...searchParams.getAll('hostaddr')];
  const modes = searchParams.getAll('sslmode');
  return hosts.every(isOnThisMachine) || (modes.length > 0 && modes.every((mode) => mode === 'verify-full'));
}

/** Where a PostgreSQL database is; on another machine TLS is not left to the address. */
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
