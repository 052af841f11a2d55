import { join } from 'node:path';
import type { AppOptions } from '../app/app.ts';
import { createOpenIdProvider } from '../modules/single-sign-on/openid-provider.ts';
import { createIdTokens, type SignOn } from '../modules/single-sign-on/sign-on-parts.ts';
import { audited } from './audited.ts';
import { endChild, startProgram, type ChildServer } from './child-server.ts';
import { Visitor } from './identity/visitor.ts';
import { startTestApi, type TestApi } from './test-api.ts';
import { factorOptions } from './test-factors.ts';
import { testRun } from './test-run.ts';

export const PUBLIC_URL = 'https://console.example';
export const REDIRECT = `${PUBLIC_URL}/api/signIn/callback`;
const SECRET = 'a secret of the tests: with signs & spaces';

/** Claims of the people at the provider, by name. */
type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

type Answer = Readonly<Record<string, unknown>>;

export const says = (email: string, isVerified: unknown = true) => ({ email, email_verified: isVerified });

/**
 * Starts a provider in its own process, and APIs whose people log in there: an ordinary one, and a strict one, where
 * that is the only way and proofs and second factors are asked for. Call it within a `describe`.
 */
export function signOnFixture() {
  const apis: { running?: TestApi; strict?: TestApi } = {};
  const programs: { provider?: ChildServer } = {};
  const there = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('The tests of single sign-on have not begun.');
    return value;
  };
  const provider = () => there(programs.provider);
  const running = () => there(apis.running);

  const signOn = (issuer: string, more: Partial<SignOn> = {}, acrValues?: string): SignOn => ({
    isOnlyWay: false,
    endsSession: true,
    secondFactors: [],
    idTokens: createIdTokens(SECRET),
    provider: createOpenIdProvider(
      {
        ...{ name: 'Example Account', issuer, clientId: 'device-console', clientSecret: SECRET, acrValues },
        ...{ redirectUri: REDIRECT, logoutUri: `${PUBLIC_URL}/signIn` },
      },
      // Shorter than in production, to wait less for a silent provider; longer than a busy computer needs.
      { answerSeconds: 3 },
    ),
    ...more,
  });
  const startWith = (singleSignOn: SignOn, more: Partial<AppOptions> = {}) =>
    startTestApi(undefined, { singleSignOn, ...more });
  /** Starts another process of the provider, which knows the same client. */
  const startProvider = () =>
    startProgram(join(testRun().bundled, 'testing/identity/main.mjs'), {
      IDENTITY_REDIRECTS: REDIRECT,
      IDENTITY_SECRET: SECRET,
    });

  beforeAll(async () => {
    programs.provider = await startProvider();
    const { address } = programs.provider;
    apis.running = await startWith(signOn(address));
    const only = { isOnlyWay: true, secondFactors: ['urn:example:strong', 'mfa'] };
    const strict = signOn(address, only, 'urn:example:strong');
    apis.strict = await startWith(strict, { ...factorOptions, stepUpRows: 100 });
  });
  afterAll(async () => {
    for (const api of Object.values(apis)) await api.close();
    if (programs.provider) await endChild(programs.provider, 'SIGTERM');
  });
  afterEach(() => behave({}));

  async function behave(how: { readonly people?: People; readonly [name: string]: unknown }): Promise<void> {
    const reply = await fetch(`${provider().address}/control`, { method: 'POST', body: JSON.stringify(how) });
    expect(reply.status).toBe(204);
  }
  async function begin(on = running()) {
    const { answer } = await on.call('beginSignIn', {});
    return { address: String(answer['address']), handle: String(answer['handle']) };
  }
  /** Brings the browser back from the provider; returns what its page gets. */
  async function comeBack(callback: URL, on = running()) {
    const reply = await on.server.inject({ url: `${callback.pathname}${callback.search}` });
    const location = new URL(String(reply.headers.location));
    return { reply, location, code: location.hash.replace(/^#(code|proof)=/, '') };
  }
  async function finish(code: string, handle: string, more = {}, on = running()): Promise<Answer> {
    return (await on.call('signInByCode', { code, handle, ...more })).answer;
  }
  /** Logs somebody in at the provider, from a page of the console. */
  async function logIn(person: string, more = {}, on = running(), visitor = new Visitor()): Promise<Answer> {
    const { address, handle } = await begin(on);
    const { code } = await comeBack(await visitor.logIn(address, person), on);
    return finish(code, handle, more, on);
  }
  /** Returns the newest rows of the audit of logins: whose, how they went, and what they say. */
  async function newestAudited(count: number, on = running()) {
    const rows = (await audited(on.store, { call: 'signInByCode.php' })).slice(-count).toReversed();
    return rows.map(({ email, outcome, said }) => [email, outcome, said.message]);
  }

  const strict = () => there(apis.strict);
  return {
    running,
    strict,
    provider,
    signOn,
    startWith,
    startProvider,
    behave,
    begin,
    comeBack,
    finish,
    logIn,
    audited: newestAudited,
  };
}
