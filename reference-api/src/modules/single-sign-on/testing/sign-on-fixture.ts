import { join } from 'node:path';
import type { Role } from '@device-console/shared-lib/contract';
import type { AppOptions } from '../../../app/app.ts';
import { createIdTokens, createOpenIdProvider } from '../openid-provider.ts';
import type { SignOn } from '../index.ts';
import { audited } from '../../../testing/rows.ts';
import { endChild, startProgram } from '../../../testing/child-server.ts';
import { shared } from '../../../testing/fixtures.ts';
import { Visitor } from '../../../testing/identity/visitor.ts';
import { startTestApi } from '../../../testing/test-api.ts';
import { factorOptions } from '../../second-factors/testing/test-factors.ts';
import { newMember } from '../../../testing/test-member.ts';
import { testRun } from '../../../testing/test-run.ts';

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
  const signOn = (issuer: string, more: Partial<SignOn> = {}, acrValues?: string): SignOn => ({
    ...{ isOnlyWay: false, endsSession: true, secondFactors: [], idTokens: createIdTokens(SECRET) },
    provider: createOpenIdProvider(
      {
        ...{ name: 'Example Account', issuer, clientId: 'device-console', clientSecret: SECRET, acrValues },
        ...{ redirectUri: REDIRECT, logoutUri: `${PUBLIC_URL}/signIn` },
      },
      // Seconds: shorter than in production, to wait less for a silent provider; longer than a busy computer needs.
      3,
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

  const provider = shared(async () => {
    const child = await startProvider();
    return { ...child, close: () => endChild(child, 'SIGTERM') };
  });
  const running = shared(() => startWith(signOn(provider.address)));
  const only = { isOnlyWay: true, secondFactors: ['urn:example:strong', 'mfa'] };
  const strict = shared(() =>
    startWith(signOn(provider.address, only, 'urn:example:strong'), { ...factorOptions, stepUpRows: 100 }),
  );
  afterEach(() => behave({}));

  async function behave(how: { readonly people?: People; readonly [name: string]: unknown }): Promise<void> {
    const reply = await fetch(`${provider.address}/control`, { method: 'POST', body: JSON.stringify(how) });
    expect(reply.status).toBe(204);
  }
  async function begin(on = running) {
    const answer = await on.ask('beginSignIn', {});
    const address = String(answer['address']);
    return { address, handle: String(answer['handle']), state: new URL(address).searchParams.get('state') ?? '' };
  }
  /** Brings the browser back from the provider; returns what its page gets. */
  async function comeBack(callback: URL, on = running) {
    const reply = await on.server.inject({ url: `${callback.pathname}${callback.search}` });
    const location = new URL(String(reply.headers.location));
    return { reply, location, code: location.hash.replace(/^#(code|proof)=/, '') };
  }
  /** Logs somebody in at the provider for a page of the console; returns what the page has then. */
  async function atProvider(person: string, on = running, visitor = new Visitor()) {
    const { address, handle } = await begin(on);
    const callback = await visitor.logIn(address, person);
    return { address, handle, callback, ...(await comeBack(callback, on)) };
  }
  async function finish({ code, handle }: { code: string; handle: string }, more = {}, on = running): Promise<Answer> {
    return on.ask('signInByCode', { code, handle, ...more });
  }
  /** Logs somebody in at the provider, from a page of the console. */
  async function logIn(person: string, more = {}, on = running, visitor = new Visitor()): Promise<Answer> {
    return finish(await atProvider(person, on, visitor), more, on);
  }
  /** Makes an account whose owner the provider knows, by the same e-mail; it behaves `how`. */
  async function person(role: Role = 'USER', how: Parameters<typeof behave>[0] = {}, on = running) {
    const member = await newMember(on, role);
    await behave({ ...how, people: { ...how.people, [member.email]: says(member.email) } });
    return member;
  }
  /** Returns the newest rows of the audit of logins: whose, how they went, and what they say. */
  async function newestAudited(count: number, on = running) {
    const rows = (await audited(on.store, { call: 'signInByCode.php' })).slice(-count).toReversed();
    return rows.map(({ email, outcome, said }) => [email, outcome, said.message]);
  }

  return {
    ...{ running, strict, provider, signOn, startWith, startProvider },
    ...{ behave, begin, comeBack, atProvider, finish, logIn, person, audited: newestAudited },
  };
}
