import { consoleConfig } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import { networkText } from '../security/networks.ts';
import { mailSender, smtpAddress } from './mail-settings.ts';
import { retentionDays } from './named-numbers.ts';
import {
  gatewayAddress,
  httpAddress,
  list,
  LOG_LEVELS,
  numberFrom,
  numeric,
  numericOrOff,
  onOrOff,
  optional,
  postgresAddress,
  secretFile,
  withDefault,
} from './variable-readers.ts';

/** The variables of the core. */
export const coreVariables = {
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
  SHARED_KEY_FILE: secretFile('SHARED_KEY'),
  DATA_DIR: withDefault('data', 'folder', 'holds `console.db`, `mail/` and `audit-heads.jsonl`', v.string()),
  DATABASE_URL: optional(
    'none',
    '`postgres://` address',
    'PostgreSQL instead of SQLite in `DATA_DIR`; on another machine with `sslmode=verify-full`',
    postgresAddress,
    true,
  ),
  DATABASE_URL_FILE: secretFile('DATABASE_URL'),
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
  SMTP_URL_FILE: secretFile('SMTP_URL'),
  MAIL_FROM: optional('no-reply at the host of `PUBLIC_URL`', 'e-mail address', 'sender of mails', mailSender),
  EMAIL_DOMAINS: list(
    v.parse(consoleConfig.entries.emailDomains, undefined),
    'list',
    'domains of accounts: all for adding, the first two for editing',
  ),
  SESSION_HOURS: numeric(8, 0.001, 720, 'hours until a session ends'),
  SESSION_IDLE_MINUTES: numericOrOff(
    1,
    43_200,
    'minutes after which a session ends that nobody used; see ' +
      '[operations.md](../docs/operations.md#sessions-and-api-keys)',
  ),
  SESSIONS_PER_ACCOUNT: numeric(50, 1, 100, 'most open sessions of an account: with one more the oldest ends'),
  FIRST_PASSWORD_DAYS: numericOrOff(
    1,
    90,
    'days that a password counts which an admin gives a new account; the first login asks for another',
  ),
  API_KEY_DAYS: numericOrOff(1, 3650, 'days that a new API key lasts where its maker says nothing; `off`: for ever'),
  API_KEY_DAYS_MOST: numeric(365, 1, 3650, 'most days that the maker of an API key may choose'),
  LOGOUT_REVOKES_KEYS: onOrOff('whether logging somebody out in User Management also revokes their API keys'),
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
  TRUSTED_PROXIES: v.pipe(
    list(['127.0.0.1', '::1'], 'list', 'addresses or networks whose `X-Forwarded-For` is believed'),
    v.check(
      (proxies) => proxies.every((proxy) => networkText(proxy) !== undefined),
      'must be addresses or networks, as 127.0.0.1, 10.0.0.0/8.',
    ),
  ),
  RETENTION: optional(
    'that of [operations.md](../docs/operations.md#what-is-kept-and-how-long)',
    'list of name=days',
    'days that something is kept, as `batches=365, outcomes=120`',
    retentionDays,
  ),
  UPLOADS_PER_DAY: numeric(500, 1, 1_000_000, 'files and lists that an account may upload in 24 hours'),
  UPLOAD_MB_PER_DAY: numeric(2_000, 1, 1_000_000, 'megabytes of them'),
  UPLOADS_TOTAL_MB: numeric(20_000, 1, 100_000_000, 'megabytes of all uploaded files that are kept'),
  LOG_LEVEL: withDefault(
    'info',
    LOG_LEVELS.join(', '),
    'of the JSON log; it holds no secrets and no bodies',
    v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}.`),
  ),
} as const;
