import { isLooser, permissionNames, specifiedScreens, type Access } from '../contract/index.ts';
import { formatLocale } from '../i18n/index.ts';
import type { ScreenDeclaration } from '../remote/index.ts';

/** Names that belong to one remote (D25): an address's first part, a permission, an id of a contribution. */
type NameKind = 'addresses' | 'permissions' | 'actions' | 'contributions';

export interface DeclaredName {
  readonly kind: NameKind;
  /** For an address its first part. */
  readonly name: string;
  /** Kind and name in lower case, because routes ignore case. */
  readonly key: string;
}

type NamingScreen = Pick<ScreenDeclaration, 'path' | 'permission' | 'anyPermission'>;
type NamingPart = Pick<ScreenDeclaration, 'id' | 'permission' | 'anyPermission'>;

/** Fields of a `remote.json`, or `src/remote.ts`, for its names. */
export interface Naming {
  readonly screens: readonly NamingScreen[];
  readonly contributions?:
    | {
        readonly deviceActions?: readonly { readonly id: string }[] | undefined;
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
  'api',
  'history',
  'samples',
];

const nameOf = (kind: NameKind, name: string): DeclaredName => ({ kind, name, key: `${kind}:${name.toLowerCase()}` });

/** The name that owns a path: its first part, with all addresses below. */
const addressOf = (path: string): DeclaredName => nameOf('addresses', path.split('/')[0] ?? '');

function permissionsOf({ permission, anyPermission = [] }: Access): readonly DeclaredName[] {
  return [permission, ...anyPermission].flatMap((name) => (name === undefined ? [] : [nameOf('permissions', name)]));
}

export const namesOfScreen = (screen: NamingScreen): readonly DeclaredName[] => [
  addressOf(screen.path),
  ...permissionsOf(screen),
];

export const namesOfAction = ({ id }: { readonly id: string }): readonly DeclaredName[] => [nameOf('actions', id)];

/** The names in a panel or search command. */
export const namesOfPart = (part: NamingPart): readonly DeclaredName[] => [
  nameOf('contributions', part.id),
  ...permissionsOf(part),
];

/** Every name in a declaration, once. */
export function namesOf({ screens, contributions = {} }: Naming): readonly DeclaredName[] {
  const { deviceActions = [], devicePanels = [], homePanels = [], searchCommands = [] } = contributions;
  const names = [
    ...screens.flatMap(namesOfScreen),
    ...deviceActions.flatMap(namesOfAction),
    ...[...devicePanels, ...homePanels, ...searchCommands].flatMap(namesOfPart),
  ];
  return [...new Map(names.map((name) => [name.key, name])).values()];
}

const kindWords: Readonly<Record<NameKind, string>> = {
  addresses: 'the address',
  permissions: 'the permission',
  actions: 'the device action',
  contributions: 'the contribution',
};

/** Joins names as a sentence does: `a, b and c`. */
export const inWords = (names: readonly string[]): string =>
  new Intl.ListFormat(formatLocale(), { type: 'conjunction' }).format(names);
export const described = ({ kind, name }: DeclaredName): string => `${kindWords[kind]} "${name}"`;

const plainWord = /^[a-z][a-z0-9_-]*$/i;

/** Why no remote may have a name, as a clause and what to do; null if some may. */
export function faultOfName(name: DeclaredName): string | null {
  if (name.kind !== 'addresses') return null;
  if (hostAddresses.includes(name.name.toLowerCase()))
    return `${described(name)} is the console's own. Choose another.`;
  if (plainWord.test(name.name)) return null;
  return `${described(name)} must begin with a plain word of letters, digits, dashes and underscores.`;
}

const specified: ReadonlySet<string> = new Set(permissionNames.map((name) => nameOf('permissions', name).key));

/** A permission of the specification is a right to the server's calls: any screen may require it. */
export const isEverybodys = ({ key }: DeclaredName): boolean => specified.has(key);

/**
 * Why no remote may have this screen at its address, or null (D25, N5, N6, D9): the address is the console's, or the
 * screen is more open than the specification's.
 */
export function screenFault({
  path,
  audiences,
  ...access
}: Pick<ScreenDeclaration, 'path' | 'audiences' | keyof Access>) {
  const name = addressOf(path);
  const fault = faultOfName(name);
  if (fault !== null) return fault;
  const asked = specifiedScreens.get(name.name.toLowerCase());
  if (!asked) return null;
  if (isLooser(access, asked)) {
    const what =
      asked.permission === undefined
        ? `be closed to all but ${inWords(asked.roles ?? [])}`
        : `ask for the permission "${asked.permission}"`;
    return `at "${path}" it must ${what}, as the specification says.`;
  }
  if (audiences.every((audience) => asked.audiences.includes(audience))) return null;
  return `at "${path}" it must have no address but the superadmins', as the specification says.`;
}
