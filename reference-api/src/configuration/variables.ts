import { consoleConfig, FIGURES_HOURS, isLoopbackHost } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import { MEGABYTE, standardQuotas } from '../store/quotas.ts';
import { mailSender, smtpAddress } from './mail-settings.ts';
import { retentionDays } from './retention-settings.ts';

/** What the documents say of a variable. */
interface VariableDocument {
  /** Which texts it takes. */
  readonly type: string;
  readonly description: string;
  /** What holds where it is not set. */
  readonly default: string;
  /** It may hold a password, so no error repeats it. */
  readonly isSecret: boolean;
}

type TextReader<Output> = v.GenericSchema<string, Output>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A variable that is read as its default's text when it is not set, or empty. */
function withDefault<Output>(standard: string, type: string, description: string, reader: TextReader<Output>) {
  const document: VariableDocument = { type, description, default: standard, isSecret: false };
  return v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text || standard),
    reader,
    v.metadata({ ...document }),
  );
}

/** A variable that is undefined when it is not set, or empty. `none` is what the documents say of that. */
function optional<Output>(
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

/** A list with commas between its items. Empty it is a list of none; where it is not set, its default holds. */
function list(items: readonly string[], type: string, description: string) {
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

function numberFrom(least: number, most: number): TextReader<number> {
  const range = `must be a number from ${least} to ${most}.`;
  return v.pipe(v.string(), v.transform(Number), v.finite(range), v.minValue(least, range), v.maxValue(most, range));
}

/** A number, with its range as its documented type. */
function numeric(standard: number, least: number, most: number, description: string) {
  return withDefault(String(standard), `number from ${least} to ${most}`, description, numberFrom(least, most));
}

const httpAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address.',
  ),
  v.transform((text) => text.replace(/\/+$/, '')),
);

/** Credentials go to this address: never in plain text over a network, and never as a part of it. */
const gatewayAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && isGatewayAddress(new URL(text)),
    'must be an https address without user, query and fragment; http is for this computer alone.',
  ),
  v.transform((text) => text.replace(/\/+$/, '')),
);

function isGatewayAddress({ protocol, hostname, username, password, search, hash }: URL): boolean {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isSafe && [username, password, search, hash].every((part) => part === '');
}

const postgresAddress = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://.'),
);

/** The environment of the API: how each variable is read, and what the table in its README says of it. */
export const environmentSchema = v.object({
  PORT: numeric(
    3100,
    0,
    65_535,
    'port at which it listens; 0 takes a free one. Paths answer with and without `/api` before them',
  ),
  HOST: withDefault('127.0.0.1', 'name or address', 'where it listens', v.string()),
  SHARED_KEY: optional(
    'none: it does not start outside the demo',
    'text of at least 16 characters',
    "the `sharedKey` of the console's config.json",
    v.string(),
    true,
  ),
  DATA_DIR: withDefault('data', 'folder', 'holds `console.db` and `mail/`', v.string()),
  DATABASE_URL: optional(
    'none',
    '`postgres://` address',
    'PostgreSQL instead of SQLite in `DATA_DIR`',
    postgresAddress,
    true,
  ),
  DEMO: optional(
    'off',
    '`1`',
    'seeds demo data once, and uses the public demo key when no other is given; never mixes with real accounts',
    v.string(),
  ),
  PUBLIC_URL: withDefault(
    'http://127.0.0.1:3000',
    'http or https address',
    "the console's address, for links in mails",
    httpAddress,
  ),
  SMTP_URL: optional(
    'none',
    '`smtp://` or `smtps://` address',
    'where mails are handed over; without it they are files in `DATA_DIR/mail`',
    smtpAddress,
    true,
  ),
  MAIL_FROM: optional('no-reply at the host of `PUBLIC_URL`', 'e-mail address', 'sender of mails', mailSender),
  EMAIL_DOMAINS: list(
    v.parse(consoleConfig.entries.emailDomains, undefined),
    'list',
    'domains of accounts: all for adding, the first two for editing',
  ),
  SESSION_HOURS: numeric(8, 0.001, 720, 'hours until a session ends'),
  DEVICE_GATEWAY_URL: optional(
    'none',
    'https address',
    'provider that commands are sent to, see [provider.md](../docs/provider.md); outside the demo needed, ' +
      'unless `GATEWAY` says otherwise',
    gatewayAddress,
    true,
  ),
  DEVICE_GATEWAY_CREDENTIALS_FILE: optional(
    'none',
    'file',
    'what is shown to the provider: `{"bearer": "…"}`, or `{"certificate": "<file>", "key": "<file>"}` with an ' +
      '`authority` where the provider has its own',
    v.string(),
  ),
  DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: optional(
    'none: callbacks are refused, and outcomes are asked for',
    'file',
    'JSON list of the secrets (`whsec_…`) by which the provider signs its callbacks; read anew for each',
    v.string(),
  ),
  COMMAND_LIFETIME_HOURS: numeric(24, 0.01, 720, 'hours after which a command that could not be sent is taken back'),
  GATEWAY_COMMANDS_PER_MINUTE: optional(
    'no limit',
    'number from 1 to 1000000',
    'most commands that all instances together send to the provider',
    numberFrom(1, 1_000_000),
  ),
  GATEWAY: optional(
    'none: it does not start outside the demo without `DEVICE_GATEWAY_URL`',
    '`simulator`',
    'simulated phones: every command is acknowledged and no phone is touched. Every page of the console says so',
    v.picklist(['simulator'], 'must be simulator, or not be set.'),
  ),
  SIMULATOR_DELAY_MS: numeric(1500, 0, 3_600_000, 'milliseconds until a simulated phone acknowledges'),
  SHUTDOWN_SECONDS: numeric(
    10,
    1,
    600,
    'seconds from SIGTERM to the end of the process, whatever hangs; after half of them connections are broken off',
  ),
  ALLOWED_ORIGINS: list([], 'list', 'pages of other origins that may call'),
  TRUSTED_PROXIES: list(['127.0.0.1', '::1'], 'list', 'addresses or networks whose `X-Forwarded-For` is believed'),
  WEBHOOKS: optional(
    'none',
    'JSON',
    'whom new kinds of failures are told to; see [operations.md](../docs/operations.md#a-canary-that-fails)',
    v.string(),
    true,
  ),
  WEBHOOKS_FILE: optional('none', 'file', 'a file of the same JSON, in place of `WEBHOOKS`', v.string()),
  TELEMETRY_DAYS: numeric(30, 1, FIGURES_HOURS / 24, 'days that reports of loads and failures are kept'),
  METRICS_PORT: optional(
    'none',
    'number from 0 to 65535',
    'port of `/metrics` for Prometheus; see [operations.md](../docs/operations.md#metrics-and-alerts)',
    numberFrom(0, 65_535),
  ),
  METRICS_HOST: withDefault('127.0.0.1', 'name or address', 'where `METRICS_PORT` listens', v.string()),
  RETENTION: optional(
    'that of [operations.md](../docs/operations.md#what-is-kept-and-how-long)',
    'list of name=days',
    'days that something is kept, as `batches=365, outcomes=120`',
    retentionDays,
  ),
  UPLOADS_PER_DAY: numeric(
    standardQuotas.uploadsPerDay,
    1,
    1_000_000,
    'files and lists that an account may upload in 24 hours',
  ),
  UPLOAD_MB_PER_DAY: numeric(standardQuotas.bytesPerDay / MEGABYTE, 1, 1_000_000, 'megabytes of them'),
  UPLOADS_TOTAL_MB: numeric(
    standardQuotas.bytesInAll / MEGABYTE,
    1,
    100_000_000,
    'megabytes of all uploaded files that are kept',
  ),
  LOG_LEVEL: withDefault(
    'info',
    LOG_LEVELS.join(', '),
    'of the JSON log; it holds no secrets and no bodies',
    v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}.`),
  ),
});

/** Names of the variables. */
export const variableNames = Object.keys(environmentSchema.entries) as (keyof typeof environmentSchema.entries)[];

/** Returns what the documents say of a variable. */
export function documentOf(name: keyof typeof environmentSchema.entries): VariableDocument {
  return v.getMetadata(environmentSchema.entries[name]);
}
