import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCli } from './run-cli.ts';
import { demoImei } from '../modules/demo/demo-imei.ts';
import { createPasswords } from '../core/security/passwords.ts';
import { hashSecret } from '../core/security/tokens.ts';
import { findAccountForLogin, updateAccount } from '../core/store/accounts.ts';
import { usableKeys } from '../core/store/api-keys.ts';
import { NO_HANDLE, ownerOfOpenLink } from '../core/store/password-resets.ts';
import { HOUR, isoAfter, isoTime } from '../core/time/clock.ts';
import { findLinkedAccount, linkAccount } from '../modules/single-sign-on/index.ts';
import { audited } from '../testing/rows.ts';
import { cliParts } from '../testing/cli-parts.ts';
import { TestClock } from '../testing/test-clock.ts';
import { newFolder } from '../testing/test-run.ts';
import { fresh } from '../testing/fixtures.ts';
import { openStore } from './open-store.ts';

let folder: string;
const store = fresh(() => {
  folder = newFolder();
  return openStore({ file: join(folder, 'console.db') });
});

const withPassword = async (password: string, args: readonly string[]) =>
  runCli(args, cliParts({ file: join(folder, 'console.db') }, { readPassword: () => Promise.resolve(password) }));
const run = (...args: string[]) => withPassword('from standard input', args);
const account = (email: string, role: string, phone = '9876543210') =>
  ['create-account', '--email', email, '--role', role, '--phone', phone] as const;

it('makes an account that can log in', async () => {
  const made = await run(...account('First@Example.com', 'admin'));
  expect(made).toEqual(['Account first@example.com with the role ADMIN made.']);
  const row = await findAccountForLogin(store.db, 'first@example.com');
  expect(row).toMatchObject({ role: 'ADMIN', status: 'ACTIVE' });
  expect(await (await createPasswords()).verify(row?.password_hash, 'from standard input')).toBe(true);
  const again = run(...account('first@example.com', 'USER', '9876543211'));
  await expect(again).rejects.toThrow('exists already');
});

it('U5 invites whom it makes, again until somebody accepts, by a link that works once and is in no audit', async () => {
  const invite = async () => (await run(...account('First@Example.com', 'superadmin'), '--invite')) as string[];
  const open = async (path: string | undefined) => {
    const secretHash = hashSecret(path?.replace('/invitation/', '') ?? '');
    const at = new TestClock().now();
    const proof = { secretHash, handleHash: NO_HANDLE };
    return [isoTime(at), isoAfter(at, 73 * HOUR)].map((time) => ownerOfOpenLink(store.db, proof, time));
  };
  const [said, , path] = await invite();
  expect(said).toBe('Account first@example.com with the role SUPERADMIN made.');
  expect(path).toMatch(/^\/invitation\/[\w-]{20,}$/);
  const row = await findAccountForLogin(store.db, 'first@example.com');
  expect(row).toMatchObject({ role: 'SUPERADMIN', status: 'ACTIVE' });
  expect(await Promise.all(await open(path))).toEqual([row?.id, undefined]);
  const [again, , other] = await invite();
  expect(again).toBe('Account first@example.com is invited again.');
  expect(await Promise.all(await open(path))).toEqual([undefined, undefined]);
  expect(await Promise.all(await open(other))).toEqual([row?.id, undefined]);
  expect(JSON.stringify(await audited(store))).not.toContain('/invitation/');
  await updateAccount(store.db, row?.id ?? 0, { invited_at: null }, isoTime(new TestClock().now()));
  await expect(invite()).rejects.toThrow('exists already');
});

it.each([
  [account('a@example.com', 'KING'), '--role must be one of SUPERADMIN, ADMIN, USER.'],
  [account('a@other.com', 'USER'), 'Invalid email domain.'],
  [account('a@example.com', 'USER', '12'), 'Enter a valid 10 digits number.'],
  [['add-permission'], 'add-permission needs the name'],
  [['import-devices'], 'This needs one file, or where to import from: <file> | --from <gateway>'],
  [['toString'], 'There is no command "toString". The commands are:'],
])('D20 refuses %j in words', async (args, message) => {
  await expect(run(...args)).rejects.toThrow(message);
});

it('D17 D20 adds a permission once; the audit has who did what, and no password', async () => {
  await run(...account('first@example.com', 'ADMIN'));
  expect(await run('add-permission', 'Locate', 'Device')).toEqual([
    'Permission "Locate Device" added. An admin can give it in the user management.',
  ]);
  expect(await run('add-permission', 'Locate Device')).toEqual(['The permission "Locate Device" is there already.']);
  const rows = await audited(store);
  const row = { via: 'cli', email: 'root', outcome: 'success' };
  expect(rows).toMatchObject([
    { ...row, call: 'create-account', said: { account: 'first@example.com' } },
    { ...row, call: 'add-permission', said: { name: 'Locate Device' } },
  ]);
  expect(JSON.stringify(rows)).not.toContain('from standard input');
});

it("asks of a new account's password what the console asks", async () => {
  const create = withPassword('Password2026', account('standard@example.com', 'ADMIN'));
  await expect(create).rejects.toThrow('This password is one of the most used ones');
  expect(await findAccountForLogin(store.db, 'standard@example.com')).toBeUndefined();
});

it("D21b makes a key that reads the platform's figures, for a superadmin, and shows it once", async () => {
  await run(...account('chief@example.com', 'SUPERADMIN'));
  await run(...account('admin@example.com', 'ADMIN', '9876543211'));
  const make = (email: string, ...name: string[]) => run('create-figures-key', '--email', email, ...name);
  const ofAdmin = make('admin@example.com', '--name', 'watch');
  await expect(ofAdmin).rejects.toThrow('There is no superadmin with the e-mail "admin@example.com"');
  await expect(make('chief@example.com')).rejects.toThrow('needs --name');
  const [said, key = ''] = await make('Chief@example.com', '--name', 'watch');
  expect(said).toContain('opens nothing else');
  const found = usableKeys(store.db, new Date().toISOString()).where('key_hash', '=', hashSecret(key));
  expect(await found.executeTakeFirst()).toMatchObject({ email: 'chief@example.com', opens: 'figures' });
  const rows = await audited(store, { call: 'create-figures-key' });
  expect(rows).toMatchObject([{ said: { name: 'watch' } }]);
  expect(JSON.stringify(rows)).not.toContain(key);
});

it('S22 takes the link to the identity provider from an account, and the audit says so', async () => {
  const email = 'linked@example.com';
  await run(...account(email, 'USER'));
  const accountId = (await findAccountForLogin(store.db, email))?.id ?? 0;
  await linkAccount(store.db, { account_id: accountId, issuer: 'https://id.example', subject: 'one', linked_at: '' });
  await expect(run('unlink-sign-on', '--email', 'nobody@example.com')).rejects.toThrow('There is no account with');
  const done = `${email} is linked to no login any more. The next one with this e-mail links the account anew.`;
  expect(await run('unlink-sign-on', '--email', 'Linked@example.com')).toEqual([done]);
  expect(await findLinkedAccount(store.db, 'https://id.example', 'one')).toBeUndefined();
  expect(await run('unlink-sign-on', '--email', email)).toEqual([`${email} is linked to no login of a provider.`]);
  expect(await audited(store, { call: 'unlink-sign-on' })).toHaveLength(1);
});

it('imports devices, says which lines it refused, may run again, and needs the column imei1', async () => {
  const file = join(folder, 'devices.csv');
  const lines = [
    `\uFEFFIMEI1,imei2,brand,model,appversion,apptype`,
    `${demoImei(0)},${demoImei(1)},"Acme, Inc.",X1,1.0,Standard`,
    '',
    '12,,A,B,1,S',
    `${demoImei(2)}, ,A,"B ""2""", 1 ,S`,
    `${demoImei(3)},,"A,B,1,S`,
  ];
  await writeFile(file, lines.join('\r\n'));
  expect(await run('import-devices', file)).toEqual([
    '2 devices registered, 0 registered again, 0 were enrolled already, 2 lines refused.',
    'line 4: imei1 "12" is not 15 digits',
    'line 6: a quotation mark is opened and not closed',
  ]);
  const gone = store.db.updateTable('devices').set({ claim_status: 'DE-ENROLLED' });
  await gone.where('imei1', '=', demoImei(0)).execute();
  expect((await run('import-devices', file))[0]).toBe(
    '0 devices registered, 1 registered again, 1 were enrolled already, 2 lines refused.',
  );
  const devices = await store.db.selectFrom('devices').selectAll().orderBy('brand', 'desc').execute();
  const status = { claim_status: 'ENROLLED' };
  expect(devices).toMatchObject([
    { imei1: demoImei(0), imei2: demoImei(1), brand: 'Acme, Inc.', model: 'X1', app_version: '1.0', ...status },
    { imei1: demoImei(2), imei2: '', brand: 'A', model: 'B "2"', app_version: '1', ...status },
  ]);
  await writeFile(file, 'serial,brand\n1,A\n');
  await expect(run('import-devices', file)).rejects.toThrow('imei1 is missing');
});
