import { consoleConfig, isLoopbackHost, SIMULATOR_GATEWAY } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import { isIP } from 'node:net';
import { networkText } from '../../core/security/networks.ts';
import { gateways } from '../modules.ts';
import {
  gatewayAddress,
  list,
  numberFrom,
  numeric,
  offUnlessSet,
  optional,
  secret,
  withDefault,
} from '../../core/configuration/variable-readers.ts';

/** Undefined if unreadable. Drivers allow no host after the `@`. */
function partsOfDatabase(text: string): URL | undefined {
  const whole = text.replace('@/', '@localhost/');
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

/** Also the folder of its socket; no host also means this machine. */
function isOnThisMachine(host: string): boolean {
  return host === '' || host.startsWith('/') || /^%2f/i.test(host) || isLoopbackHost(host);
}

/** The database is on this machine, or is reached by TLS that names and verifies it. */
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

const postgresAddress = v.pipe(
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

const SMTP_HELP =
  'must be smtp://user:password@host:port, or smtps:// for TLS from the start; ?requireTLS=false at its ' +
  'end sends without TLS.';
const SENDER_HELP = 'must be an address, such as console@example.com or Device Console <console@example.com>.';
const OPTIONS = ['', '?requireTLS=false', '?requireTLS=true'];

function isSmtpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '' && ['', '/'].includes(pathname) && OPTIONS.includes(search);
}

const smtpAddress = v.pipe(v.string(), v.check(isSmtpAddress, SMTP_HELP));

const mailSender = v.pipe(v.string(), v.regex(/^[^<>@\r\n]*(<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, SENDER_HELP));

export function defaultSender(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return `Device Console <no-reply@${isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? hostname : 'localhost'}>`;
}

/** The least verbose first. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const off = v.pipe(
  v.literal('off'),
  v.transform(() => null),
);

/** Null for `off`, the default under the specification's policy (POLICY). */
function numericOrOff(least: number, most: number) {
  return withDefault('off', v.union([off, numberFrom(least, most)]));
}

const httpAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address.',
  ),
  v.transform((text) => text.replace(/\/+$/, '')),
);

/** Beside the gateway of DEVICE_GATEWAY_URL. */
const gatewayNames: readonly string[] = [SIMULATOR_GATEWAY, ...gateways.keys()];

export const coreVariables = {
  POLICY: withDefault('specification', v.picklist(['specification', 'hardened'], 'must be specification or hardened.')),
  PORT: numeric(3100, 0, 65_535),
  HOST: withDefault('127.0.0.1', v.string()),
  SHARED_KEY: secret(v.string()),
  SHARED_KEY_FILE: optional(v.string()),
  DATA_DIR: withDefault('data', v.string()),
  DATABASE_URL: secret(postgresAddress),
  DATABASE_URL_FILE: optional(v.string()),
  PUBLIC_URL: withDefault('http://127.0.0.1:3000', httpAddress),
  SMTP_URL: secret(smtpAddress),
  SMTP_URL_FILE: optional(v.string()),
  MAIL_FROM: optional(mailSender),
  EMAIL_DOMAINS: list(v.parse(consoleConfig.entries.emailDomains, undefined)),
  SESSION_HOURS: numeric(8, 0.001, 720),
  SESSION_IDLE_MINUTES: numericOrOff(1, 43_200),
  SESSIONS_PER_ACCOUNT: numeric(50, 1, 100),
  FIRST_PASSWORD_DAYS: numericOrOff(1, 90),
  API_KEY_DAYS: numericOrOff(1, 3650),
  API_KEY_DAYS_MOST: numeric(365, 1, 3650),
  LOGOUT_REVOKES_KEYS: offUnlessSet,
  DEVICE_GATEWAY_URL: secret(gatewayAddress),
  DEVICE_GATEWAY_CREDENTIALS_FILE: optional(v.string()),
  COMMAND_LIFETIME_HOURS: numeric(24, 0.01, 720),
  GATEWAY_COMMANDS_PER_MINUTE: optional(numberFrom(1, 1_000_000)),
  GATEWAY: optional(v.picklist(gatewayNames, `must be ${gatewayNames.join(' or ')}, or not be set.`)),
  SIMULATOR_DELAY_MS: numeric(1500, 0, 3_600_000),
  SHUTDOWN_SECONDS: numeric(10, 1, 600),
  ALLOWED_ORIGINS: list([]),
  TRUSTED_PROXIES: v.pipe(
    list(['127.0.0.1', '::1']),
    v.check(
      (proxies) => proxies.every((proxy) => networkText(proxy) !== undefined),
      'must be addresses or networks, as 127.0.0.1, 10.0.0.0/8.',
    ),
  ),
  LOG_LEVEL: withDefault('info', v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}.`)),
  DEMO: optional(v.string()),
} as const;
