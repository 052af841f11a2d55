import { act, screen, waitFor } from '@testing-library/react';
import {
  restoreSessionAtom,
  sessionAtom,
  sessionEnvironmentAtom,
  sessionHeldAtom,
  signInAtom,
  usableSessionAtom,
} from '@device-console/shared-lib/session/host';
import { createStore } from 'jotai';
import { FakeFailure } from '@device-console/shared-lib/testing';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { handClock } from '../testing/hand-clock.ts';
import { loginReply } from '../testing/login-reply.ts';
import { renderRoutes, type RenderRoutesOptions } from '../testing/render-routes.tsx';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** After the end of a session of an hour, even if its Date header is rounded down to whole seconds. */
const OVER = HOUR + MINUTE;
const EMAIL = 'operator@example.com';

const dialog = () => screen.findByRole('dialog', { name: 'Your login has ended' });
const warning = () => screen.queryByText('Your login ends in less than five minutes');

/** A page whose session ends in an hour, with or without a batch under way. */
async function open({ withBatch, ...options }: RenderRoutesOptions & { readonly withBatch: boolean }) {
  const clock = handClock();
  let lives = 1;
  const expiry = () => new Date(clock.now() + HOUR).toISOString();
  const batches = await fakeBatches(withBatch ? [activeBatch('lock', 'Lock Device')] : []);
  const rendered = await renderRoutes({
    address: '/auditReport',
    batches: batches.holder,
    clock,
    session: { expiry: expiry(), email: EMAIL },
    ...options,
    handlers: {
      login: ({ email }) => {
        lives += 1;
        return loginReply({ token: `token-${lives}`, email, expiry: expiry() });
      },
      ...options.handlers,
    },
  });
  await screen.findByRole('heading', { name: 'Screen auditReport' });
  const logIn = async (): Promise<void> => {
    await rendered.user.type(await screen.findByLabelText('Password'), 'secret');
    await rendered.user.click(screen.getByRole('button', { name: /^Log In/ }));
  };
  return { ...rendered, logIn, clock, batches };
}

/** The same after its end, with a batch under way. */
async function openEnded(options: RenderRoutesOptions = {}) {
  const rendered = await open({ withBatch: true, ...options });
  act(() => rendered.clock.advance(OVER));
  await dialog();
  return rendered;
}

describe('when the session ends while a batch is under way', () => {
  it('D9a D11 the page stays below a dialog that asks for a password, and the batch goes on', async () => {
    const wanted = '/auditReport?days=7#imei=490154203237518';
    const { address, api, batches, logIn, store } = await openEnded({ address: wanted });
    expect(screen.getByRole('textbox', { name: 'Email or phone' })).toHaveValue(EMAIL);
    expect(screen.getByRole('textbox', { name: 'Email or phone' })).toHaveAttribute('readonly');
    expect(screen.getByText('Screen auditReport')).toBeInTheDocument();
    expect([address(), store.get(usableSessionAtom)]).toEqual([wanted, null]);
    await logIn();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.requestsOf('login').map(({ body }) => body)).toEqual([{ email: EMAIL, password: 'secret' }]);
    expect(batches.signedIn.at(-1)).toBe(EMAIL);
    expect([address(), store.get(usableSessionAtom)?.token]).toEqual([wanted, 'token-2']);
  });

  it('D9a D8 a superadmin logs in with the superadmin flag', async () => {
    const { api, logIn } = await openEnded({
      address: '/superadmin/auditReport',
      session: { userlevel: 'SUPERADMIN', email: EMAIL, expiry: new Date(Date.now() + HOUR).toISOString() },
    });
    await logIn();
    await waitFor(() => expect(api.requestsOf('login')[0]?.body).toMatchObject({ client: 'SUPERADMIN' }));
  });

  it('D9a S21 offers the provider in a new tab for this operator, and goes on once that has logged in', async () => {
    const config = { singleSignOn: { name: 'Example Account', only: true } };
    const { batches, client, store } = await openEnded({ config });
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    const link = screen.getByRole('link', { name: 'Log in with Example Account in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '/signIn#again=operator%40example.com',
      '_blank',
      'noreferrer',
    ]);
    // What the new tab does.
    const other = createStore();
    other.set(sessionEnvironmentAtom, { ...store.get(sessionEnvironmentAtom), api: client });
    await act(() => other.set(signInAtom, { email: EMAIL, password: 'secret', onlyEmail: EMAIL }));
    await act(() => store.set(restoreSessionAtom));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect([store.get(usableSessionAtom)?.token, batches.signedIn.at(-1)]).toEqual(['token-2', EMAIL]);
  });

  it('D9a S7 a wrong password and the session of another e-mail are refused, and the page still waits', async () => {
    const { api, clock, logIn, store } = await openEnded({
      handlers: { login: () => new FakeFailure({ message: 'Wrong password' }) },
    });
    await logIn();
    const refusal = await screen.findByRole('alert');
    expect(refusal).toHaveTextContent('Wrong password');
    // In the foot, which does not scroll, and at the field.
    expect(refusal.closest('form')).toBeNull();
    expect(screen.getByRole('button', { name: /^Log In/ }).closest('form')).toBeNull();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Wrong password');
    const expiry = new Date(clock.now() + HOUR).toISOString();
    api.use({ login: () => loginReply({ email: 'somebody@example.com', expiry }) });
    await logIn();
    const otherLogin = `This is the login of somebody@example.com. To continue here, log in as ${EMAIL}.`;
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(otherLogin));
    expect(store.get(sessionHeldAtom)).toBe(true);
  });

  it('D9a Escape does not close it; leaving goes to login', async () => {
    const { address, store, user } = await openEnded();
    await user.keyboard('{Escape}');
    await dialog();
    await user.click(screen.getByRole('button', { name: 'Leave this page' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(store.get(sessionAtom)).toBeNull();
  });
});

it('D9a warns five minutes before the end; logging in again takes the warning away, and can be put off', async () => {
  const { clock, logIn, user } = await open({ withBatch: false });
  act(() => clock.advance(54 * MINUTE));
  expect(warning()).not.toBeInTheDocument();
  act(() => clock.advance(2 * MINUTE));
  expect(warning()).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Log in again' }));
  await user.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(warning()).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Log in again' }));
  await screen.findByRole('dialog', { name: 'Log in again' });
  await logIn();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(warning()).not.toBeInTheDocument();
  act(() => clock.advance(10 * MINUTE));
  expect(screen.getByRole('heading', { name: 'Screen auditReport' })).toBeInTheDocument();
});
