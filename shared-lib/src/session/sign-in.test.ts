import { FakeReply, type FakeApi } from '../testing/index.ts';
import { roleOf } from './index.ts';
import { SessionError, sessionKeys } from './host.ts';
import { scene, signedIn, SERVER_NOW } from '../testing/session-scene.ts';

const HOUR_MS = 3_600_000;

/** The answer to a login that the server has validated. */
const validated = ({ session }: FakeApi, more: object = {}) => ({
  ...session,
  status: 'success',
  loggedin: 'loginValidated',
  permissions: [],
  ...more,
});

describe('S3 signing in', () => {
  it('S1 S3 S9 gives the session and stores the sealed reply as it came, the expiry apart', async () => {
    const { api, signIn, session, storage } = scene({
      session: { userlevel: 'admin', permissions: ['Reports', 'Lock Device'] },
    });
    const result = await signIn();
    expect(session()).toBe(result);
    expect(result).toEqual({
      id: '7',
      token: api.session.token,
      email: 'operator@example.com',
      userlevel: 'ADMIN',
      permissions: ['Reports', 'Lock Device'],
      retailerPhone: '5550100',
      clientof: 'Example Finance',
      expiresAt: SERVER_NOW + HOUR_MS,
      expiry: '2026-11-12T11:00:00.000Z',
      idleMinutes: null,
      clockOffset: 0,
    });
    const [request] = api.requestsOf('login');
    expect(request?.body).toEqual({ email: 'operator@example.com', password: 'secret' });
    const stored = JSON.parse(storage.items.get(sessionKeys.session) ?? '');
    expect(stored).toEqual({ payload: expect.stringMatching(/^v1\./), transactionId: request?.transactionId });
    expect(storage.items.get('userSessionExpiry')).toBe('2026-11-12T11:00:00.000Z');
  });

  it('S3 neither token nor e-mail stands readable in storage', async () => {
    const { api, storage } = await signedIn();
    const all = JSON.stringify([...storage.items]);
    expect(all).not.toContain(api.session.token);
    expect(all).not.toContain(api.session.email);
  });

  it('D9a the hint holds userlevel, permissions and the expiry on the clock of this computer', async () => {
    const { storage } = await signedIn({ skew: 5 * HOUR_MS });
    const hint = JSON.parse(storage.items.get('userSessionHint') ?? '');
    expect(hint).toEqual({ userlevel: 'ADMIN', permissions: ['Reports'], expiresAt: SERVER_NOW + 6 * HOUR_MS });
  });

  it.each([-7, 7])(
    "D4 a computer's clock that is %i hours wrong neither refuses nor prolongs the login",
    async (hours) => {
      const { signIn } = scene({ skew: hours * HOUR_MS });
      await expect(signIn()).resolves.toMatchObject({ clockOffset: -hours * HOUR_MS, expiresAt: SERVER_NOW + HOUR_MS });
    },
  );

  it('S10 a login that is not validated, without expiry or over is no session', async () => {
    const { api, signIn, session, storage } = scene();
    const good = validated(api);
    const refused = [
      [
        { ...good, loggedin: 'no', message: 'Please verify your phone' },
        'not-validated',
        'The server did not validate this login and says "Please verify your phone". Log in again.',
      ],
      [
        { ...good, loggedin: '', message: 'Login successful' },
        'not-validated',
        'The server did not validate this login and says "Login successful". Log in again.',
      ],
      [{ ...good, token: '' }, 'not-validated', 'The server did not validate this login. Log in again.'],
      [
        { ...good, expiry: 'tomorrow' },
        'no-expiry',
        'The login has no expiry that can be read ("tomorrow"). Tell your administrator.',
      ],
      [
        { ...good, expiry: '2026-11-12T09:59:59Z' },
        'expired',
        'This login expired on 2026-11-12T09:59:59Z. Log in again.',
      ],
    ] as const;
    for (const [answer, kind, message] of refused) {
      api.use({ login: () => answer });
      const error: unknown = await signIn().catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(SessionError);
      expect(error).toMatchObject({ refusal: { kind }, message });
    }
    expect([session(), storage.items.size]).toEqual([null, 0]);
  });

  it('S3 a plain login reply is sealed here, so that it can be restored', async () => {
    const { api, signIn, storage, tab } = scene();
    const answer = validated(api, { permissions: null, message: '' });
    api.use({ login: () => new FakeReply(JSON.stringify(answer), 200, { 'Content-Type': 'application/json' }) });
    const before = await signIn();
    expect(JSON.parse(storage.items.get(sessionKeys.session) ?? '')).toMatchObject({
      payload: expect.stringMatching(/^v1\./),
    });
    await expect(tab().restore()).resolves.toEqual(before);
  });

  it('S3 a browser that cannot store says so, and there is no half session', async () => {
    const { signIn, session, storage } = scene();
    storage.isFull = true;
    await expect(signIn()).rejects.toMatchObject({
      refusal: { kind: 'not-stored' },
      message: expect.stringContaining('could not be stored in this browser'),
    });
    expect([session(), storage.items.size]).toEqual([null, 0]);
  });

  it('S9 userlevel is taken in any case, an unknown one as USER', () => {
    expect(['ADMIN', 'admin', ' SuperAdmin ', 'user', 'boss', ''].map(roleOf)).toEqual([
      'ADMIN',
      'ADMIN',
      'SUPERADMIN',
      'USER',
      'USER',
      'USER',
    ]);
  });
});

describe('D1a signing in at an existing back end', () => {
  it("D1a reads a zoneless expiry in the server's zone, by this computer's clock, and restores it", async () => {
    const legacy = scene({
      codec: 'legacy-cryptojs',
      serverTimeZone: 'Asia/Kolkata',
      session: { expiry: '2026-11-12 20:00:00', userlevel: 'user' },
    });
    const before = await legacy.signIn();
    expect(before).toMatchObject({
      userlevel: 'USER',
      expiresAt: Date.parse('2026-11-12T14:30:00Z'),
      expiry: '2026-11-12T14:30:00.000Z',
      clockOffset: 0,
    });
    await expect(legacy.tab().restore()).resolves.toEqual(before);
  });

  it('D1 D1a what stood outside the payload is there after a reload too', async () => {
    const { api, signIn, tab } = scene({ codec: 'legacy-cryptojs' });
    const codec = await api.codec;
    const context = { direction: 'reply', method: 'POST', path: 'login.php', transactionId: '' } as const;
    const { payload } = await codec.seal({ token: 'sealed-token', loggedin: 'loginValidated' }, context);
    const outside = { status: 'success', email: 'a@example.com', userlevel: 'ADMIN', expiry: api.session.expiry };
    api.use({ login: () => new FakeReply(JSON.stringify({ payload, ...outside }), 200, {}) });
    const before = await signIn();
    expect(before).toMatchObject({ token: 'sealed-token', email: 'a@example.com', userlevel: 'ADMIN' });
    await expect(tab().restore()).resolves.toEqual(before);
  });
});
