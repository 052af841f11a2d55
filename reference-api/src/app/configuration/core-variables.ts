import { consoleConfig } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import { postgresAddress } from './database-address.ts';
import { networkText } from '../../core/security/networks.ts';
import { mailSender, smtpAddress } from './mail-settings.ts';
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

/** Log levels, the least verbose first. */
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Reads a number within a range, or null for `off`, the default under the specification's policy (POLICY). */
function numericOrOff(least: number, most: number) {
  const reader = v.lazy((text): v.GenericSchema<string, number | null> =>
    text === 'off'
      ? v.pipe(
          v.string(),
          v.transform(() => null),
        )
      : numberFrom(least, most),
  );
  return withDefault('off', reader);
}

/** An http or https address, without a slash at its end. */
const httpAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address.',
  ),
  v.transform((text) => text.replace(/\/+$/, '')),
);

/** The variables of the core; the README says what each is. */
export const coreVariables = {
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
  GATEWAY: optional(v.picklist(['simulator'], 'must be simulator, or not be set.')),
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
} as const;
