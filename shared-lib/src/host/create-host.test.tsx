import 'fake-indexeddb/auto';
import { act, render, screen } from '@testing-library/react';
import { useEffect, useState, type ReactNode } from 'react';
import { useAddresses, useConsole, useSession } from '../console/index.ts';
import { calls } from '../contract/index.ts';
import { createFakeApi, FAKE_SHARED_KEY, failOnConsole } from '../testing/index.ts';
import { createHost } from './index.ts';

failOnConsole();

const config = { sharedKey: FAKE_SHARED_KEY, apiBase: '/api/' };

/** A server behind the page's own fetch. */
function serve() {
  const api = createFakeApi({ session: { permissions: ['Device Details'] }, apiBase: '/api/' });
  const before = globalThis.fetch;
  Object.assign(globalThis, { fetch: api.fetch });
  onTestEnd(() => Object.assign(globalThis, { fetch: before }));
  return api;
}
const ends: (() => void)[] = [];
const onTestEnd = (end: () => void): void => void ends.push(end);
afterEach(() => {
  for (const end of ends.splice(0)) end();
  localStorage.clear();
});

/** Uses session, address, and a call. */
function Screen(): ReactNode {
  const { email } = useSession();
  const { to } = useAddresses();
  const { api } = useConsole();
  const [devices, setDevices] = useState('');
  useEffect(
    () => void api.call(calls.homeData, {}).then(({ total_device }) => setDevices(String(total_device))),
    [api],
  );
  return <p>{`${email} ${to('lockDevice')} ${devices}`}</p>;
}

async function open() {
  const host = await createHost({ config });
  const page = (
    <host.Console>
      <host.Screen remoteId="mf-devices" signedOut={<p>Log in here</p>}>
        <Screen />
      </host.Screen>
    </host.Console>
  );
  const { unmount } = render(page);
  return { host, unmount };
}

it('gives a screen session, addresses and calls; before that the login of the host is shown', async () => {
  const { session } = serve();
  const { host } = await open();
  expect(screen.getByText('Log in here')).toBeInTheDocument();
  await act(() => host.signIn({ email: session.email, password: 'secret' }));
  expect(await screen.findByText(`${session.email} /lockDevice 1200`)).toBeInTheDocument();
  await act(() => host.signOut());
  expect(screen.getByText('Log in here')).toBeInTheDocument();
});

it('resumes a stored session, and ends it when the server says so', async () => {
  const { session, revokeSession } = serve();
  const { host, unmount } = await open();
  await act(() => host.signIn({ email: session.email, password: 'secret' }));
  unmount();
  const next = await open();
  expect(await screen.findByText(/1200/)).toBeInTheDocument();
  revokeSession();
  await act(() => next.host.api.call(calls.homeData, {}).catch(() => undefined));
  expect(screen.getByText('Log in here')).toBeInTheDocument();
});

it('says what is wrong with its configuration', async () => {
  await expect(createHost({ config: { sharedKey: 'short' } })).rejects.toThrow(
    'sharedKey needs at least 16 characters',
  );
});
