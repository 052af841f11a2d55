import { newTransactionId } from '@device-console/shared-lib/crypto';
import { MINUTE } from '../../core/time/clock.ts';
import { audited, failure, newMember, newSession, PASSWORD, rowsOf, shared, success } from '../../testing/index.ts';
import { startTestApi, type Session } from '../../testing/test-api.ts';
import {
  addApp,
  beginLogin,
  codeOf,
  endLogin,
  everythingKept,
  factorOptions,
  logInBy,
  memberWithApp,
  nextCode,
} from './testing/test-factors.ts';

const OVER = 'This login took too long, or was ended. Please log in again.';
const NEW = 'green umbrella nine';

describe('second factors', () => {
  const api = shared(() => startTestApi(undefined, factorOptions));

  const statusOf = async (session: Session) => (await session.call('homeData')).status;
  const mailsTo = (email: string) => api.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

  it('S15 adds an app by a code; other sessions end, the owner is told, and the app is listed', async () => {
    const member = await newMember(api, 'USER');
    const [other, own] = [await member.logIn(), await member.logIn()];
    const { id, secret, uri } = await own.ask('addTotp');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const label = encodeURIComponent(member.email);
    expect(uri).toContain(`otpauth://totp/Device%20Console:${label}?issuer=Device%20Console&secret=${secret}&`);
    const body = { id: String(id), name: 'Phone' };
    expect(await own.ask('confirmTotp', { ...body, code: '000000' })).toMatchObject({ status: 'error' });
    expect(await own.ask('ownFactors')).toMatchObject({ items: [], recovery_codes: 0, policy: 'offered' });
    const answer = await own.ask('confirmTotp', { ...body, code: codeOf(api, String(secret)) });
    expect(answer).toMatchObject(success('Second factor added. Your other sessions have ended.'));
    const items = [{ id, kind: 'totp', name: 'Phone', last_used_at: '' }];
    expect(await own.ask('ownFactors')).toMatchObject({ items, recovery_codes: 10 });
    expect([await statusOf(other), await statusOf(own)]).toEqual([401, 200]);
    expect(mailsTo(member.email)).toEqual(['Device Console: a second factor was added']);
  });

  it('S15 seeds are of 20 random bytes, differ, and stand sealed in the database alone', async () => {
    const [one, two] = [await memberWithApp(api), await memberWithApp(api)];
    expect(one.secret).not.toBe(two.secret);
    const [{ secret } = { secret: '' }] = await rowsOf(api.store, 'second_factors', { id: Number(one.id) });
    expect(secret).toMatch(/^v1\.[\w-]{60,}$/);
    expect(secret).not.toContain(one.secret);
    const kept = await everythingKept(api);
    for (const text of [one.secret, ...one.codes]) expect(kept).not.toContain(text);
  });

  it('S17 a right password opens no session by itself; ticket and code do, each once', async () => {
    const { member, secret } = await memberWithApp(api);
    const { answer, challenge } = await beginLogin(api, member);
    const ticket = expect.stringMatching(/^[\w-]{43}$/);
    const asked = { kind: 'factor', ticket, offers: ['totp', 'recovery'] };
    expect(answer).toEqual({ ...failure('Enter the code of your authenticator app.'), challenge: asked });
    expect(await statusOf(api.session(member.email, challenge.ticket))).toBe(401);
    const wrong = (await endLogin(api, challenge.ticket, { code: '000000' })).answer;
    expect(wrong).toEqual(failure('This code is not valid. Please try the next one.'));
    const code = nextCode(api, secret);
    const opened = (await endLogin(api, challenge.ticket, { code })).answer;
    expect(opened).toMatchObject({ status: 'success', loggedin: 'loginValidated', email: member.email, notice: '' });
    expect(await statusOf(api.session(member.email, opened['token']))).toBe(200);
    expect((await endLogin(api, challenge.ticket, { code })).answer).toEqual(failure(OVER));
    expect(await logInBy(api, member, { code })).toMatchObject({ status: 'error' });
  });

  it('S15 a code opens one of two logins at the same moment', async () => {
    const { member, secret } = await memberWithApp(api);
    const tickets = [await beginLogin(api, member), await beginLogin(api, member)];
    const code = nextCode(api, secret);
    const replies = await Promise.all(tickets.map(({ challenge }) => endLogin(api, challenge.ticket, { code })));
    expect(replies.map(({ answer }) => answer['status']).toSorted()).toEqual(['error', 'success']);
  });

  it('S15 takes the code of half a minute before and after, and none of a minute away', async () => {
    const { member, secret } = await memberWithApp(api);
    const answers = [];
    for (const steps of [-2, 2, -1, 1]) {
      api.clock.advance(5 * MINUTE);
      answers.push((await logInBy(api, member, { code: codeOf(api, secret, steps) }))['status']);
    }
    expect(answers).toEqual(['error', 'error', 'success', 'success']);
  });

  it('S17 a ticket ends after five minutes, by a new password and by a forced logout', async () => {
    const { member, secret, session } = await memberWithApp(api);
    const superadmin = await api.as('superadmin');
    for (const end of [
      async () => api.clock.advance(5 * MINUTE),
      () => superadmin.call('updateLoginStatus', { email: member.email }),
    ]) {
      const { challenge } = await beginLogin(api, member);
      await end();
      const { answer } = await endLogin(api, challenge.ticket, { code: nextCode(api, secret) });
      expect(answer['message']).toBe(OVER);
    }
    expect(await statusOf(session)).toBe(401);
  });

  it('S17 P2 neither a reset by mail nor its new password goes around the factor', async () => {
    const { member, secret } = await memberWithApp(api);
    const waiting = await beginLogin(api, member);
    const reset = await api.ask('resetPassword', { ...(await api.forgot(member.email)), newPassword: NEW });
    expect(reset).toMatchObject({ status: 'success' });
    const late = await endLogin(api, waiting.challenge.ticket, { code: nextCode(api, secret) });
    expect(late.answer).toMatchObject({ message: OVER });
    const login = await api.ask('login', { email: member.email, password: NEW });
    expect(login).toMatchObject({ status: 'error', challenge: { kind: 'factor' } });
  });

  it('S16 gives ten recovery codes of 120 bits with the first factor, as hashes, each for one login', async () => {
    const { member, codes, session } = await memberWithApp(api);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
    for (const kept of await rowsOf(api.store, 'recovery_codes')) expect(kept.code_hash).toMatch(/^[\da-f]{64}$/);
    const recoveryCode = ` ${(codes[0] ?? '').toUpperCase().replaceAll('-', ' ')} `;
    const opened = await logInBy(api, member, { recoveryCode });
    expect(opened).toMatchObject({ status: 'success', notice: expect.stringContaining('you have 9 left') });
    expect(mailsTo(member.email)).toContain('Device Console: somebody logged in with a recovery code');
    expect(await logInBy(api, member, { recoveryCode })).toMatchObject({ status: 'error' });
    const renewed = await session.ask('renewRecoveryCodes');
    expect(String(renewed['codes']).split(' ')).toHaveLength(10);
    expect(await logInBy(api, member, { recoveryCode: codes[1] })).toMatchObject({ status: 'error' });
  });

  it('S16 D2 the same request adds a factor once, and tells no recovery codes a second time', async () => {
    const { session } = await newSession(api, 'USER');
    const { id, secret } = await session.ask('addTotp');
    const body = { id: String(id), name: 'Phone', code: nextCode(api, String(secret)) };
    const transactionId = newTransactionId();
    const codes = String((await session.ask('confirmTotp', body, { transactionId }))['codes']).split(' ');
    expect(codes).toHaveLength(10);
    const second = await session.ask('confirmTotp', body, { transactionId });
    expect(second).toEqual(success(expect.stringMatching(/^This was done already/)));
    expect(await everythingKept(api)).not.toContain(codes[0]);
  });

  it('S17 D2a slows down guessing at a factor, and lets nobody use that up from another address', async () => {
    const { member, secret } = await memberWithApp(api);
    const { challenge } = await beginLogin(api, member, '198.51.100.1');
    const guess = async () => (await endLogin(api, challenge.ticket, { code: '000000' }, '198.51.100.1')).status;
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push(await guess());
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const here = await beginLogin(api, member, '198.51.100.2');
    const proof = { code: nextCode(api, secret) };
    expect((await endLogin(api, here.challenge.ticket, proof, '198.51.100.2')).answer['status']).toBe('success');
  });

  it('S15 removes a factor; with the last one go the recovery codes, and the password opens a session', async () => {
    const { member, session, id } = await memberWithApp(api);
    const more = await addApp(api, session, 'Tablet');
    expect(more.answer).toMatchObject({ codes: '' });
    for (const own of [id, more.id])
      expect(await session.ask('removeFactor', { id: own })).toMatchObject({ status: 'success' });
    expect(await session.ask('ownFactors')).toMatchObject({ items: [], recovery_codes: 0 });
    expect(await statusOf(await member.logIn())).toBe(200);
    expect(mailsTo(member.email)).toContain('Device Console: a second factor was removed');
  });

  it("S15 nobody confirms or removes another account's factor", async () => {
    const [one, two] = [await memberWithApp(api), await memberWithApp(api)];
    expect(await two.session.ask('removeFactor', { id: one.id })).toMatchObject({ status: 'error' });
    const { id, secret } = await one.session.ask('addTotp');
    const body = { id: String(id), name: 'Mine', code: nextCode(api, String(secret)) };
    expect(await two.session.ask('confirmTotp', body)).toMatchObject({ status: 'error' });
  });

  it('S15 a superadmin takes the factors of a user away; his sessions end, and he is told', async () => {
    const { member, session } = await memberWithApp(api);
    const admin = await api.as('superadmin');
    const users = await admin.items('getUsers');
    expect(users.find(({ email }) => email === member.email)).toMatchObject({ second_factor: 'yes' });
    const reset = () => admin.ask('resetFactors', { email: member.email });
    expect(await reset()).toEqual(success(`Second factors of ${member.email} removed: 1`));
    expect(await statusOf(session)).toBe(401);
    expect(mailsTo(member.email)).toContain('Device Console: your second factors were removed');
    expect(await statusOf(await member.logIn())).toBe(200);
    expect(await reset()).toMatchObject({ status: 'error' });
    const rows = await audited(api.store, { call: 'resetFactors.php' });
    expect(rows.map(({ outcome }) => outcome)).toEqual(['success', 'error']);
  });

  it('S20 a role that needs a factor may only add one, until it has one', async () => {
    const { session } = await newSession(api, 'ADMIN');
    const message = expect.stringMatching(/^Your role needs a second factor\. Add one under My account first\./);
    const refused = { status: 403, answer: { challenge: { kind: 'enrol' }, message } };
    expect(await session.call('homeData')).toMatchObject(refused);
    expect((await session.call('getUsers')).status).toBe(403);
    expect((await session.call('changePassword', { currentPassword: PASSWORD, newPassword: NEW })).status).toBe(403);
    const { id } = await addApp(api, session);
    expect(await statusOf(session)).toBe(200);
    const last = 'Your role needs a second factor. Add another one before you remove this one.';
    expect(await session.ask('removeFactor', { id })).toMatchObject({ message: last });
  });
});

it('S15 where they are off nobody adds one', async () => {
  const api = await startTestApi();
  const refused = failure('Second factors are not used here. Your admin can offer them.');
  expect(await (await api.as('operator')).ask('addTotp')).toEqual(refused);
  await api.close();
});
