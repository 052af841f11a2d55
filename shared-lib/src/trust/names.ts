import { permissionNames, type Access } from '../contract/index.ts';
import type { DeviceAction, ScreenDeclaration } from '../remote/index.ts';

/** Names that belong to one remote (D25): an address's first part, a permission, an id of a contribution. */
export type NameKind = 'address' | 'permission' | 'action' | 'contribution';

export interface DeclaredName {
  readonly kind: NameKind;
  /** For an address its first part. */
  readonly name: string;
  /** Kind and name in lower case, because routes ignore case. */
  readonly key: string;
}

/** Fields of a screen for its names, access and description. */
export type NamingScreen = Pick<ScreenDeclaration, 'id' | 'path' | 'title' | 'audiences' | keyof Access>;

type NamingAction = Pick<DeviceAction, 'id' | 'title'>;

/** Fields of a panel or search command for its names and description. */
export type NamingPart = NamingAction & Access;

/** Fields of a `remote.json`, or `src/remote.ts`, for its names. */
export interface Naming {
  readonly screens: readonly NamingScreen[];
  readonly contributions?:
    | {
        readonly deviceActions?: readonly NamingAction[] | undefined;
        readonly devicePanels?: readonly NamingPart[] | undefined;
        readonly homePanels?: readonly NamingPart[] | undefined;
        readonly searchCommands?: readonly NamingPart[] | undefined;
      }
    | undefined;
}

/** First parts of the console's own addresses (S1, S6, P1, P2, N2): no remote can have them. */
export const hostAddresses: readonly string[] = [
  '',
  'login',
  'logout',
  'forgotpassword',
  'resetpassword',
  'superadmin',
  'platform',
  'gallery',
  'api',
  'history',
  'samples',
];

export function nameOf(kind: NameKind, name: string): DeclaredName {
  return { kind, name, key: `${kind}:${name.toLowerCase()}` };
}

/** The name that owns a path: its first part, with all addresses below. */
export function addressName(path: string): DeclaredName {
  return nameOf('address', path.split('/')[0] ?? '');
}

function permissionsOf({ permission, anyPermission = [] }: Access): readonly DeclaredName[] {
  return [permission, ...anyPermission].flatMap((name) => (name === undefined ? [] : [nameOf('permission', name)]));
}

export function namesOfScreen(
  screen: Pick<NamingScreen, 'path' | 'permission' | 'anyPermission'>,
): readonly DeclaredName[] {
  return unique([addressName(screen.path), ...permissionsOf(screen)]);
}

/** The names in a panel or search command. */
export function namesOfPart(part: Pick<NamingPart, 'id' | 'permission' | 'anyPermission'>): readonly DeclaredName[] {
  return unique([nameOf('contribution', part.id), ...permissionsOf(part)]);
}

/** Every name in a declaration, once. */
export function namesOf({ screens, contributions }: Naming): readonly DeclaredName[] {
  return unique([
    ...screens.flatMap(namesOfScreen),
    ...(contributions?.deviceActions ?? []).map(({ id }) => nameOf('action', id)),
    ...[
      ...(contributions?.devicePanels ?? []),
      ...(contributions?.homePanels ?? []),
      ...(contributions?.searchCommands ?? []),
    ].flatMap(namesOfPart),
  ]);
}

function unique(names: readonly DeclaredName[]): readonly DeclaredName[] {
  return [...new Map(names.map((name) => [name.key, name])).values()];
}

const plainWord = /^[a-z][a-z0-9_-]*$/i;

/** Why no remote may have a name; null if some may. */
export function objectionToAll({ kind, name }: DeclaredName): Extract<Objection, { why: 'unusable' | 'host' }> | null {
  if (kind !== 'address') return null;
  if (hostAddresses.includes(name.toLowerCase())) return { why: 'host' };
  return plainWord.test(name) ? null : { why: 'unusable' };
}

const specified: ReadonlySet<string> = new Set(permissionNames.map((name) => nameOf('permission', name).key));

/** A permission of the specification is a right to the server's calls: any screen may require it. */
export const isEverybodys = ({ kind, key }: DeclaredName): boolean => kind === 'permission' && specified.has(key);

/** Why a remote may not have a name (D25). `listed`: config.json lists it for another remote, or for none. */
export type Objection =
  | { readonly why: 'unusable' }
  | { readonly why: 'host' }
  | { readonly why: 'listed'; readonly for: readonly string[] }
  | { readonly why: 'several'; readonly among: readonly string[] };
