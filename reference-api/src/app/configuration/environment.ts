import { dirname, join, resolve } from 'node:path';
import leven from 'leven';
import * as v from 'valibot';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { Platform } from '../../core/calls/context.ts';
import type { StoreLocation } from '../../core/store/store.ts';
import type { GivenDevice } from '../../core/devices/register-devices.ts';
import { type Clock, HOUR } from '../../core/time/clock.ts';
import { ofFile, readAnew, readPrivateFile, readSecrets } from '../../core/configuration/private-file.ts';
import type { GatewayCredentials } from '../../core/gateway/http-gateway.ts';
import { coreVariables, defaultSender } from './core-variables.ts';
import type { ApiModule } from '../../core/module.ts';
import type { ModuleSettings } from '../../core/module-settings.ts';
import { deviceSources, joined, modules } from '../modules.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the hardened policy adds to the specification: a value for each variable that is not set. */
export const hardened: Readonly<Record<string, string>> = {
  SESSION_IDLE_MINUTES: '30',
  SESSIONS_PER_ACCOUNT: '5',
  FIRST_PASSWORD_DAYS: '7',
  API_KEY_DAYS: '90',
  LOGOUT_REVOKES_KEYS: 'on',
  ...joined('hardened'),
};

/** Variables that are set win over the policy. */
function withPolicy(env: Environment): Environment {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  return env['POLICY'] === 'hardened' ? { ...env, ...hardened, ...set } : env;
}

export const environmentSchema = v.object({ ...coreVariables, ...joined('variables') });

export const variableNames = Object.keys(environmentSchema.entries) as (keyof typeof environmentSchema.entries)[];

export function isSecret(name: keyof typeof environmentSchema.entries): boolean {
  return 'isSecret' in v.getMetadata(environmentSchema.entries[name]);
}

/** Reads the wanted secrets from the files that `<NAME>_FILE` names; an empty file or file name counts as not set. */
function withSecretFiles(env: Environment, wanted: readonly string[]): Environment {
  const found = wanted.flatMap((secret) => {
    const variable = `${secret}_FILE`;
    const path = env[variable];
    if (!(variable in environmentSchema.entries) || !path) return [];
    if (env[secret]) throw new ConfigurationError(`${secret} and ${variable} are both set. Take one of them away.`);
    return [[secret, ofFile(variable, path, readPrivateFile).trim()] as const];
  });
  return { ...env, ...Object.fromEntries(found) };
}

/** Shorter names resemble each other by chance. */
const SHORTEST = 6;
const MOST_SLIPS = 2;

/** Refuses variables that nearly match one of the API's: their setting would silently have no effect. */
function refuseMisspelt(env: Environment): void {
  const known: ReadonlySet<string> = new Set(variableNames);
  const faults = Object.keys(env).flatMap((name) => {
    if (known.has(name) || name.length < SHORTEST || env[name] === undefined) return [];
    const meant = variableNames.find(
      (right) => right.length >= SHORTEST && leven(name.toUpperCase(), right) <= MOST_SLIPS,
    );
    return meant === undefined ? [] : [`${name} is no variable of the API, and nearly ${meant}. Correct its name.`];
  });
  if (faults.length > 0) throw new ConfigurationError(faults.join('\n'));
}

/** The shared key of the built-in demo. It is public: outside DEMO the API refuses to start with it. */
export const DEMO_SHARED_KEY = 'device-console-demo-shared-key-0001';

const SHARED_KEY_MIN_LENGTH = 16;
/** Fewest different characters of a key; generated keys have far more. */
const SHARED_KEY_MIN_CHARACTERS = 8;
const storeSchema = v.pick(environmentSchema, ['DATA_DIR', 'DATABASE_URL', 'EMAIL_DOMAINS']);
type StoreVariables = v.InferOutput<typeof storeSchema>;
type Variables = v.InferOutput<typeof environmentSchema>;
export type Settings = ReturnType<typeof readSettings>;

/** What is wrong with a variable: its name and, unless it is a secret, its text. */
function faultOf(env: Environment, issue: v.BaseIssue<unknown>): string {
  const name = variableNames.find((known) => known === v.getDotPath(issue));
  if (name === undefined) return issue.message;
  return isSecret(name) ? `${name} ${issue.message}` : `${name}="${env[name]}" ${issue.message}`;
}

function readVariables<Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(schema: Schema, given: Environment) {
  const env = withSecretFiles(given, Object.keys(schema.entries));
  const result = v.safeParse(schema, env, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw new ConfigurationError(result.issues.map((issue) => faultOf(env, issue)).join('\n'));
}

function storeSettings({ DATA_DIR: folder, DATABASE_URL: url, EMAIL_DOMAINS: emailDomains }: StoreVariables) {
  const dataDir = resolve(folder);
  const location: StoreLocation = url === undefined ? { file: join(dataDir, 'console.db') } : { url };
  return { dataDir, location, emailDomains };
}

function sharedKeyOf(key: string | undefined, demo: boolean): string {
  if (demo) return key ?? DEMO_SHARED_KEY;
  if (key === undefined)
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
  if (new Set(key).size < SHARED_KEY_MIN_CHARACTERS)
    throw new ConfigurationError(
      `SHARED_KEY needs ${SHARED_KEY_MIN_CHARACTERS} different characters, as openssl rand -base64 32 makes.`,
    );
  return key;
}

/** Phones are simulated only on request: a release that nobody carries out must not look acknowledged. */
function deviceGatewayOf({ DEVICE_GATEWAY_URL: url, GATEWAY: name }: Variables, demo: boolean) {
  if (url !== undefined && name !== undefined)
    throw new ConfigurationError(
      `DEVICE_GATEWAY_URL and GATEWAY=${name} are both set. Take one of them away: commands go one way.`,
    );
  if (url === undefined && name === undefined && !demo)
    throw new ConfigurationError(
      "DEVICE_GATEWAY_URL is not set, so commands would reach no phone. Set it to the provider's address, or set " +
        'GATEWAY=simulator to have phones simulated: every command is then acknowledged, and every page says so.',
    );
  return url;
}

function keyRulesOf(variables: Variables): Platform['keys'] {
  const { API_KEY_DAYS: days, API_KEY_DAYS_MOST: mostDays } = variables;
  if (days !== null && days > mostDays)
    throw new ConfigurationError(
      `API_KEY_DAYS="${days}" is more than API_KEY_DAYS_MOST, which is ${mostDays}. Lower the one or raise the other.`,
    );
  return { days, mostDays, endWithLogout: variables.LOGOUT_REVOKES_KEYS };
}

const file = v.pipe(v.string(), v.minLength(1));

const CREDENTIALS_HELP =
  'must hold {"bearer": "…"}, without spaces in it, or {"certificate": "<file>", "key": "<file>"} with an ' +
  '"authority" where the provider has its own.';

const credentialsFile = v.union([
  v.strictObject({ bearer: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)) }),
  v.strictObject({ certificate: file, key: file, authority: v.optional(file) }),
]);

/** File names in the file of credentials are relative to its folder. */
export function readCredentials(path: string): GatewayCredentials {
  const read = readSecrets(path, credentialsFile, () => CREDENTIALS_HELP);
  if ('bearer' in read) return { bearer: read.bearer };
  const text = (name: string) => ofFile(path, resolve(dirname(path), name), readPrivateFile);
  const { certificate, key, authority } = read;
  return { certificate: text(certificate), key: text(key), ...(authority ? { authority: text(authority) } : {}) };
}

/** For the command line. Throws ConfigurationError. */
export function readStoreSettings(env: Environment) {
  return storeSettings(readVariables(storeSchema, env));
}

/** For the command line. Throws ConfigurationError. */
export function readDevicesFrom(env: Environment, name: string, clock: Clock): AsyncIterable<GivenDevice> {
  const source = deviceSources.get(name);
  if (!source)
    throw new ConfigurationError(
      `Devices cannot be imported from "${name}". They can from ${[...deviceSources.keys()].join(', ')}, and a file.`,
    );
  return source.devices(readVariables(environmentSchema, env) as never, clock);
}

type CoreSetting = 'publicUrl' | 'dataDir' | 'demo';

/** Each module reads its own variables, and declares what it makes of them in `ModuleSettings`. */
function moduleSettings(variables: Variables, demo: boolean): Omit<ModuleSettings, CoreSetting> {
  const own = modules.map((module: ApiModule) => module.settings?.(variables as never, demo));
  return Object.assign({}, ...own) as Omit<ModuleSettings, CoreSetting>;
}

/** For the server. Throws ConfigurationError, which names each wrong variable. */
export function readSettings(env: Environment) {
  refuseMisspelt(env);
  const variables = readVariables(environmentSchema, withPolicy(env));
  const demo = variables.DEMO === '1';
  return {
    ...storeSettings(variables),
    port: variables.PORT,
    host: variables.HOST,
    sharedKey: sharedKeyOf(variables.SHARED_KEY, demo),
    demo,
    publicUrl: variables.PUBLIC_URL,
    deviceGatewayUrl: deviceGatewayOf(variables, demo),
    /** Without an address: undefined and `simulator` simulate phones, any other is a module's gateway. */
    gatewayName: variables.GATEWAY,
    gatewayCredentials:
      readAnew('DEVICE_GATEWAY_CREDENTIALS_FILE', variables.DEVICE_GATEWAY_CREDENTIALS_FILE, readCredentials)?.() ?? {},
    commandLifetime: variables.COMMAND_LIFETIME_HOURS * HOUR,
    commandsPerMinute: variables.GATEWAY_COMMANDS_PER_MINUTE,
    simulatorDelay: variables.SIMULATOR_DELAY_MS,
    sessionHours: variables.SESSION_HOURS,
    sessionIdleMinutes: variables.SESSION_IDLE_MINUTES,
    sessionsPerAccount: variables.SESSIONS_PER_ACCOUNT,
    firstPasswordDays: variables.FIRST_PASSWORD_DAYS,
    keyRules: keyRulesOf(variables),
    shutdownTime: variables.SHUTDOWN_SECONDS * 1000,
    logLevel: variables.LOG_LEVEL,
    allowedOrigins: variables.ALLOWED_ORIGINS,
    trustedProxies: variables.TRUSTED_PROXIES,
    /** Undefined: mails are written to files. */
    smtp: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM ?? defaultSender(variables.PUBLIC_URL),
    ...moduleSettings(variables, demo),
  };
}
