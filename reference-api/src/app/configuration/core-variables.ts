import { consoleConfig } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import { networkText } from '../../core/security/networks.ts';
import { mailSender, smtpAddress } from './mail-settings.ts';
import {
  gatewayAddress,
  httpAddress,
  list,
  LOG_LEVELS,
  numberFrom,
  numeric,
  numericOrOff,
  offUnlessSet,
  optional,
  postgresAddress,
  secret,
  withDefault,
} from '../../core/configuration/variable-readers.ts';

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
