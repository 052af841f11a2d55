import { MINUTE } from '../../core/time/clock.ts';
import { failure, newSession, shared, startTestApi, type Session } from '../../testing/index.ts';
import { TestAuthenticator } from '../../testing/test-authenticator.ts';
import { beginLogin, endLogin, factorOptions, logInBy } from './testing/test-factors.ts';

const PLACE = 'console.example';
const ORIGIN = 'https://console.example';
type Asked = Readonly<Record<string, unknown>>;

describe('passkeys', () => {
  const api = shared(() => startTestApi(undefined, { ...factorOptions, publicUrl: ORIGIN, stepUpRows: 100 }));

  const ask = async (session: Session, name: 'addPasskey' | 'identityOptions') =>
    (await session.ask(name))['passkey'] as Asked;
  async function withPasskey() {
    const { member, session } = await newSession(api, 'USER');
    const key = new TestAuthenticator(PLACE, ORIGIN);
    const passkey = key.register(await ask(session, 'addPasskey'));
    return { member, session, key, answer: await session.ask('confirmPasskey', { name: 'Key', passkey }) };
  }

  it('S19 adds a passkey, and logs in with it; its answer counts once', async () => {
    const { member, session, key, answer } = await withPasskey();
    expect(answer).toMatchObject({ status: 'success', codes: expect.stringMatching(/^\S+( \S+){9}$/) });
    const items = [{ kind: 'passkey', name: 'Key' }];
    expect(await session.ask('ownFactors')).toMatchObject({ items, passkeys: 'yes' });
    const { challenge } = await beginLogin(api, member);
    expect(challenge).toMatchObject({ offers: ['passkey', 'recovery'], passkey: { rpId: PLACE } });
    const passkey = key.authenticate(challenge.passkey ?? {});
    expect((await endLogin(api, challenge.ticket, { passkey })).answer).toMatchObject({ status: 'success' });
    expect((await endLogin(api, challenge.ticket, { passkey })).answer).toMatchObject({ status: 'error' });
    expect(await logInBy(api, member, { passkey })).toMatchObject({ status: 'error' });
  });

  it('S19 proves the identity of a session, by a challenge of its own that counts once, five minutes', async () => {
    const { session, key } = await withPasskey();
    const prove = async (passkey: object) => (await session.ask('proveIdentity', { passkey }))['status'];
    const asked = await ask(session, 'identityOptions');
    const answer = key.authenticate(asked);
    expect([await prove(answer), await prove(answer)]).toEqual(['success', 'error']);
    const late = await ask(session, 'identityOptions');
    api.clock.advance(5 * MINUTE);
    expect(await prove(key.authenticate(late))).toBe('error');
  });

  it.each([
    ['another site', 'evil.example', 'https://evil.example'],
    ['another page', PLACE, 'https://console.example:8443'],
  ])('S19 refuses a passkey of %s', async (_what, place, origin) => {
    const { session } = await newSession(api, 'USER');
    const passkey = new TestAuthenticator(place, origin).register(await ask(session, 'addPasskey'));
    const message = 'The passkey was not accepted, or it took too long. Please begin again.';
    expect(await session.ask('confirmPasskey', { name: 'Key', passkey })).toMatchObject({ message });
  });

  it('S19 refuses another key or account, a counter that went back, and a challenge of another session', async () => {
    const [{ member, session, key }, other] = [await withPasskey(), await withPasskey()];
    const tries = async (make: (asked: Asked) => object) => (await logInBy(api, member, make))['status'];
    expect(await tries((asked) => other.key.authenticate(asked))).toBe('error');
    const proof = { passkey: key.authenticate(await ask(other.session, 'identityOptions')) };
    expect(await session.ask('proveIdentity', proof)).toMatchObject({ status: 'error' });
    key.counter = 7;
    expect(await tries((asked) => key.authenticate(asked))).toBe('success');
    key.counter = 3;
    expect(await tries((asked) => key.authenticate(asked))).toBe('error');
    expect(await tries(() => ({ id: 'x', response: 'none' }))).toBe('error');
    const passkey = key.register(await ask(other.session, 'addPasskey'));
    const again = await other.session.ask('confirmPasskey', { name: 'Mine', passkey });
    expect(again).toEqual(failure('This passkey is known already.'));
  });
});

it('S19 where the console has no https address no passkey is made', async () => {
  const api = await startTestApi(undefined, { ...factorOptions, publicUrl: 'http://console.example' });
  const { session } = await newSession(api, 'USER');
  expect(await session.ask('ownFactors')).toMatchObject({ passkeys: '' });
  expect(await session.ask('addPasskey')).toMatchObject({ status: 'error' });
  await api.close();
});
