import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_SHARED_KEY, readSettings, readStoreSettings } from './environment.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { newFolder } from '../../testing/test-run.ts';

const key = 'a key of our own, long enough';
/** What must be set outside the demo. */
const own = { SHARED_KEY: key, GATEWAY: 'simulator' };

const provider = 'http://127.0.0.1:8080/commands';

const registered = {
  OIDC_ISSUER: 'https://id.example/realm/',
  OIDC_CLIENT_ID: 'device-console',
  OIDC_CLIENT_SECRET: 'hidden',
  PUBLIC_URL: 'https://console.example/',
};

describe('environment', () => {
  it('starts with its own key, on this machine only, on SQLite in DATA_DIR', () => {
    const lists = { ALLOWED_ORIGINS: 'https://a.example, https://b.example', PUBLIC_URL: 'https://c.example/' };
    expect(readSettings({ ...own, ...lists, DATA_DIR: '/srv/console' })).toMatchObject({
      host: '127.0.0.1',
      port: 3100,
      sharedKey: key,
      demo: false,
      location: { file: '/srv/console/console.db' },
      sessionHours: 8,
      allowedOrigins: ['https://a.example', 'https://b.example'],
      publicUrl: 'https://c.example',
      emailDomains: ['example.com', 'example.org', 'example.net'],
    });
  });

  it.each([
    [{}, null, null, null, false, undefined, 'off'],
    [{ POLICY: 'specification', SESSION_IDLE_MINUTES: '45' }, 45, null, null, false, undefined, 'off'],
    [{ API_KEY_DAYS: '30', LOGOUT_REVOKES_KEYS: 'on' }, null, null, 30, true, undefined, 'off'],
    [{ POLICY: 'hardened', FACTOR_KEY: 'k'.repeat(32) }, 30, 7, 90, true, 100, 'required'],
    [
      {
        POLICY: 'hardened',
        SESSION_IDLE_MINUTES: 'off',
        FIRST_PASSWORD_DAYS: '2',
        API_KEY_DAYS: 'off',
        LOGOUT_REVOKES_KEYS: 'off',
        STEP_UP: 'off',
        SECOND_FACTOR: 'off',
      },
      null,
      2,
      null,
      false,
      undefined,
      'off',
    ],
    [{ POLICY: 'hardened', SESSION_IDLE_MINUTES: '', SECOND_FACTOR: 'off' }, 30, 7, 90, true, 100, 'off'],
  ])('S11 S13 S18 S27 K2 K3 %j: the policy sets what has no variable of its own', (env, ...expected) => {
    const [idle, days, keyDays, endWithLogout, rows, factors] = expected;
    const settings = readSettings({ ...own, ...env });
    expect(settings).toMatchObject({
      sessionIdleMinutes: idle,
      firstPasswordDays: days,
      keyRules: { days: keyDays, mostDays: 365, endWithLogout },
    });
    expect(settings.sessionsPerAccount).toBe('POLICY' in env && env.POLICY === 'hardened' ? 5 : 50);
    expect(settings.stepUpRows).toBe(rows);
    expect(settings.factorPolicies).toMatchObject({ ADMIN: factors, SUPERADMIN: factors });
  });

  it.each([
    [{}, 'SHARED_KEY is not set.'],
    [{ ...own, POLICY: 'strict' }, 'POLICY="strict" must be specification or hardened.'],
    [{ SHARED_KEY: DEMO_SHARED_KEY }, 'SHARED_KEY is the public key of the demo.'],
    [{ SHARED_KEY: 'too short' }, 'SHARED_KEY needs at least 16 characters.'],
    [{ SHARED_KEY: 'a'.repeat(16) }, 'SHARED_KEY needs 8 different characters, as'],
    [{ ...own, TRUSTED_PROXIES: '10.0.0.0/8, proxy' }, 'TRUSTED_PROXIES="10.0.0.0/8, proxy" must be addresses or'],
    [
      { ...own, FOUR_EYES: 'release=1, release=999999' },
      'FOUR_EYES="release=1, release=999999" names "release" twice.',
    ],
    [{ ...own, FOUR_EYES: 'releases=1' }, '"releases=1" is not one of ALL, any, '],
    [{ ...own, FOUREYES: 'release=1' }, 'FOUREYES is no variable of the API, and nearly FOUR_EYES.'],
    [
      { ...own, PUBLIC_URL: 'javascript:alert(1)' },
      'PUBLIC_URL="javascript:alert(1)" must be an http or https address.',
    ],
    [{ ...own, RETENTION: 'audit=30' }, 'must be a list of name=days; "audit=30" is not one of batches, outcomes'],
    [{ ...own, RETENTION: 'outcomes=6' }, '"outcomes=6" is not from 7 to 36500 days.'],
    [{ ...own, COMMAND_BUDGETS: 'account-day=0' }, '"account-day=0" is not from 1 to 1000000000.'],
    [{ ...own, DEVICE_GATEWAY_CREDENTIALS_FILE: '/nowhere' }, 'DEVICE_GATEWAY_CREDENTIALS_FILE: '],
    [{ ...own, LOG_LEVEL: 'loud' }, 'LOG_LEVEL="loud" must be one of'],
    [{ ...own, OIDC_SECOND_FACTOR: 'mfa' }, 'and no OIDC_ONLY, OIDC_ACR_VALUES or OIDC_SECOND_FACTOR.'],
    [{ ...own, OIDC_ONLY: '1' }, 'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET_FILE.'],
    [{ ...own, ...registered, OIDC_ISSUER: 'http://id.example' }, 'must be an https address without user'],
    [
      { ...own, ...registered, PUBLIC_URL: 'http://console.example' },
      'PUBLIC_URL="http://console.example" is no https',
    ],
    [{ ...own, ...registered, OIDC_ONLY: 'yes' }, 'OIDC_ONLY="yes" must be 1, or not be set.'],
    [{ SHARED_KEY: key }, 'DEVICE_GATEWAY_URL is not set, so commands would reach no phone.'],
    [{ SHARED_KEY: key, GATEWAY: 'none' }, 'GATEWAY="none" must be simulator, or not be set.'],
    [{ ...own, DEVICE_GATEWAY_URL: provider }, 'DEVICE_GATEWAY_URL and GATEWAY=simulator are both set.'],
  ])('refuses %j and says what to do', (env, message) => {
    expect(() => readSettings(env)).toThrow(ConfigurationError);
    expect(() => readSettings(env)).toThrow(message);
  });

  it('names every variable that is wrong, and repeats no secret', () => {
    const env = { ...own, PORT: 'http', DATABASE_URL: 'mysql://user:hidden@db', TELEMETRY_DAYS: '0' };
    expect(() => readSettings(env)).toThrow(
      'PORT="http" must be a number from 0 to 65535.\nDATABASE_URL must begin with postgres:// or postgresql://.\n' +
        'TELEMETRY_DAYS="0" must be a number from 1 to 31.',
    );
  });

  it('an empty variable counts as not set, but for a list, which is empty then', () => {
    const unset = readSettings({ ...own });
    const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'LOG_LEVEL'];
    expect(readSettings({ ...own, ...Object.fromEntries(names.map((name) => [name, ''])) })).toEqual(unset);
    expect(readSettings({ ...own, TRUSTED_PROXIES: '' }).trustedProxies).toEqual([]);
    expect(unset.trustedProxies).toEqual(['127.0.0.1', '::1']);
  });

  it('sends commands to the provider, or to simulated phones where that is said and in the demo', () => {
    expect(readSettings({ SHARED_KEY: key, DEVICE_GATEWAY_URL: `${provider}/` }).deviceGatewayUrl).toBe(provider);
    expect(readSettings(own).deviceGatewayUrl).toBeUndefined();
    expect(readSettings({ DEMO: '1' }).deviceGatewayUrl).toBeUndefined();
    expect(readSettings({ DEMO: '1', DEVICE_GATEWAY_URL: provider }).deviceGatewayUrl).toBe(provider);
  });

  it('the command line needs no key', () => {
    expect(readStoreSettings({ DATA_DIR: '/srv/console' })).toEqual({
      dataDir: '/srv/console',
      location: { file: '/srv/console/console.db' },
      emailDomains: ['example.com', 'example.org', 'example.net'],
    });
    expect(() => readStoreSettings({ DATABASE_URL: 'mysql://x' })).toThrow(ConfigurationError);
  });

  it('uses the public key in the demo, unless another is set', () => {
    expect(readSettings({ DEMO: '1' }).sharedKey).toBe(DEMO_SHARED_KEY);
    expect(readSettings({ DEMO: '1', ...own }).sharedKey).toBe(key);
  });

  it('reads webhooks from WEBHOOKS or a file, and says where a mistake is', async () => {
    const hooks = [{ url: 'https://team.example/hook', secret: 'sixteen letters!', remotes: ['mf-reports'] }];
    const folder = newFolder();
    const file = join(folder, 'hooks.json');
    await writeFile(file, JSON.stringify(hooks));
    expect(readSettings({ ...own }).webhooks).toEqual([]);
    expect(readSettings({ ...own, WEBHOOKS: JSON.stringify(hooks) }).webhooks).toEqual(hooks);
    expect(readSettings({ ...own, WEBHOOKS_FILE: file }).webhooks).toEqual(hooks);
    await chmod(file, 0o666);
    expect(() => readSettings({ ...own, WEBHOOKS_FILE: file })).toThrow(/^WEBHOOKS_FILE: .* may be written by every/);
    await chmod(file, 0o600);
    await writeFile(file, JSON.stringify([{ ...hooks[0], url: 'http://team.example/' }]));
    expect(() => readSettings({ ...own, WEBHOOKS_FILE: file })).toThrow(
      'WEBHOOKS: its JSON: 0.url: "http://team.example/" is no https address',
    );
  });

  it('C10 reads numbers by name; what is not named is as by default', () => {
    const standard = readSettings(own);
    const more = { RETENTION: 'batches=365, outcomes = 7', COMMAND_BUDGETS: 'account-day=50000' };
    const { retention, budgets } = readSettings({ ...own, ...more });
    expect(retention).toEqual({ ...standard.retention, batches: 365, outcomes: 7 });
    expect(budgets).toEqual({ ...standard.budgets, 'account-day': 50_000 });
  });

  it('S21 has no single sign-on by default, and takes the issuer as it is written', () => {
    expect(readSettings({ ...own }).singleSignOn).toBeUndefined();
    expect(readSettings({ ...own, ...registered, OIDC_NAME: 'Example Account', OIDC_ONLY: '1' }).singleSignOn).toEqual({
      registration: {
        name: 'Example Account',
        issuer: 'https://id.example/realm/',
        clientId: 'device-console',
        clientSecret: 'hidden',
        redirectUri: 'https://console.example/api/signIn/callback',
        logoutUri: 'https://console.example/signIn',
        acrValues: undefined,
      },
      isOnlyWay: true,
      endsSession: true,
      secondFactors: [],
    });
  });

  it('S28 S29 leaves out the logout at the provider, asks for classes and takes its second factors', () => {
    const more = { OIDC_LOGOUT: 'off', OIDC_ACR_VALUES: 'urn:a urn:b', OIDC_SECOND_FACTOR: 'mfa, urn:a' };
    expect(readSettings({ ...own, ...registered, ...more }).singleSignOn).toMatchObject({
      registration: { acrValues: 'urn:a urn:b' },
      endsSession: false,
      secondFactors: ['mfa', 'urn:a'],
    });
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
    expect(readSettings(env)).toMatchObject({
      sharedKey: key,
      location: { url: 'postgres://console:secret@127.0.0.1/console' },
      smtp: undefined,
    });
    expect(readStoreSettings({ ...env, SHARED_KEY_FILE: '/none' }).location).toEqual({
      url: 'postgres://console:secret@127.0.0.1/console',
    });
    expect(() => readSettings({ ...env, SHARED_KEY: key })).toThrow('SHARED_KEY and SHARED_KEY_FILE are both set.');
    expect(() => readSettings({ ...env, SHARED_KEY_FILE: '/none' })).toThrow('SHARED_KEY_FILE: ENOENT');
    await chmod(env.SHARED_KEY_FILE, 0o606);
    expect(() => readSettings(env)).toThrow(/^SHARED_KEY_FILE: .*shared-key may be written by every/);
    await chmod(env.SHARED_KEY_FILE, 0o600);
    await file('database-url', 'mysql://console:secret@db');
    expect(() => readSettings(env)).toThrow(/^DATABASE_URL must begin with postgres/);
    expect(() => readSettings(env)).not.toThrow(/secret/);
  });
});

describe('the address of the database', () => {
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

  it('that cannot be read is refused without repeating it', () => {
    const read = () => readSettings({ ...own, DATABASE_URL: 'postgres://console:secret@db:port/console' });
    expect(read).toThrow(/^DATABASE_URL cannot be read as an address(?!.*secret)/);
  });
});

describe('mail settings', () => {
  it.each(['smtp://mail.example', 'smtps://a%40b:c%2Fd@mail.example', 'smtp://[::1]:2525/?requireTLS=false'])(
    'takes SMTP_URL=%s',
    (url) => {
      expect(readSettings({ ...own, SMTP_URL: url }).smtp).toBe(url);
    },
  );

  it.each([
    'mail.example',
    'https://user:hidden@mail.example',
    'smtp://user:hidden@mail.example?tls=maybe',
    'smtp://user:hidden@mail.example/path',
  ])('refuses SMTP_URL=%s without repeating it', (url) => {
    expect(() => readSettings({ ...own, SMTP_URL: url })).toThrow(/^SMTP_URL must be smtp:\/\/user:password@host:port/);
    expect(() => readSettings({ ...own, SMTP_URL: url })).not.toThrow(/hidden/);
  });

  it("sends from the console's own name unless MAIL_FROM says otherwise", () => {
    const from = (env: Record<string, string>) => readSettings({ ...own, ...env }).mailFrom;
    expect(from({ PUBLIC_URL: 'https://console.example' })).toBe('Device Console <no-reply@console.example>');
    expect(from({ PUBLIC_URL: 'https://192.0.2.1' })).toBe('Device Console <no-reply@localhost>');
    expect(from({ MAIL_FROM: 'it@example.com' })).toBe('it@example.com');
    expect(() => from({ MAIL_FROM: 'nobody' })).toThrow('MAIL_FROM="nobody" must be an address');
    expect(() => from({ MAIL_FROM: 'A <a@b.example>\r\nBcc: x@y.example' })).toThrow('must be an address');
  });
});
