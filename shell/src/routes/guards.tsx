import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import { addressOf, useSession } from '@device-console/shared-lib/console';
import { Navigate, Outlet, useLocation } from '@device-console/shared-lib/router';
import { sessionAtom } from '@device-console/shared-lib/session';
import { EmptyState, Page } from '@device-console/shared-lib/ui';
import { guardScreen, type ScreenRoute } from '../navigation/screen-routes.ts';

/** The address that a login leads back to (S10). */
interface WantedAddress {
  readonly wanted: string;
}

/** Lets holders of a session pass; sends everybody else to login, which remembers the wanted address (S10). */
export function RequireSession({ children }: { readonly children?: ReactNode }): ReactNode {
  const session = useAtomValue(sessionAtom);
  const { pathname, hash } = useLocation();
  if (session) return children ?? <Outlet />;
  const state: WantedAddress = { wanted: pathname + hash };
  return <Navigate to={pathname.startsWith('/superadmin') ? '/superadmin/login' : '/login'} replace state={state} />;
}

/** Decides about one screen before any of its code is fetched (N4 to N6). */
export function GuardScreen({ route, children }: { readonly route: ScreenRoute; readonly children: ReactNode }): ReactNode {
  const session = useSession();
  const { hash } = useLocation();
  switch (guardScreen(session, route)) {
    case 'allowed':
      return children;
    case 'not-authorised':
      return <NotAuthorised title={route.screen.title} />;
    case 'to-superadmin':
      return <Navigate to={addressOf('superadmin', route.screen.path) + hash} replace />;
    case 'to-login':
      return <Navigate to="/login" replace />;
  }
}

/** The host's own pages under the superadmin addresses are for superadmins alone (N4). */
export function GuardSuperadmin({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return useSession().userlevel === 'SUPERADMIN' ? children : <NotAuthorised title={title} />;
}

/** The not-authorised page (N5). */
function NotAuthorised({ title }: { readonly title: string }): ReactNode {
  return (
    <Page title={title}>
      <EmptyState title={NOT_AUTHORISED} />
    </Page>
  );
}
