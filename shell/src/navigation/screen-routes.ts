import { mayAccess, type Audience, type ConsoleConfig, type Holder } from '@device-console/shared-lib/contract';
import { addressOf, type OfferedDeviceAction } from '@device-console/shared-lib/console';
import type { DeclaredScreen } from '@device-console/shared-lib/remote';
import type { ChosenRelease } from '../releases/release.ts';
import { declaredTitle } from '../releases/declared-title.ts';
import { t } from '../t.ts';

/** One screen under one audience's address. */
export interface ScreenRoute {
  readonly address: string;
  readonly audience: Audience;
  readonly entry: ChosenRelease;
  readonly screen: DeclaredScreen;
}

/** Every address that the deployed remotes declare (N1 to N3); of two screens at one address the first. */
export function screenRoutes(entries: readonly ChosenRelease[]): readonly ScreenRoute[] {
  const routes = entries.flatMap((entry) =>
    entry.declaration.screens.flatMap((screen) =>
      screen.audiences.map((audience) => ({ address: addressOf(audience, screen.path), audience, entry, screen })),
    ),
  );
  const first = new Map(routes.toReversed().map((route) => [route.address.toLowerCase(), route]));
  return routes.filter((route) => first.get(route.address.toLowerCase()) === route);
}

/** What of the configuration says which calls the back end has. */
type ServedCalls = Pick<ConsoleConfig, 'backend' | 'names'>;

/**
 * Can the back end serve it? An existing one takes no calls beyond the specification but those that are mapped (D1a).
 */
export function isServed(
  { needs = [] }: { readonly needs?: readonly string[] | undefined },
  { backend, names }: ServedCalls,
): boolean {
  return backend !== 'legacy' || needs.every((path) => path in (names.calls ?? {}));
}

/** The routes whose screens the back end can serve (D1a). */
export function servedRoutes(routes: readonly ScreenRoute[], config: ServedCalls): readonly ScreenRoute[] {
  return routes.filter(({ screen }) => isServed(screen, config));
}

/** What the guard of a screen decides before any of its code is fetched (N4 to N6, D9). */
export type GuardResult = 'allowed' | 'not-authorised' | 'to-login' | 'to-superadmin';

/**
 * Guards one screen route. What is not allowed is the not-authorised page (N5), or login where the screen says so (N6).
 */
export function guardScreen(holder: Holder, { audience, screen }: ScreenRoute): GuardResult {
  if (audience === 'superadmin' && holder.userlevel !== 'SUPERADMIN') return 'not-authorised';
  if (screen.roles && !screen.roles.includes(holder.userlevel))
    return screen.refusal === 'login' ? 'to-login' : 'not-authorised';
  if (screen.roles && audience === 'standard' && holder.userlevel === 'SUPERADMIN') return 'to-superadmin';
  return mayAccess(holder, screen) ? 'allowed' : 'not-authorised';
}

/** The host's page about the remotes, for superadmins alone. */
export const platformPage = { address: addressOf('superadmin', 'platform'), title: t('Platform') };

/**
 * The host's page that shows authors every part of `ui`, for superadmins alone, where {@link offersGallery}. In no
 * menu.
 */
export const galleryPage = { address: addressOf('superadmin', 'gallery'), title: t('Gallery') };

/**
 * Whether this console has the gallery: one that allows development does, and every one whose host is a development
 * build.
 */
export function offersGallery({ allowDevelopment }: Pick<ConsoleConfig, 'allowDevelopment'>): boolean {
  return allowDevelopment || process.env['NODE_ENV'] === 'development';
}

/** An entry of the sidebar. */
export interface NavigationItem {
  readonly address: string;
  readonly title: string;
  /** The screen to fetch when the operator points at the entry; absent for the host's own pages. */
  readonly route?: ScreenRoute | undefined;
}

/** Under which prefix the menu of this operator leads (N1, N2). */
export function menuAudience({ userlevel }: Holder): Audience {
  return userlevel === 'SUPERADMIN' ? 'superadmin' : 'standard';
}

/**
 * The sidebar of this operator: Home, the allowed screens in their order, Platform for superadmins, Logout (N1, N2,
 * N5).
 */
export function navigationFor(holder: Holder, routes: readonly ScreenRoute[]): readonly NavigationItem[] {
  const audience = menuAudience(holder);
  const screens = routes
    .filter((route) => route.audience === audience && shownIn(route) && guardScreen(holder, route) === 'allowed')
    .toSorted((left, right) => (left.screen.nav?.order ?? 0) - (right.screen.nav?.order ?? 0))
    .map((route) => ({
      address: route.address,
      title: declaredTitle(route.entry.declaration, route.screen.title),
      route,
    }));
  const [home, logout] = [
    { address: addressOf(audience, ''), title: t('Home') },
    { address: addressOf(audience, 'logout'), title: t('Logout') },
  ];
  return [home, ...screens, ...(audience === 'superadmin' ? [platformPage] : []), logout];
}

function shownIn({ audience, screen }: ScreenRoute): boolean {
  return screen.nav !== undefined && (screen.nav.audiences ?? screen.audiences).includes(audience);
}

/** The actions on a device that the deployed remotes offer, each with the access of the screen that it opens. */
export function offeredDeviceActions(entries: readonly ChosenRelease[]): readonly OfferedDeviceAction[] {
  return entries.flatMap(({ id, declaration }) =>
    (declaration.contributions?.deviceActions ?? []).flatMap((action) => {
      const screen = declaration.screens.find((candidate) => candidate.id === action.screen);
      if (!screen) return [];
      const { path, audiences, permission, anyPermission, roles } = screen;
      return [
        {
          id: `${id}/${action.id}`,
          title: declaredTitle(declaration, action.title),
          order: action.order,
          path,
          audiences,
          permission,
          anyPermission,
          roles,
        },
      ];
    }),
  );
}
