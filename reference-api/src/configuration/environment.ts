import { consoleConfig, FIGURES_HOURS, roles, type Role } from '@device-console/shared-lib/contract';
import { readWebhookTargets, type WebhookTarget } from '@device-console/shared-lib/telemetry';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { ConfigurationError } from '../errors/expected-errors.ts';
import { mailFromOf, smtpOf } from './mail-settings.ts';
import type { SmtpAddress } from '../mail/smtp-mailer.ts';
import type { StoreLocation } from '../store/store.ts';

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly location: StoreLocation;
  readonly sharedKey: string;
  readonly demo: boolean;
  readonly publicUrl: string;
  readonly deviceGatewayUrl: string | undefined;
  /** Milliseconds after which the simulated phones acknowledge. */
  readonly simulatorDelay: number;
  readonly sessionHours: number;
  readonly logLevel: string;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly emailDomains: readonly string[];
  /** Undefined: mails are written into files. */
  readonly smtp: SmtpAddress | undefined;
  /** Sender of mails. */
  readonly mailFrom: string;
  /** Whom new kinds of failures of remotes are told to. */
  readonly webhooks: readonly WebhookTarget[];
  /** Days that reports of loads and failures are kept. */
  readonly telemetryDays: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The shared key of the built-in demo. It is public: outside DEMO the API refuses to start with it. */
export const DEMO_SHARED_KEY = 'device-console-demo-shared-key-0001';

const SHARED_KEY_MIN_LENGTH = 16;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function numberOf(env: Environment, name: string, standard: number, least: number, most: number): number {
  const text = env[name];
  if (text === undefined || text === '') return standard;
  const value = Number(text);
  if (!Number.isFinite(value) || value < least || value > most)
    throw new ConfigurationError(`${name}="${text}" must be a number from ${least} to ${most}.`);
  return value;
}

function listOf(text: string | undefined): readonly string[] | undefined {
  return text
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function urlOf(env: Environment, name: string): string | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigurationError(`${name}="${text}" must be an http or https address.`);
  return text.replace(/\/+$/, '');
}

function sharedKeyOf(env: Environment, demo: boolean): string {
  const key = env['SHARED_KEY'] ?? '';
  if (demo) return key === '' ? DEMO_SHARED_KEY : key;
  if (key === '')
    throw new ConfigurationError(
      "SHARED_KEY is not set. Set it to the sharedKey of the console's config.json, or set DEMO=1 to try the " +
        'console with demo data.',
    );
  if (key === DEMO_SHARED_KEY)
    throw new ConfigurationError(
      "SHARED_KEY is the public key of the demo. Choose one of your own for the server and the console's config.json.",
    );
  if (key.length < SHARED_KEY_MIN_LENGTH)
    throw new ConfigurationError(`SHARED_KEY needs at least ${SHARED_KEY_MIN_LENGTH} characters.`);
  return key;
}

/** The webhooks in WEBHOOKS_FILE, or in WEBHOOKS itself; none without either. */
function webhooksOf(env: Environment): readonly WebhookTarget[] {
  const [file, text] = [env['WEBHOOKS_FILE'], env['WEBHOOKS']];
  if (!file && !text) return [];
  try {
    return file ? readWebhookTargets(readFileSync(file, 'utf8'), file) : readWebhookTargets(text ?? '', 'WEBHOOKS');
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Where the database is: DATABASE_URL, else a SQLite file in DATA_DIR. */
export function locationOf(env: Environment): StoreLocation {
  const url = env['DATABASE_URL'];
  if (!url) return { file: join(dataDirOf(env), 'console.db') };
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new ConfigurationError('DATABASE_URL must begin with postgres:// or postgresql://.');
  return { url };
}

/** The folder of the SQLite file and of the mails. */
export function dataDirOf(env: Environment): string {
  return resolve(env['DATA_DIR'] || 'data');
}

/** Domains of accounts (D19); by default those of the console's configuration. */
export function emailDomainsOf(env: Environment): readonly string[] {
  return listOf(env['EMAIL_DOMAINS']) ?? v.parse(consoleConfig.entries.emailDomains, undefined);
}

function logLevelOf(env: Environment): string {
  const level = env['LOG_LEVEL'] || 'info';
  if (!LOG_LEVELS.includes(level))
    throw new ConfigurationError(`LOG_LEVEL="${level}" must be one of ${LOG_LEVELS.join(', ')}.`);
  return level;
}

/** Reads the environment of the server. Throws ConfigurationError. */
export function readSettings(env: Environment): Settings {
  const demo = env['DEMO'] === '1';
  const publicUrl = urlOf(env, 'PUBLIC_URL') ?? 'http://127.0.0.1:3000';
  return {
    port: numberOf(env, 'PORT', 3100, 0, 65_535),
    host: env['HOST'] || '127.0.0.1',
    dataDir: dataDirOf(env),
    location: locationOf(env),
    sharedKey: sharedKeyOf(env, demo),
    demo,
    publicUrl,
    deviceGatewayUrl: urlOf(env, 'DEVICE_GATEWAY_URL'),
    simulatorDelay: numberOf(env, 'SIMULATOR_DELAY_MS', 1500, 0, 3_600_000),
    sessionHours: numberOf(env, 'SESSION_HOURS', 8, 0.001, 720),
    logLevel: logLevelOf(env),
    allowedOrigins: listOf(env['ALLOWED_ORIGINS']) ?? [],
    trustedProxies: listOf(env['TRUSTED_PROXIES']) ?? ['127.0.0.1', '::1'],
    emailDomains: emailDomainsOf(env),
    smtp: smtpOf(env['SMTP_URL']),
    mailFrom: mailFromOf(env['MAIL_FROM'], publicUrl),
    webhooks: webhooksOf(env),
    telemetryDays: numberOf(env, 'TELEMETRY_DAYS', 30, 1, FIGURES_HOURS / 24),
  };
}

/** A role by its name. Throws ConfigurationError for another. */
export function roleOf(name: string | undefined): Role {
  const role = roles.find((known) => known === name?.toUpperCase());
  if (!role) throw new ConfigurationError(`--role must be one of ${roles.join(', ')}.`);
  return role;
}
