import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import { NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import { addressOf, audienceOf, useSession } from '@device-console/shared-lib/console';
import { Navigate, Outlet, useLocation } from '@device-console/shared-lib/router';
import { sessionAtom, sessionEndAtom, usableSessionAtom, type SessionEnd } from '@device-console/shared-lib/session';
import { EmptyState, Page } from '@device-console/shared-lib/ui';
import { guardScreen, type ScreenRoute } from '../navigation/screen-routes.ts';
import { declaredTitle } from '../releases/declared-title.ts';

/** The address that a login leads back to (S10). */
interface WantedAddress {
  readonly wanted: string;
}

/** Ends that lead to the root route (S8). */
const toRoot: readonly (SessionEnd | null)[] = ['authorization-failed', 'storage-cleared'];

/**
 * Lets holders of a session pass; sends everybody else to the login of this part of the console, which leads back to
 * the wanted address (S10). A session that the server refused while its page was open leads to the root of the part
 * instead, and so to its login (S8); one whose page was kept for a login in place does not, because its batch is on
 * that page (D9a, D11).
 */
export function RequireSession({ children }: { readonly children?: ReactNode }): ReactNode {
  const session = useAtomValue(sessionAtom);
  const end = useAtomValue(sessionEndAtom);
  const isUsable = useAtomValue(usableSessionAtom) !== null;
  // What it was until it ended. An address that is opened later has not been refused, whatever the last session ended
  // of.
  const [wasUsable, setWasUsable] = useState(isUsable);
  if (session && wasUsable !== isUsable) setWasUsable(isUsable);
  const { pathname, search, hash } = useLocation();
  if (session) return children ?? <Outlet />;
  const audience = audienceOf(pathname);
  const [root, here] = [addressOf(audience, ''), pathname + search + hash];
  if (wasUsable && toRoot.includes(end) && here !== root) return <Navigate to={root} replace />;
  const state: WantedAddress = { wanted: here };
  return <Navigate to={addressOf(audience, 'login')} replace state={state} />;
}

/** Decides about one screen before any of its code is fetched (N4 to N6). */
export function GuardScreen({
  route,
  children,
}: {
  readonly route: ScreenRoute;
  readonly children: ReactNode;
}): ReactNode {
  const session = useSession();
  const { search, hash } = useLocation();
  switch (guardScreen(session, route)) {
    case 'allowed':
      return children;
    case 'not-authorised':
      return <NotAuthorised title={declaredTitle(route.entry.declaration, route.screen.title)} />;
    case 'to-superadmin':
      return <Navigate to={addressOf('superadmin', route.screen.path) + search + hash} replace />;
    case 'to-login':
      return <Navigate to="/login" replace />;
  }
}

/** The host's own pages under the superadmin addresses are for superadmins alone (N4). */
export function GuardSuperadmin({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
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
