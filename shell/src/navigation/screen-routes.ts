import {
  calls,
  type Command,
  commandList,
  type CommandOffer,
  isOffered,
  mayAccess,
  type Audience,
  type ConsoleConfig,
  type Holder,
} from '@device-console/shared-lib/contract';
import { addressOf, type OfferedDeviceAction } from '@device-console/shared-lib/console';
import type { DeclaredScreen } from '@device-console/shared-lib/remote/host';
import { type ChosenRelease, declaredTitle } from '../releases/release.ts';
import { t } from '../t.ts';

export interface ScreenRoute {
  readonly address: string;
  readonly audience: Audience;
  readonly entry: ChosenRelease;
  readonly screen: DeclaredScreen;
}

/** Every address of the deployed remotes (N1 to N3). If two screens share an address, the first wins. */
export function screenRoutes(entries: readonly ChosenRelease[]): readonly ScreenRoute[] {
  const routes = entries.flatMap((entry) =>
    entry.declaration.screens.flatMap((screen) =>
      screen.audiences.map((audience) => ({ address: addressOf(audience, screen.path), audience, entry, screen })),
    ),
  );
  const first = new Map(routes.toReversed().map((route) => [route.address.toLowerCase(), route]));
  return routes.filter((route) => first.get(route.address.toLowerCase()) === route);
}

/** Says which calls the back end has. */
type ServedCalls = Pick<ConsoleConfig, 'backend' | 'names'>;

/** True if the back end can serve it. An existing one has the specification's calls and the mapped ones (D1a). */
export function isServed(
  { needs = [] }: { readonly needs?: readonly string[] | undefined },
  { backend, names }: ServedCalls,
): boolean {
  return backend !== 'legacy' || needs.every((path) => path in (names.calls ?? {}));
}

export function servedRoutes(routes: readonly ScreenRoute[], config: ServedCalls): readonly ScreenRoute[] {
  return routes.filter(({ screen }) => isServed(screen, config));
}

/** Names of the optional parts that this deployment uses for this operator; screens can depend on them. */
export type InUse = ReadonlySet<string>;

/** For menus and search: screens whose optional part, if any, is in use (C15). */
export function listedRoutes(routes: readonly ScreenRoute[], inUse: InUse): readonly ScreenRoute[] {
  return routes.filter(({ screen: { listedWhile } }) => listedWhile === undefined || inUse.has(listedWhile));
}

const commandsAt = new Map(
  commandList.flatMap((command) =>
    [command.screen, command.batchScreen ?? command.screen].map((path): [string, Command] => [path, command]),
  ),
);

/** The command that a screen at this path sends, if any. */
export const commandAt = (path: string): Command | undefined => commandsAt.get(path);

/** False for the screens of commands that the gateway does not have. */
export function isOfferedAt(offer: CommandOffer | undefined, path: string): boolean {
  const command = commandAt(path);
  return command === undefined || isOffered(offer, command);
}

/** Decided before any code of the screen is fetched (N4 to N6, D9). */
export type GuardResult = 'allowed' | 'not-authorised' | 'to-login' | 'to-superadmin';

/** Shows the not-authorised page (N5), or login if the screen says so (N6). */
export function guardScreen(holder: Holder, { audience, screen }: ScreenRoute): GuardResult {
  if (audience === 'superadmin' && holder.userlevel !== 'SUPERADMIN') return 'not-authorised';
  if (screen.roles && !screen.roles.includes(holder.userlevel))
    return screen.refusal === 'login' ? 'to-login' : 'not-authorised';
  if (screen.roles && audience === 'standard' && holder.userlevel === 'SUPERADMIN') return 'to-superadmin';
  return mayAccess(holder, screen) ? 'allowed' : 'not-authorised';
}

/** A page for everybody who is logged in, if {@link offersAccount} (S12, P3). */
export const accountPage = {
  path: 'account',
  title: t('My account'),
  needs: [calls.ownSessions.path, calls.endSessions.path, calls.changePassword.path],
};

export const platformPage = { address: addressOf('superadmin', 'platform'), title: t('Platform'), icon: 'platform' };

export interface NavigationItem {
  readonly address: string;
  readonly title: string;
  /** Its declared title, for the search. */
  readonly words?: string | undefined;
  /** Its declared icon; the host may not know it. */
  readonly icon: string | undefined;
  readonly group?: string | undefined;
  /** The gateway has no command for it. */
  readonly isNotOffered?: boolean;
  /** To fetch ahead; absent for the host's own pages. */
  readonly route?: ScreenRoute | undefined;
}

export interface Navigation {
  /** Home, the screens of the menu in their order, Logout (N1, N2, N5). */
  readonly menu: readonly NavigationItem[];
  /** Screens that the specification's menus do not list; before Logout. */
  readonly more: readonly NavigationItem[];
}

/** The prefix of this operator's menu addresses (N1, N2). */
export const menuAudience = ({ userlevel }: Holder): Audience =>
  userlevel === 'SUPERADMIN' ? 'superadmin' : 'standard';

/** This operator's sidebar: the menu in its order, and the other screens (N1, N2, N3, N5). */
export function navigationFor(holder: Holder, routes: readonly ScreenRoute[], offer?: CommandOffer): Navigation {
  const audience = menuAudience(holder);
  const open = routes.filter((route) => route.audience === audience && guardScreen(holder, route) === 'allowed');
  const home = { address: addressOf(audience, ''), title: t('Home'), icon: 'home' };
  const logout = { address: addressOf(audience, 'logout'), title: t('Logout'), icon: 'logout' };
  return {
    menu: [home, ...placed(open, 'nav', offer), logout],
    more: [...placed(open, 'more', offer), ...(audience === 'superadmin' ? [platformPage] : [])],
  };
}

/** Sorts the entries. More does not repeat a screen of the menu. */
function placed(
  routes: readonly ScreenRoute[],
  list: 'nav' | 'more',
  offer: CommandOffer | undefined,
): readonly NavigationItem[] {
  const orderOf = ({ screen }: ScreenRoute): number => screen[list]?.order ?? 0;
  return routes
    .filter((route) => standsIn(route, list) && (list === 'nav' || !standsIn(route, 'nav')))
    .toSorted((left, right) => orderOf(left) - orderOf(right))
    .map((route) => {
      const { title, icon, nav } = route.screen;
      const shown = declaredTitle(route.entry.declaration, title);
      const entry = { address: route.address, title: shown, words: title, icon, group: nav?.group, route };
      return isOfferedAt(offer, route.screen.path) ? entry : { ...entry, isNotOffered: true };
    });
}

function standsIn({ audience, screen }: ScreenRoute, list: 'nav' | 'more'): boolean {
  const place = screen[list];
  return place !== undefined && (place.audiences ?? screen.audiences).includes(audience);
}

/** Without those that open the screen of a command that the gateway does not have. */
export function offeredDeviceActions(
  entries: readonly ChosenRelease[],
  offer?: CommandOffer,
): readonly OfferedDeviceAction[] {
  return entries.flatMap(({ id, declaration }) =>
    (declaration.contributions?.deviceActions ?? []).flatMap((action) => {
      const screen = declaration.screens.find((candidate) => candidate.id === action.screen);
      if (!screen || !isOfferedAt(offer, screen.path)) return [];
      const { path, audiences, permission, anyPermission, roles } = screen;
      const { order, rows, when } = action;
      const shown = { id: `${id}/${action.id}`, title: declaredTitle(declaration, action.title), order, rows, when };
      return [{ ...shown, path, audiences, permission, anyPermission, roles }];
    }),
  );
}
