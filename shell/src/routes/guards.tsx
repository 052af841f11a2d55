import type { ReactNode } from 'react';
import { NOT_AUTHORISED, type Access, type Holder } from '@device-console/shared-lib/contract';
import { addressOf, useConsole, useSession } from '@device-console/shared-lib/console';
import { Link, Navigate, useLocation } from '@device-console/shared-lib/router';
import { buttonClass, EmptyState, Page } from '@device-console/shared-lib/ui';
import { guardScreen, isOfferedAt, menuAudience, type ScreenRoute } from '../navigation/screen-routes.ts';
import { declaredTitle } from '../releases/release.ts';
import { t } from '../t.ts';

/** Decides before any code of the screen is fetched (N4 to N6). */
export function GuardScreen(props: { readonly route: ScreenRoute; readonly children: ReactNode }): ReactNode {
  const { route, children } = props;
  const session = useSession();
  const { offer } = useConsole();
  const { search, hash } = useLocation();
  switch (guardScreen(session, route)) {
    case 'allowed':
      return isOfferedAt(offer, route.screen.path) ? children : <NotOffered route={route} gateway={offer?.gateway} />;
    case 'not-authorised':
      return (
        <NotAuthorised
          title={declaredTitle(route.entry.declaration, route.screen.title)}
          missing={missingFor(route, session)}
        />
      );
    case 'to-superadmin':
      return <Navigate to={addressOf('superadmin', route.screen.path) + search + hash} replace />;
    case 'to-login':
      return <Navigate to="/login" replace />;
  }
}

/** In place of the form and the batch of a command that the gateway does not have. */
function NotOffered({ route, gateway = '' }: { readonly route: ScreenRoute; readonly gateway?: string | undefined }) {
  const title = declaredTitle(route.entry.declaration, route.screen.title);
  const home = addressOf(menuAudience(useSession()), '');
  return (
    <Page title={title}>
      <EmptyState
        reason="notPermitted"
        title={t('{gateway} does not offer this command', { gateway })}
        actions={
          <Link className={buttonClass()} to={home}>
            {t('Go to Home')}
          </Link>
        }
      >
        {t('The commands of this console go to the phones by {gateway}, which has none for {title}.', {
          gateway,
          title,
        })}
      </EmptyState>
    </Page>
  );
}

/** Guards the host's own pages for superadmins (N4). */
export function GuardSuperadmin(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const { title, children } = props;
  return useSession().userlevel === 'SUPERADMIN' ? (
    children
  ) : (
    <NotAuthorised title={title} missing={missingRole(['SUPERADMIN'])} />
  );
}

function missingRole(roles: readonly string[]): string {
  const [name = '', ...others] = roles;
  if (others.length === 0) return t('Missing role: {name}', { name });
  return t('Missing role: one of {names}', { names: roles.join(', ') });
}

/** What the operator lacks, in the order in which the guard asks. */
function missingFor({ audience, screen, entry }: ScreenRoute, { userlevel, permissions }: Holder): string {
  const { roles, permission, anyPermission = [] }: Access = screen;
  const shown = (name: string): string => declaredTitle(entry.declaration, name);
  if (audience === 'superadmin' && userlevel !== 'SUPERADMIN') return missingRole(['SUPERADMIN']);
  if (roles && !roles.includes(userlevel)) return missingRole(roles);
  if (permission !== undefined && !permissions.includes(permission))
    return t('Missing permission: {name}', { name: shown(permission) });
  return t('Missing permission: one of {names}', { names: anyPermission.map(shown).join(', ') });
}

/** Says what is missing and links back (N5). */
function NotAuthorised({ title, missing }: { readonly title: string; readonly missing: string }): ReactNode {
  const home = addressOf(menuAudience(useSession()), '');
  return (
    <Page title={title}>
      <EmptyState
        reason="notPermitted"
        title={NOT_AUTHORISED}
        actions={
          <Link className={buttonClass()} to={home}>
            {t('Go to Home')}
          </Link>
        }
      >
        {missing}
      </EmptyState>
    </Page>
  );
}
