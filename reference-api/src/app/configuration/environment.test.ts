import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_SHARED_KEY, readSettings, readStoreSettings } from './environment.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { newFolder } from '../../testing/test-run.ts';

const key = 'a key of our own, long enough';
const ORIGINS = ['https://a.example', 'https://b.example'];
const nameless = (host: string) => `Device Console <no-reply@${host}>`;
/** What must be set outside the demo. */
const own = { SHARED_KEY: key, GATEWAY: 'simulator' };

const provider = 'http://127.0.0.1:8080/commands';

const registered = {
  OIDC_ISSUER: 'https://id.example/realm/',
  OIDC_CLIENT_ID: 'device-console',
  OIDC_CLIENT_SECRET: 'hidden',
  PUBLIC_URL: 'https://console.example/',
};

/** What lets the policy ask for nothing. */
const OFF = {
  SESSION_IDLE_MINUTES: 'off',
  API_KEY_DAYS: 'off',
  LOGOUT_REVOKES_KEYS: 'off',
  STEP_UP: 'off',
  SECOND_FACTOR: 'off',
};
/** An empty variable counts as not set. */
const UNSET = { SHARED_KEY: '', GATEWAY: '' };
const registration = {
  name: 'Example Account',
  issuer: 'https://id.example/realm/',
  clientId: 'device-console',
  clientSecret: 'hidden',
  redirectUri: 'https://console.example/api/signIn/callback',
  logoutUri: 'https://console.example/signIn',
  acrValues: undefined,
};
const HOOK = { url: 'https://team.example/hook', secret: 'sixteen letters!', remotes: ['mf-reports'] };
const EVERYWHERE = { emailDomains: ['example.com', 'example.org', 'example.net'] };
const SQLITE = { location: { file: '/srv/console/console.db' } };

it.each([
  [{ DATA_DIR: '/srv/console' }, { host: '127.0.0.1', port: 3100, sharedKey: key, demo: false, ...SQLITE }],
  [{}, { sessionHours: 8, deviceGatewayUrl: undefined, webhooks: [], singleSignOn: undefined, ...EVERYWHERE }],
  [{ ALLOWED_ORIGINS: 'https://a.example, https://b.example' }, { allowedOrigins: ORIGINS }],
  [{ PUBLIC_URL: 'https://c.example/' }, { publicUrl: 'https://c.example', mailFrom: nameless('c.example') }],
  [{ PUBLIC_URL: 'https://192.0.2.1' }, { mailFrom: nameless('localhost') }],
  [{ MAIL_FROM: 'it@example.com' }, { mailFrom: 'it@example.com' }],
  [
    { ...UNSET, DEMO: '1' },
    { sharedKey: DEMO_SHARED_KEY, deviceGatewayUrl: undefined },
  ],
  [{ DEMO: '1' }, { sharedKey: key }],
  [{ DEMO: '1', GATEWAY: '', DEVICE_GATEWAY_URL: provider }, { deviceGatewayUrl: provider }],
  [{ GATEWAY: '', DEVICE_GATEWAY_URL: `${provider}/` }, { deviceGatewayUrl: provider }],
  [{ WEBHOOKS: JSON.stringify([HOOK]) }, { webhooks: [HOOK] }],
  [{ SMTP_URL: 'smtp://mail.example' }, { smtp: 'smtp://mail.example' }],
  [{ SMTP_URL: 'smtps://a%40b:c%2Fd@mail.example' }, { smtp: 'smtps://a%40b:c%2Fd@mail.example' }],
  [{ SMTP_URL: 'smtp://[::1]:2525/?requireTLS=false' }, { smtp: 'smtp://[::1]:2525/?requireTLS=false' }],
  [{ ...registered, OIDC_NAME: 'Example Account' }, { singleSignOn: { registration, endsSession: true } }],
  [{ ...registered, OIDC_ONLY: '1' }, { singleSignOn: { isOnlyWay: true, secondFactors: [] } }],
  [{ ...registered, OIDC_LOGOUT: 'off' }, { singleSignOn: { endsSession: false, secondFactors: [] } }],
  [{ ...registered, OIDC_ACR_VALUES: 'a b' }, { singleSignOn: { registration: { acrValues: 'a b' } } }],
  [{ ...registered, OIDC_SECOND_FACTOR: 'mfa, b' }, { singleSignOn: { secondFactors: ['mfa', 'b'] } }],
])('S21 S28 S29 reads %j', (env, settings) => {
  expect(readSettings({ ...own, ...env })).toMatchObject(settings);
});

/** What holds where no variable says otherwise. */
const specification = {
  sessionIdleMinutes: null,
  firstPasswordDays: null,
  keyDays: null,
  logoutRevokesKeys: false,
  stepUpRows: undefined,
  secondFactor: 'off',
  sessionsPerAccount: 50,
  accountDay: undefined,
};
const hardened = {
  sessionIdleMinutes: 30,
  firstPasswordDays: 7,
  keyDays: 90,
  logoutRevokesKeys: true,
  stepUpRows: 100,
  secondFactor: 'required',
  sessionsPerAccount: 5,
  accountDay: 2_000_000,
};
const HARDENED = { POLICY: 'hardened' };

it.each([
  { env: {}, expected: specification },
  {
    env: { POLICY: 'specification', SESSION_IDLE_MINUTES: '45' },
    expected: { ...specification, sessionIdleMinutes: 45 },
  },
  {
    env: { API_KEY_DAYS: '30', LOGOUT_REVOKES_KEYS: 'on' },
    expected: { ...specification, keyDays: 30, logoutRevokesKeys: true },
  },
  { env: { ...HARDENED, FACTOR_KEY: 'k'.repeat(32) }, expected: hardened },
  {
    env: { ...HARDENED, FIRST_PASSWORD_DAYS: '2', ...OFF },
    expected: { ...specification, firstPasswordDays: 2, sessionsPerAccount: 5, accountDay: 2_000_000 },
  },
  {
    env: { ...HARDENED, SESSION_IDLE_MINUTES: '', SECOND_FACTOR: 'off' },
    expected: { ...hardened, secondFactor: 'off' },
  },
])('C10 S11 S13 S18 S27 K2 K3 $env: the policy sets what has no variable of its own', ({ env, expected }) => {
  const { keyRules, factorPolicies, budgets, ...settings } = readSettings({ ...own, ...env });
  const { sessionIdleMinutes, firstPasswordDays, stepUpRows, sessionsPerAccount } = settings;
  expect({
    ...{ sessionIdleMinutes, firstPasswordDays, stepUpRows, sessionsPerAccount },
    keyDays: keyRules.days,
    logoutRevokesKeys: keyRules.endWithLogout,
    secondFactor: factorPolicies.ADMIN,
    accountDay: budgets?.['account-day'],
  }).toEqual(expected);
  expect([keyRules.mostDays, factorPolicies.SUPERADMIN]).toEqual([365, factorPolicies.ADMIN]);
});

it.each([
  [UNSET, 'SHARED_KEY is not set.'],
  [{ POLICY: 'strict' }, 'POLICY="strict" must be specification or hardened.'],
  [{ SHARED_KEY: DEMO_SHARED_KEY }, 'SHARED_KEY is the public key of the demo.'],
  [{ SHARED_KEY: 'too short' }, 'SHARED_KEY needs at least 16 characters.'],
  [{ SHARED_KEY: 'a'.repeat(16) }, 'SHARED_KEY needs 8 different characters, as'],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, proxy' }, 'TRUSTED_PROXIES="10.0.0.0/8, proxy" must be addresses or'],
  [{ FOUR_EYES: 'release=1, release=999999' }, 'FOUR_EYES="release=1, release=999999" names "release" twice.'],
  [{ FOUR_EYES: 'releases=1' }, '"releases=1" is not one of ALL, any, '],
  [{ FOUREYES: 'release=1' }, 'FOUREYES is no variable of the API, and nearly FOUR_EYES.'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL="javascript:alert(1)" must be an http or https address.'],
  [{ RETENTION: 'audit=30' }, 'must be a list of name=days; "audit=30" is not one of batches, outcomes'],
  [{ RETENTION: 'outcomes=6' }, '"outcomes=6" is not from 7 to 36500 days.'],
  [{ COMMAND_BUDGETS: 'account-day=0' }, '"account-day=0" is not from 1 to 1000000000.'],
  [{ DEVICE_GATEWAY_CREDENTIALS_FILE: '/nowhere' }, 'DEVICE_GATEWAY_CREDENTIALS_FILE: '],
  [{ WEBHOOKS: JSON.stringify([{ ...HOOK, url: 'http://a' }]) }, 'WEBHOOKS: its JSON: 0.url: "http://a" is no https'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL="loud" must be one of'],
  [{ OIDC_SECOND_FACTOR: 'mfa' }, 'and no OIDC_ONLY, OIDC_ACR_VALUES or OIDC_SECOND_FACTOR.'],
  [{ OIDC_ONLY: '1' }, 'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET_FILE.'],
  [{ ...registered, OIDC_ISSUER: 'http://id.example' }, 'must be an https address without user'],
  [{ ...registered, PUBLIC_URL: 'http://console.example' }, 'PUBLIC_URL="http://console.example" is no https'],
  [{ ...registered, OIDC_ONLY: 'yes' }, 'OIDC_ONLY="yes" must be 1, or not be set.'],
  [{ GATEWAY: '' }, 'DEVICE_GATEWAY_URL is not set, so commands would reach no phone.'],
  [{ GATEWAY: 'none' }, 'GATEWAY="none" must be simulator'],
  [{ DEVICE_GATEWAY_URL: provider }, 'DEVICE_GATEWAY_URL and GATEWAY=simulator are both set.'],
  [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM="nobody" must be an address'],
  [{ MAIL_FROM: 'A <a@b.example>\r\nBcc: x@y.example' }, 'must be an address'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be smtp://user:password@host:port'],
  [{ SMTP_URL: 'https://user:hidden@mail.example' }, 'SMTP_URL must be smtp://user:password@host:port'],
  [{ SMTP_URL: 'smtp://user:hidden@mail.example?tls=maybe' }, 'SMTP_URL must be smtp://user:password@host'],
  [{ SMTP_URL: 'smtp://user:hidden@mail.example/path' }, 'SMTP_URL must be smtp://user:password@host:port'],
  [{ DATABASE_URL: 'postgres://console:hidden@db:port/console' }, 'DATABASE_URL cannot be read as an address'],
  [{ GATEWAY: '', DEVICE_GATEWAY_URL: 'http://provider.example.com/x' }, 'DEVICE_GATEWAY_URL must be an https'],
  [{ GATEWAY: '', DEVICE_GATEWAY_URL: 'https://user:hidden@p.example/' }, 'DEVICE_GATEWAY_URL must be an https'],
  [{ GATEWAY: '', DEVICE_GATEWAY_URL: 'https://p.example/?key=hidden' }, 'DEVICE_GATEWAY_URL must be an https'],
  [{ GATEWAY: '', DEVICE_GATEWAY_URL: 'provider.example.com' }, 'DEVICE_GATEWAY_URL must be an https address'],
  [
    { PORT: 'http', DATABASE_URL: 'mysql://user:hidden@db', TELEMETRY_DAYS: '0' },
    'PORT="http" must be a number from 0 to 65535.\nDATABASE_URL must begin with postgres:// or postgresql://.\n' +
      'TELEMETRY_DAYS="0" must be a number from 1 to 31.',
  ],
])('refuses %j and says what to do', (env, message) => {
  const read = () => readSettings({ ...own, ...env });
  expect(read).toThrow(ConfigurationError);
  expect(read).toThrow(message);
  expect(read).not.toThrow('hidden');
});

it('an empty variable counts as not set, but for a list, which is empty then', () => {
  const unset = readSettings(own);
  const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'LOG_LEVEL'];
  expect(readSettings({ ...own, ...Object.fromEntries(names.map((name) => [name, ''])) })).toEqual(unset);
  expect(readSettings({ ...own, TRUSTED_PROXIES: '' }).trustedProxies).toEqual([]);
  expect(unset.trustedProxies).toEqual(['127.0.0.1', '::1']);
});

it('the command line needs no key', () => {
  const settings = readStoreSettings({ DATA_DIR: '/srv/console' });
  expect(settings).toEqual({ dataDir: '/srv/console', ...SQLITE, ...EVERYWHERE });
  expect(() => readStoreSettings({ DATABASE_URL: 'mysql://x' })).toThrow(ConfigurationError);
});

it('C10 reads numbers by name; what is not named is as by default', () => {
  const standard = readSettings({ ...own, COMMAND_BUDGETS: 'rise-times=10' });
  const more = { RETENTION: 'batches=365, outcomes = 7', COMMAND_BUDGETS: 'account-day=50000' };
  const { retention, budgets } = readSettings({ ...own, ...more });
  expect(retention).toEqual({ ...standard.retention, batches: 365, outcomes: 7 });
  expect(budgets).toEqual({ ...standard.budgets, 'account-day': 50_000 });
});

it('takes secrets from files, so that they stand in no environment', async () => {
  const folder = newFolder();
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const env = {
    GATEWAY: 'simulator',
    SHARED_KEY_FILE: await file('shared-key', `${key}\n`),
    DATABASE_URL_FILE: await file('database-url', 'postgres://console:secret@127.0.0.1/console\n'),
    SMTP_URL_FILE: await file('smtp-url', '\n'),
  };
  const location = { url: 'postgres://console:secret@127.0.0.1/console' };
  expect(readSettings(env)).toMatchObject({ sharedKey: key, location, smtp: undefined });
  expect(readStoreSettings({ ...env, SHARED_KEY_FILE: '/none' }).location).toEqual(location);
  expect(() => readSettings({ ...env, SHARED_KEY: key })).toThrow('SHARED_KEY and SHARED_KEY_FILE are both set.');
  expect(() => readSettings({ ...env, SHARED_KEY_FILE: '/none' })).toThrow('SHARED_KEY_FILE: ENOENT');
  await chmod(env.SHARED_KEY_FILE, 0o606);
  expect(() => readSettings(env)).toThrow(/^SHARED_KEY_FILE: .*shared-key may be written by every/);
  await chmod(env.SHARED_KEY_FILE, 0o600);
  await file('database-url', 'mysql://console:secret@db');
  expect(() => readSettings(env)).toThrow(/^DATABASE_URL must begin with postgres/);
  expect(() => readSettings(env)).not.toThrow(/secret/);
});

it.each([
  'postgres://console:secret@db.example.com/console',
  'postgres://console:secret@192.0.2.7:5432/console?sslmode=require',
  'postgres://console:secret@db/console?sslmode=disable',
  'postgres://console:secret@db/console?sslmode=verify-full&sslmode=disable',
  'postgres://console:secret@db/console?sslmode=verify-full&ssl=0&sslmode=no-verify',
  'postgres://console:secret@127.0.0.1/console?host=db.example.com',
  'postgres://console:secret@localhost/console?hostaddr=192.0.2.7',
  'postgres://console:secret@127.0.0.1,db.example.com/console',
  'postgres://console:secret@[2001:db8::7]/console',
])('on another machine needs verified TLS, and what lacks it ends the start in words: %s', (DATABASE_URL) => {
  const wanted = /^DATABASE_URL names a database on another machine, .* Add \?sslmode=verify-full to it(?!.*secret)/;
  expect(() => readSettings({ ...own, DATABASE_URL })).toThrow(wanted);
  expect(() => readStoreSettings({ DATABASE_URL })).toThrow(wanted);
});

it.each([
  'postgres://console:secret@db.example.com/console?sslmode=verify-full',
  'postgres://console:secret@db/console?statement_timeout=60000&sslmode=verify-full&sslrootcert=/etc/ssl/ca.pem',
  'postgres://console:secret@127.0.0.1:5432/console',
  'postgres://localhost/console',
  'postgresql://[::1]/console',
  'postgres://console@localhost/console?host=%2Frun%2Fpostgresql',
  'postgres://console@%2Frun%2Fpostgresql/console',
  'postgres://console:secret@/console?host=/run/postgresql',
  'postgres:///console',
])('is taken with verified TLS, and on this machine without: %s', (url) => {
  expect(readSettings({ ...own, DATABASE_URL: url }).location).toEqual({ url });
});
