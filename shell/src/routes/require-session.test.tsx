import type { ReactNode } from 'react';
import { act, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes, useLocation } from '@device-console/shared-lib/router';
import { endSessionAtom, holdSessionAtom, type SessionEnd } from '@device-console/shared-lib/session';
import { renderConsole } from '@device-console/shared-lib/testing';
import { RequireSession } from './require-session.tsx';

const ADDRESS = '/auditReport?days=7#imei=490154203237518';

/** Stands for the login screens: says which one it is, and which address it would lead back to. */
function Login(): ReactNode {
  const { pathname, state } = useLocation();
  return <h1>{`${pathname} ${JSON.stringify(state)}`}</h1>;
}

async function open(address: string, userlevel = 'ADMIN') {
  const rendered = await renderConsole(
    <>
      <Link to={ADDRESS}>Open</Link>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route path="/superadmin/login" element={<Login />} />
        <Route
          path="*"
          element={
            <RequireSession>
              <h1>Guarded</h1>
            </RequireSession>
          }
        />
      </Routes>
    </>,
    { address, session: { userlevel } },
  );
  expect(screen.getByRole('heading')).toHaveTextContent('Guarded');
  return { ...rendered, end: (reason: SessionEnd) => act(async () => rendered.store.set(endSessionAtom, reason)) };
}

const login = (address: string, wanted: string | null) =>
  waitFor(() => expect(screen.getByRole('heading')).toHaveTextContent(`${address} ${JSON.stringify({ wanted })}`));

describe('when a session ends on a guarded page', () => {
  it.each(['authorization-failed', 'storage-cleared'] as const)(
    'S8 %s: the login is that of the root route',
    async (reason) => {
      const { end } = await open(ADDRESS);
      await end(reason);
      await login('/login', '/');
    },
  );

  it('S8 N2 the root of the superadmin part is /superadmin/', async () => {
    const { end } = await open('/superadmin/reports/register?days=7', 'SUPERADMIN');
    await end('authorization-failed');
    await login('/superadmin/login', '/superadmin/');
  });

  it(
    'D9a D11 leaving a page that was kept for a login in place leads back to it, because the batch is ' + 'there',
    async () => {
      const { end, store } = await open(ADDRESS);
      act(() => store.set(holdSessionAtom, 'authorization-failed'));
      expect(screen.getByRole('heading')).toHaveTextContent('Guarded');
      await end('login-screen');
      await login('/login', ADDRESS);
    },
  );

  it.each(['expired', 'other-tab'] as const)('S4 S10 %s: the login leads back to the address', async (reason) => {
    const { end } = await open(ADDRESS);
    await end(reason);
    await login('/login', ADDRESS);
  });

  it('S8 S10 an address that is opened after an authorisation failure is remembered', async () => {
    const { end, user } = await open('/lockDevice');
    await end('authorization-failed');
    await login('/login', '/');
    await user.click(screen.getByRole('link', { name: 'Open' }));
    await login('/login', ADDRESS);
  });
});
