import { sql } from 'kysely';
import { calls } from '@device-console/shared-lib/contract';
import { MINUTE } from '../time/clock.ts';
import { MailError } from '../mail/mail.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { audited, ENROLLED, failure, PASSWORD, people, success } from '../../testing/index.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
/** What was hashed or compared, in order. */
let work: string[];

async function counting(): Promise<Passwords> {
  const real = await createPasswords();
  return {
    hash(password) {
      work.push('hash');
      return real.hash(password);
    },
    verify(hash, password) {
      work.push('verify');
      return real.verify(hash, password);
    },
  };
}

beforeEach(async () => {
  work = [];
  api = await startTestApi(undefined, { passwords: await counting(), logLevel: 'trace' });
});
afterEach(() => api.close());

const { operator, admin } = people;

/** Statements and rows that a call costs: the database's own count of rows written, and the audit's. */
async function costOf(run: () => Promise<unknown>) {
  const measure = async () => {
    const { rows } = await sql<{ written: number; audited: number }>`
      select total_changes() as written, (select count(*) from audit_log) as audited`.execute(api.store.db);
    return rows[0] ?? { written: 0, audited: 0 };
  };
  const before = await measure();
  work = [];
  await run();
  const after = await measure();
  return { work: [...work], written: after.written - before.written, audited: after.audited - before.audited };
}

const disable = async (email: string) =>
  (await api.as('admin')).call('updateUserStatus', { email, status: 'INACTIVE' });
const disabled = people.viewer.email;

it('S7 U4 costs and answers the same for a wrong password, an unknown and a disabled account', async () => {
  await disable(disabled);
  const guess = (email: string) => api.call('login', { email, password: 'a wrong password' });
  for (const email of [operator.email, disabled, 'nobody@example.com', operator.phone, '1234567890'])
    expect(await costOf(() => guess(email))).toEqual({ work: ['verify'], written: 4, audited: 1 });
  const wrong = { status: 200, sealed: true, answer: failure('Invalid email or password') };
  for (const email of [operator.email, disabled, 'nobody@example.com']) expect(await guess(email)).toMatchObject(wrong);
  const told = failure('Your account is disabled.Contact Your Admin for support');
  expect(await api.ask('login', { email: disabled, password: PASSWORD })).toEqual(told);
});

it('D18 takes the same statements for an unknown and a disabled address as for a known one, no hash', async () => {
  await disable(disabled);
  const sent = { ...success('Password reset link sent to your email'), token: expect.stringMatching(/^[\w-]{43}$/) };
  const ask = async (email: string) => expect(await api.ask('forgotPassword', { email })).toEqual(sent);
  const unknown = { work: [], written: 4, audited: 1 };
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
  work = [];
  const attempts = [
    { token: theirLink },
    { token: theirLink, requestToken: '' },
    { token: theirLink, requestToken: mine },
    { token: theirs, requestToken: theirs },
    { token: myLink, requestToken: theirs },
    { token: '', requestToken: theirs },
    { token: theirLink, requestToken: theirLink },
  ];
  for (const attempt of attempts) expect(await reset(attempt)).toEqual(refused);
  expect(work).toEqual([]);
  const rows = await audited(api.store, { call: 'reset_password.php' });
  expect(rows).toMatchObject(attempts.map(() => ({ outcome: 'error', email: '' })));
  api.clock.advance(30 * MINUTE - 1);
  expect(await reset({ token: theirLink, requestToken: theirs })).toMatchObject({ status: 'success' });
  expect(await reset({ token: theirLink, requestToken: theirs })).toEqual(refused);
  api.clock.advance(1);
  expect(await reset({ token: myLink, requestToken: mine })).toEqual(refused);
});

it('P1 P2 D18 sets the password by mailed secret and handle, once; sessions and older links end', async () => {
  const session = await api.as('operator');
  const [older, newest] = [await api.forgot(operator.email), await api.forgot(operator.email)];
  const text = expect.stringContaining(`https://console.example/resetPassword/${newest.token}`);
  expect(api.mails.at(-1)).toMatchObject({ to: operator.email, text });
  expect(await reset(newest)).toEqual(success('Password reset successfully'));
  expect((await session.call('homeData')).status).toBe(401);
  const logIn = async (password: string) => (await api.ask('login', { email: operator.email, password }))['status'];
  expect([await logIn(PASSWORD), await logIn('green umbrella nine')]).toEqual(['error', 'success']);
  for (const used of [newest, older]) expect(await reset(used)).toEqual(refused);
});

it('D18 keeps the link usable after a password that was refused', async () => {
  const body = await api.forgot(operator.email);
  const answer = await reset({ ...body, newPassword: 'short' });
  expect(answer).toEqual(failure('The password needs at least 10 characters.'));
  const ofOwner = await reset({ ...body, newPassword: 'Operator-9000000003' });
  expect(ofOwner).toMatchObject(failure(expect.stringContaining('e-mail')));
  expect(await reset(body)).toMatchObject({ status: 'success' });
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
  await api.close();
  let refused = '';
  api = await startTestApi(undefined, {
    logLevel: 'info',
    mailer: {
      send({ text }) {
        refused = text;
        return Promise.reject(new MailError(`SMTP server mail.example:587: 554 will not take ${text}`, false));
      },
    },
  });
  const answer = await api.ask('forgotPassword', { email: operator.email });
  expect(answer).toMatchObject(success('Password reset link sent to your email'));
  const secret = /resetPassword\/([\w-]+)/.exec(refused)?.[1] ?? 'missing';
  await api.server.close();
  expect((await audited(api.store)).slice(-1)).toMatchObject([
    { email: operator.email, outcome: 'error', detail: expect.stringContaining('mail.example:587: 554') },
  ]);
  const [line = '{}'] = api.lines.filter((text) => text.includes('a mail could not be handed over'));
  expect(JSON.parse(line)).toMatchObject({ mail: 'set a new password' });
  expect(`${api.lines.join('')}${JSON.stringify(await audited(api.store))}`).not.toContain(secret);
});

it('D18 logs the link in the demo alone', async () => {
  const linkLogged = () => api.lines.some((line) => line.includes('/resetPassword/'));
  await api.call('forgotPassword', { email: operator.email });
  expect(linkLogged()).toBe(false);
  await api.close();
  api = await startTestApi(undefined, { demo: true, logLevel: 'info' });
  await api.call('forgotPassword', { email: operator.email });
  expect(linkLogged()).toBe(true);
});
