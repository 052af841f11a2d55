import { sql } from 'kysely';
import { calls } from '@device-console/shared-lib/contract';
import { MINUTE } from '../time/clock.ts';
import { MailError, type Mailer } from '../mail/mail.ts';
import { audited, ENROLLED, failure, fresh, PASSWORD, people, plainPasswords, success } from '../../testing/index.ts';
import { startTestApi } from '../../testing/test-api.ts';

const api = fresh(() => startTestApi(undefined, { logLevel: 'trace' }));

const { operator, admin } = people;
const hashing = jest.spyOn(plainPasswords, 'hash');
const verifying = jest.spyOn(plainPasswords, 'verify');

/** What was done so far; the database itself counts the rows that are written. */
async function work() {
  const { rows } = await sql<{ written: number; audited: number }>`
    select total_changes() as written, (select count(*) from audit_log) as audited`.execute(api.store.db);
  return [rows[0]?.written, rows[0]?.audited, hashing.mock.calls.length, verifying.mock.calls.length].map(Number);
}

async function costOf(run: () => Promise<unknown>) {
  const before = await work();
  await run();
  const [written, audited, hashed, verified] = (await work()).map((count, at) => count - (before[at] ?? 0));
  return { written, audited, hashed, verified };
}

const disable = async (email: string) =>
  (await api.as('admin')).call('updateUserStatus', { email, status: 'INACTIVE' });
const disabled = people.viewer.email;

it('S7 U4 costs and answers the same for a wrong password, an unknown and a disabled account', async () => {
  await disable(disabled);
  const guess = (email: string) => api.call('login', { email, password: 'a wrong password' });
  for (const email of [operator.email, disabled, 'nobody@example.com', operator.phone, '1234567890'])
    expect(await costOf(() => guess(email))).toEqual({ written: 4, audited: 1, hashed: 0, verified: 1 });
  const wrong = { status: 200, sealed: true, answer: failure('Invalid email or password') };
  for (const email of [operator.email, disabled, 'nobody@example.com']) expect(await guess(email)).toMatchObject(wrong);
  const told = failure('Your account is disabled.Contact Your Admin for support');
  expect(await api.ask('login', { email: disabled, password: PASSWORD })).toEqual(told);
});

it('D18 takes the same statements for an unknown and a disabled address as for a known one, no hash', async () => {
  await disable(disabled);
  const sent = { ...success('Password reset link sent to your email'), token: expect.stringMatching(/^[\w-]{43}$/) };
  const ask = async (email: string) => expect(await api.ask('forgotPassword', { email })).toEqual(sent);
  const unknown = { written: 4, audited: 1, hashed: 0, verified: 0 };
  for (const email of ['nobody@example.com', disabled]) expect(await costOf(() => ask(email))).toEqual(unknown);
  // The one row more is the reset itself: of the same statement, which finds no account in the other case.
  expect(await costOf(() => ask(operator.email))).toEqual({ ...unknown, written: 5 });
  expect(api.mails.map(({ to }) => to)).toEqual([operator.email]);
});

const reset = (body: object) => api.ask('resetPassword', { newPassword: 'green umbrella nine', ...body });
const refused = failure('The reset link is no longer valid. Please request a new reset link.');

it('D18 resets with both halves of one request alone, once, in time; hashes for nobody else; audits all', async () => {
  const { token: myLink, requestToken: mine } = await api.forgot(admin.email);
  const { token: theirLink, requestToken: theirs } = await api.forgot(operator.email);
  const attempts = [
    { token: theirLink },
    { token: theirLink, requestToken: '' },
    { token: theirLink, requestToken: mine },
    { token: theirs, requestToken: theirs },
    { token: myLink, requestToken: theirs },
    { token: '', requestToken: theirs },
    { token: theirLink, requestToken: theirLink },
  ];
  const attempt = async () => {
    for (const body of attempts) expect(await reset(body)).toEqual(refused);
  };
  expect(await costOf(attempt)).toMatchObject({ hashed: 0, verified: 0 });
  const rows = await audited(api.store, { call: 'reset_password.php' });
  expect(rows).toMatchObject(attempts.map(() => ({ outcome: 'error', email: '' })));
  const theirsNow = await api.forgot(disabled);
  await disable(disabled);
  expect(await reset(theirsNow)).toEqual(refused);
  api.clock.advance(30 * MINUTE - 1);
  expect(await reset({ token: theirLink, requestToken: theirs })).toMatchObject({ status: 'success' });
  expect(await reset({ token: theirLink, requestToken: theirs })).toEqual(refused);
  api.clock.advance(1);
  expect(await reset({ token: myLink, requestToken: mine })).toEqual(refused);
});

it('P1 P2 D18 sets the password by mailed secret and handle, once, after refusals too; older links end', async () => {
  const [older, newest] = [await api.forgot(operator.email), await api.forgot(operator.email)];
  const text = expect.stringContaining(`https://console.example/resetPassword/${newest.token}`);
  expect(api.mails.at(-1)).toMatchObject({ to: operator.email, text });
  const short = await reset({ ...newest, newPassword: 'short' });
  expect(short).toEqual(failure('The password needs at least 10 characters.', 'password'));
  const ofOwner = await reset({ ...newest, newPassword: 'Operator-9000000003' });
  expect(ofOwner).toMatchObject(failure(expect.stringContaining('e-mail')));
  expect(await reset(newest)).toEqual(success('Password reset successfully'));
  const logIn = async (password: string) => (await api.ask('login', { email: operator.email, password }))['status'];
  expect([await logIn(PASSWORD), await logIn('green umbrella nine')]).toEqual(['error', 'success']);
  for (const used of [newest, older]) expect(await reset(used)).toEqual(refused);
});

it('D18 D21 stand in no log line and no audit row: passwords, tokens, keys, links, handles, texts', async () => {
  const session = await api.as('admin');
  const key = await session.newKey();
  await api.call('lockNotification', { imei: ENROLLED[0], action: 'lock' }, { token: key });
  const notification = { imei: ENROLLED[0], action: 'notify', message: 'Dear Asha, your instalment' };
  await session.call('lockNotification', notification);
  const added = { email: 'new@example.com', phone: '9876543210', permissions: [] };
  await session.call('addUser', { ...added, password: "the new person's word" });
  await api.call('login', { email: operator.email, password: 'a guessed secret' });
  await api.call('homeData', {}, { token: 'a guessed token' });
  const both = await api.forgot(operator.email);
  for (const requestToken of ['wrong', both.requestToken])
    await api.call('resetPassword', { ...both, requestToken, newPassword: 'the reset word' });
  expect(await audited(api.store, { call: 'addUser.php' })).toMatchObject([
    { email: admin.email, outcome: 'success', said: { account: 'new@example.com' } },
  ]);
  const kept = `${api.lines.join('\n')}${JSON.stringify(await audited(api.store))}`;
  expect(api.lines.length).toBeGreaterThan(10);
  const texts = ['the new person', 'a guessed secret', 'a guessed token', 'the reset word', 'Dear Asha', PASSWORD];
  const secrets = [session.token, key, both.token, both.requestToken, ...texts];
  expect(secrets.filter((text) => kept.includes(text))).toEqual([]);
});

it('D17 withholds from the audit any field that may hold a secret, of any call', () => {
  const fields = Object.values(calls).flatMap((call) => Object.keys(call.body.entries));
  const secret = new Set(fields.filter((name) => /pass|token|secret|ticket|code/i.test(name)));
  expect([...secret].toSorted().join(' ')).toBe(
    'code currentPassword newPassword passkey password recoveryCode requestToken ticket token',
  );
});

it('D18 audits and logs a mail that could not be handed over, without its link, and answers as ever', async () => {
  const refuse = jest.fn<ReturnType<Mailer['send']>, Parameters<Mailer['send']>>(async ({ text }) => {
    throw new MailError(`SMTP server mail.example:587: 554 will not take ${text}`, false);
  });
  const other = await startTestApi(undefined, { logLevel: 'info', mailer: { send: refuse } });
  const answer = await other.ask('forgotPassword', { email: operator.email });
  expect(answer).toMatchObject(success('Password reset link sent to your email'));
  const secret = /resetPassword\/([\w-]+)/.exec(refuse.mock.calls[0]?.[0].text ?? '')?.[1] ?? 'missing';
  await other.server.close();
  const rows = await audited(other.store);
  const detail = expect.stringContaining('mail.example:587: 554');
  expect(rows.at(-1)).toMatchObject({ email: operator.email, outcome: 'error', detail });
  const [line = '{}'] = other.lines.filter((text) => text.includes('a mail could not be handed over'));
  expect(JSON.parse(line)).toMatchObject({ mail: 'set a new password' });
  expect(`${other.lines.join('')}${JSON.stringify(rows)}`).not.toContain(secret);
  await other.close();
});

it('D18 logs the link in the demo alone', async () => {
  const demo = await startTestApi(undefined, { demo: true, logLevel: 'info' });
  for (const one of [api, demo]) await one.call('forgotPassword', { email: operator.email });
  const linkLogged = [api, demo].map(({ lines }) => lines.some((line) => line.includes('/resetPassword/')));
  expect(linkLogged).toEqual([false, true]);
  await demo.close();
});
