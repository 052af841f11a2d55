import { consoleConfig, FIGURES_HOURS } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import { SESSIONS_PER_ACCOUNT } from '../store/access-rules.ts';
import { MEGABYTE, standardQuotas } from '../store/quotas.ts';
import { factorKeys, factorPolicies } from './identity-settings.ts';
import { commandBudgets } from './budget-settings.ts';
import { fourEyesPolicy } from './four-eyes-settings.ts';
import { policyVariable } from './policy.ts';
import { mailSender, smtpAddress } from './mail-settings.ts';
import { retentionDays } from './retention-settings.ts';
import { networkText } from '../security/networks.ts';
import { signOnVariables } from './sign-on-variables.ts';
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
  type VariableDocument,
} from './variable-readers.ts';

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
  POLICY: policyVariable,
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
  SMTP_URL_FILE: secretFile('SMTP_URL'),
  MAIL_FROM: optional('no-reply at the host of `PUBLIC_URL`', 'e-mail address', 'sender of mails', mailSender),
  EMAIL_DOMAINS: list(
    v.parse(consoleConfig.entries.emailDomains, undefined),
    'list',
    'domains of accounts: all for adding, the first two for editing',
  ),
  ...signOnVariables,
  SESSION_HOURS: numeric(8, 0.001, 720, 'hours until a session ends'),
  SESSION_IDLE_MINUTES: numericOrOff(
    1,
    43_200,
    'minutes after which a session ends that nobody used; see ' +
      '[operations.md](../docs/operations.md#sessions-and-api-keys)',
  ),
  SESSIONS_PER_ACCOUNT: numeric(
    SESSIONS_PER_ACCOUNT,
    1,
    100,
    'most open sessions of an account: with one more the oldest ends',
  ),
  FIRST_PASSWORD_DAYS: numericOrOff(
    1,
    90,
    'days that a password counts which an admin gives a new account; the first login asks for another',
  ),
  API_KEY_DAYS: numericOrOff(1, 3650, 'days that a new API key lasts where its maker says nothing; `off`: for ever'),
  API_KEY_DAYS_MOST: numeric(365, 1, 3650, 'most days that the maker of an API key may choose'),
  LOGOUT_REVOKES_KEYS: onOrOff('whether logging somebody out in User Management also revokes their API keys'),
  SECOND_FACTOR: optional(
    'off, and `offered` in the demo',
    '`off`, `offered`, `required`, or a list of role=policy',
    'whether accounts use second factors, as `SUPERADMIN=required, ADMIN=offered`; roles that are not named do not. ' +
      'See [operations.md](../docs/operations.md#second-factors)',
    factorPolicies,
  ),
  FACTOR_KEY: optional(
    'none: needed where `SECOND_FACTOR` is not off, outside the demo',
    'list of texts of at least 32 characters',
    'what the seeds of authenticator apps are sealed with in the database: the first seals, all of them open',
    factorKeys,
    true,
  ),
  FACTOR_KEY_FILE: secretFile('FACTOR_KEY'),
  STEP_UP: onOrOff(
    'whether what matters most asks for a proof of identity that is older than five minutes; see ' +
      '[operations.md](../docs/operations.md#second-factors)',
  ),
  STEP_UP_ROWS: numeric(100, 0, 1_000_000, 'rows above which a batch of any command asks for that proof'),
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
  SERVICES_FILE: optional(
    'none: no call is passed on',
    'file',
    "JSON of the teams' own services that their remotes call, with all their calls; read anew for each. See " +
      '[operations.md](../docs/operations.md#services-of-teams)',
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
  WEBHOOKS: optional(
    'none',
    'JSON',
    'whom new kinds of failures are told to; see [store.md](../docs/store.md#a-canary-that-fails)',
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
  COMMAND_BUDGETS: optional(
    'that of [operations.md](../docs/operations.md#budgets-of-commands)',
    'list of name=number',
    'how many commands may be sent by whom, as `account-day=50000, rise-least=5000`',
    commandBudgets,
  ),
  FOUR_EYES: optional(
    'nothing waits',
    'list of name=devices',
    'which commands wait for a second person from how many devices on, as `ALL=1, release=1, any=1000`; see ' +
      '[operations.md](../docs/operations.md#a-second-person)',
    fourEyesPolicy,
  ),
  APPROVAL_HOURS: numeric(
    24,
    1,
    720,
    'hours after which a command that waits for a second person is not sent any more',
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
