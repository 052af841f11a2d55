import type { ReactNode } from 'react';
import { NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import { addressOf, useSession } from '@device-console/shared-lib/console';
import { Navigate, useLocation } from '@device-console/shared-lib/router';
import { EmptyState, Page } from '@device-console/shared-lib/ui';
import { guardScreen, type ScreenRoute } from '../navigation/screen-routes.ts';
import { declaredTitle } from '../releases/declared-title.ts';

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
