import { act, screen, waitFor, within } from '@testing-library/react';
import { calls, type IdentityChallenge } from '@device-console/shared-lib/contract';
import { expectConsole, FakeFailure, type FakeHandlers } from '@device-console/shared-lib/testing';
import { sessionAtom } from '@device-console/shared-lib/session/host';
import { ApiError } from '@device-console/shared-lib/api';
import type { UserEvent } from '@testing-library/user-event';
import { loginReply } from '../testing/login-reply.ts';
import { createIdentityPrompt } from './identity-question.tsx';
import { sendSignOnProof } from '../common/sign-on-channel.ts';
import type { RenderRoutesOptions } from '../testing/render-routes.tsx';
import { fill, logIn, openConsole } from '../testing/open-console.ts';

describe('a proof of identity', () => {
  const imei = '356938030000005';
  const release = { imei, action: 'release' };
  const byPassword: IdentityChallenge = { kind: 'proof', offers: ['password'] };
  const config = { singleSignOn: { name: 'Example Account', only: true } };
  const page = 'https://id.example/authorize?prompt=login';

  /**
   * A server that asks for a proof until it gets one. The provider's answer proves the operator only with both its code
   * and the page's handle.
   */
  function asking(challenge: IdentityChallenge): FakeHandlers {
    let isProven = false;
    const proving = (isRight: boolean, refusal: string) => {
      if (!isRight) throw new FakeFailure({ message: refusal });
      isProven = true;
      return { status: 'success', message: 'Confirmed' };
    };
    return {
      lockNotification: () => {
        if (!isProven) throw new FakeFailure({ httpStatus: 403, message: 'Confirm that it is you.', challenge });
        return { status: 'success', message: 'Queued' };
      },
      proveIdentity: ({ password, recoveryCode }) =>
        proving(password === 'right' || recoveryCode === 'abcd', 'The password is wrong.'),
      beginSignOnProof: () => ({ status: 'success', message: '', address: page, handle: 'h-1' }),
      proveBySignOn: ({ code, handle }) => proving(code === 'c-1' && handle === 'h-1', 'Somebody else logged in.'),
    };
  }

  const open = (handlers: FakeHandlers, options: RenderRoutesOptions = {}) => openConsole({ ...options, handlers });

  /** Waits for a call the way testing-library waits for the page, which changes meanwhile. */
  async function settled<Result>(call: Promise<Result>): Promise<Result> {
    const done: Result[] = [];
    void call.then((result) => done.push(result));
    await waitFor(() => expect(done).toHaveLength(1));
    return call;
  }

  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));

  async function prove(user: UserEvent, label: string, text: string): Promise<void> {
    await fill(user, { [label]: text });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
  }

  it('S18 asks once for all that wait, and sends each again under its own transactionId', async () => {
    const { api, client, user } = await open(asking(byPassword));
    const answers = Promise.all([
      client.call(calls.lockNotification, release, { transactionId: 'the-first-call' }),
      client.call(calls.lockNotification, release, { transactionId: 'the-second-call' }),
    ]);
    const asked = await dialog();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await prove(user, 'Password', 'wrong');
    const refusal = await asked.findByRole('alert');
    expect(refusal).toHaveTextContent('The password is wrong.');
    // In the foot, which does not scroll, and at the field.
    expect(refusal.closest('form')).toBeNull();
    expect(asked.getByRole('button', { name: 'Continue' }).closest('form')).toBeNull();
    expect(asked.getByLabelText('Password')).toHaveAccessibleDescription('The password is wrong.');
    await prove(user, 'Password', 'right');
    expect(await settled(answers)).toMatchObject([{ message: 'Queued' }, { message: 'Queued' }]);
    const sent = api.requestsOf('lockNotification').map(({ transactionId }) => transactionId);
    expect(sent.toSorted()).toEqual(['the-first-call', 'the-first-call', 'the-second-call', 'the-second-call']);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('S18 given up, its refusal stands and nothing is sent again', async () => {
    const { api, client, user } = await open(asking(byPassword));
    const failing = client.call(calls.lockNotification, release).catch((error: unknown) => error);
    const buttons = (await dialog()).getAllByRole('button').map(({ textContent }) => textContent);
    // As in every dialog, the button that continues comes last.
    expect(buttons.slice(-2)).toEqual(['Cancel', 'Continue']);
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(await settled(failing)).toMatchObject({
      kind: 'forbidden',
      outcome: 'refused',
      message: 'Confirm that it is you.',
    });
    expect(api.requestsOf('lockNotification')).toHaveLength(1);
  });

  it('S18 takes a code of the app, or a recovery code where that is chosen', async () => {
    const { api, client, user } = await open(asking({ kind: 'proof', offers: ['totp', 'recovery'] }));
    const answer = client.call(calls.lockNotification, release);
    const asked = await dialog();
    const field = asked.getByLabelText('Code of your authenticator app');
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveAttribute('inputmode', 'numeric');
    await user.click(asked.getByRole('button', { name: 'Use a recovery code' }));
    await prove(user, 'Recovery code', 'abcd');
    expect(await settled(answer)).toMatchObject({ message: 'Queued' });
    expect(api.requestsOf('proveIdentity').map(({ body }) => body)).toEqual([
      { recoveryCode: 'abcd', user: api.session.email },
    ]);
  });

  it('S18 a call in the background asks nobody, one that its screen has given up no more', async () => {
    const { client } = await open(asking(byPassword));
    const failing = (options: { readonly signal?: AbortSignal; readonly inBackground?: true }) =>
      client.call(calls.lockNotification, release, options).catch((error: unknown) => error);
    const refusal = { kind: 'forbidden', outcome: 'refused' };
    expect(await settled(failing({ inBackground: true }))).toMatchObject(refusal);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const given = new AbortController();
    const waiting = failing({ signal: given.signal });
    await dialog();
    act(() => given.abort());
    expect(await settled(waiting)).toMatchObject(refusal);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('S19 where the page has no passkeys it says so', async () => {
    const { client } = await open(asking({ kind: 'proof', offers: ['passkey', 'recovery'] }));
    client.call(calls.lockNotification, release).catch(() => undefined);
    const asked = await dialog();
    expect(asked.getByText('Passkeys need a page over https. Use another way.')).toBeInTheDocument();
    expect(asked.getByLabelText('Recovery code')).toBeInTheDocument();
  });

  it('S30 opens the provider beside the page, and sends the call again once that has said who it is', async () => {
    // jsdom opens no windows, like a browser that blocks them.
    expectConsole(/window\.open/i);
    const { api, client, user } = await open(asking({ kind: 'proof', offers: [], bySignOn: true }), { config });
    const answer = client.call(calls.lockNotification, release, { transactionId: 'the-call' });
    const asked = await dialog();
    expect(asked.queryByLabelText('Password')).not.toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Confirm with Example Account' }));
    expect(await asked.findByText(/^Your browser opened no window\. Go to Example Account yourself/)).toBeVisible();
    const link = asked.getByRole('link', { name: 'Go to Example Account' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([page, '_blank']);
    act(() => sendSignOnProof('of-somebody-else'));
    const refusal = await asked.findByRole('alert');
    expect(refusal).toHaveTextContent('Somebody else logged in.');
    expect(refusal.closest('form')).toBeNull();
    await user.click(asked.getByRole('button', { name: 'Confirm with Example Account' }));
    await asked.findByRole('link', { name: 'Go to Example Account' });
    act(() => sendSignOnProof('c-1'));
    expect(await settled(answer)).toMatchObject({ message: 'Queued' });
    expect(api.requestsOf('lockNotification').map(({ transactionId }) => transactionId)).toEqual([
      'the-call',
      'the-call',
    ]);
  });

  it('S30 stands beside the password where that is offered too', async () => {
    const both: IdentityChallenge = { kind: 'proof', offers: ['password'], bySignOn: true };
    const { client, user } = await open(asking(both), { config });
    const answer = client.call(calls.lockNotification, release);
    const asked = await dialog();
    expect(asked.getByRole('button', { name: 'Confirm with Example Account' })).toBeInTheDocument();
    await prove(user, 'Password', 'right');
    expect(await settled(answer)).toMatchObject({ message: 'Queued' });
  });

  it('S30 where nothing is offered it says what leads on', async () => {
    const { client } = await open(asking({ kind: 'proof', offers: [] }));
    client.call(calls.lockNotification, release).catch(() => undefined);
    const asked = await dialog();
    expect(asked.getByText(/^There is no way to confirm that it is you here\. Log out and log in/)).toBeVisible();
    expect(asked.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  });

  it('S20 leads to the page where one is added', async () => {
    const refuse = () =>
      new FakeFailure({ httpStatus: 403, message: 'Add a second factor first.', challenge: { kind: 'enrol' } });
    const { address } = await open({
      homeData: refuse,
      ownFactors: () => ({ status: 'success', message: '', items: [], policy: 'required' }),
    });
    await waitFor(() => expect(address()).toBe('/account'));
    expect(await screen.findByText(/^Your role needs a second factor\./)).toBeInTheDocument();
  });

  it('S27 leads to the page where it is replaced, which shows that at once and nothing else', async () => {
    const refuse = () =>
      new FakeFailure({ httpStatus: 403, message: 'Choose your own.', challenge: { kind: 'new-password' } });
    const { address, api } = await open({ homeData: refuse, ownSessions: () => new Promise(() => undefined) });
    await waitFor(() => expect(address()).toBe('/account'));
    expect(await screen.findByText('Choose your own password')).toBeInTheDocument();
    expect(screen.queryByText('Where you are logged in')).not.toBeInTheDocument();
    expect(api.requestsOf('ownFactors')).toEqual([]);
  });
});

describe('a login with a second factor', () => {
  const email = 'operator@example.com';
  const challenge: IdentityChallenge = { kind: 'factor', ticket: 'the ticket', offers: ['totp', 'recovery'] };
  const needsFactor = () => new FakeFailure({ message: 'Enter the code of your authenticator app.', challenge });

  /** A server whose account has an authenticator app; its code is 123456. */
  const handlers: FakeHandlers = {
    login: needsFactor,
    loginFactor: ({ code }) => {
      if (code !== '123456') throw new FakeFailure({ message: 'This code is not valid. Please try the next one.' });
      return loginReply({ token: 'token-of-the-fake-api', email });
    },
  };

  async function begin(more: FakeHandlers = {}) {
    const rendered = await openConsole({ address: '/login', session: null, handlers: { ...handlers, ...more } });
    await logIn(rendered.user);
    await screen.findByRole('heading', { name: 'Second step' });
    const type = async (code: string) => {
      await fill(rendered.user, { 'Code of your authenticator app': code });
      await rendered.user.click(screen.getByRole('button', { name: 'Continue' }));
    };
    return { ...rendered, type };
  }

  it('S17 asks for the code on the same page, and opens the session with ticket and code', async () => {
    const { address, api, store, type } = await begin();
    expect(store.get(sessionAtom)).toBeNull();
    expect(screen.getByText(/^The password of operator@example\.com is right\./)).toBeInTheDocument();
    expect(screen.getByLabelText('Code of your authenticator app')).toHaveAttribute('autocomplete', 'one-time-code');
    await type('000000');
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is not valid. Please try the next one.');
    await type('123456');
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(address()).toBe('/');
    expect(api.requestsOf('loginFactor').map(({ body }) => body)).toEqual([
      { ticket: 'the ticket', code: '000000' },
      { ticket: 'the ticket', code: '123456' },
    ]);
    expect(localStorage.getItem('userSession')).toMatch(/"payload":"v1\./);
    expect(JSON.stringify(localStorage)).not.toContain('the ticket');
  });

  it('S17 D2a waits as long as the server asks, and goes back to the password, which is still there', async () => {
    const { type, user } = await begin({
      loginFactor: () =>
        new FakeFailure({ httpStatus: 429, message: 'Too many attempts.', headers: { 'Retry-After': '90' } }),
    });
    await type('000000');
    expect(await screen.findByText('You can try again in 1 minute 30 seconds.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled());
    await user.click(screen.getByRole('button', { name: 'Back to the login' }));
    expect(await screen.findByRole('textbox', { name: 'Email or phone' })).toHaveValue(email);
  });
});

it('S18 B9 tells how long calls have waited for the operator, however many waited at once', async () => {
  const refusal = new ApiError({
    kind: 'forbidden',
    outcome: 'refused',
    callPath: 'getimeidetails.php',
    transactionId: 'one',
    message: 'Confirm that it is you.',
    challenge: { kind: 'proof', offers: ['password'] },
  });
  let now = 0;
  const prompt = createIdentityPrompt(() => now);
  const answers = [prompt.ask(refusal, undefined)];
  now = 4_000;
  answers.push(prompt.ask(refusal, undefined));
  now = 5_000;
  expect(prompt.askedMs()).toBe(5_000);
  prompt.settle(true);
  now = 90_000;
  expect(await Promise.all(answers)).toEqual([true, true]);
  expect(prompt.askedMs()).toBe(5_000);
  const screen = new AbortController();
  const given = prompt.ask(refusal, screen.signal);
  now = 91_000;
  screen.abort();
  now = 99_000;
  expect(await given).toBe(false);
  expect(prompt.askedMs()).toBe(6_000);
});
