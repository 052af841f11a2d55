// Finds faults in a declaration: titles that are too long, misspelt permissions, search commands without a screen.
import { gzipSync } from 'node:zlib';
import type { PartKind, RemoteDeclaration, WithParts } from '@device-console/shared-lib/remote/host';
import { partsOf, permissionNames, screenAt } from '../publishing/rules.ts';
import { describeRefusal } from './table.ts';

const TITLE_LENGTH = 60;

type Access = {
  permission?: string | undefined;
  anyPermission?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
};
type Declared = Access & { id: string; title?: string | undefined };
type Calls = readonly (Access & { path: string; changes?: boolean | undefined })[];

/** What is looked at of a `remote.json`, or of `src/remote.ts`. */
type Parts = {
  readonly screens: readonly (Declared & { path: string })[];
  readonly contributions?:
    | {
        readonly deviceActions?: readonly Declared[] | undefined;
        readonly devicePanels?: readonly Declared[] | undefined;
        readonly homePanels?: readonly Declared[] | undefined;
        readonly searchCommands?: readonly (Declared & { address: string })[] | undefined;
      }
    | undefined;
  readonly serviceCalls?: Calls | undefined;
};

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const known = new Map(permissionNames.map((name) => [plain(name), name]));

function faultsOf({ id, title = '', permission, anyPermission = [] }: Declared): string[] {
  const length = title.length > TITLE_LENGTH ? [`"${id}": its title has ${title.length} characters`] : [];
  const names = [...(permission === undefined ? [] : [permission]), ...anyPermission];
  const misspelt = names.flatMap((name) => {
    const meant = known.get(plain(name));
    return meant === undefined || meant === name ? [] : [`"${id}": "${name}" is no permission; "${meant}" is one`];
  });
  return [...length, ...misspelt];
}

/** The parts of a declaration: those that operators open or a page calls, and those that lead to a screen. */
function declaredBy({ screens, contributions = {}, serviceCalls = [] }: Parts) {
  const { deviceActions = [], devicePanels = [], homePanels = [], searchCommands = [] } = contributions;
  const calls = serviceCalls.map(({ path, ...access }) => ({ id: path, ...access }));
  const opened: Declared[] = [...screens, ...devicePanels, ...homePanels, ...calls];
  const leading: Declared[] = [...deviceActions, ...searchCommands];
  return { opened, leading };
}

export function refuseDeclaration(declaration: Parts): void {
  const { screens, contributions: { searchCommands = [] } = {} } = declaration;
  const { opened, leading } = declaredBy(declaration);
  const lost = searchCommands
    .filter(({ address }) => screenAt(screens, address) === undefined)
    .map(({ id, address }) => `"${id}": no screen of this remote is at "${address}"`);
  const places = [...[...opened, ...leading].flatMap(faultsOf), ...lost];
  if (places.length > 0) throw new Error(describeRefusal('declarations', places));
}

/** The permissions of a declaration that are not the specification's. */
export function ownPermissions(declaration: Parts): string[] {
  const { opened, leading } = declaredBy(declaration);
  const named = [...opened, ...leading].flatMap(({ permission = [], anyPermission = [] }) =>
    [permission, ...anyPermission].flat(),
  );
  return [...new Set(named)].filter((name) => known.get(plain(name)) === undefined);
}

/** Notes on what may be a mistake or is left to do, in sentences; none on what the `live` build had already. */
export function notesOn({ id, ...parts }: Parts & Pick<RemoteDeclaration, 'id'>, live?: Parts): string[] {
  const known = live ? notesOn({ id, ...live }) : [];
  const { serviceCalls = [] } = parts;
  const open = declaredBy(parts).opened.filter(
    ({ permission, anyPermission, roles }) => !permission && !anyPermission && !roles,
  );
  const notes = [
    ...open.map(({ id }) => `"${id}" is for everybody who has logged in: it names neither a permission nor roles.`),
    ...ownPermissions(parts).map(
      (name) => `"${name}" is a permission of your own: the administrator adds it, once, by add-permission.`,
    ),
    ...(serviceCalls.length > 0 ? [serviceNote(id, serviceCalls)] : []),
  ];
  return notes.filter((note) => !known.includes(note));
}

/** What an administrator adds for a service; `url` and `secret` are agreed on with them. */
export function serviceNote(id: string, declared: Calls): string {
  const calls = declared.map(({ path, permission, anyPermission, roles, changes }) => ({
    path,
    permission,
    anyPermission,
    roles,
    changes,
  }));
  return (
    "It calls a service of its team, which the console's administrator adds to SERVICES_FILE (ADR 0073):\n" +
    JSON.stringify({ [id]: { url: 'https://…', secret: 'whsec_…', calls } }, null, 2)
  );
}

type SizedPart = { id: string; assets: readonly { file: string }[] };

type SizedParts = WithParts<SizedPart, SizedPart, SizedPart> & { assets?: SizedPart['assets'] | undefined };

type BytesOf = (name: string) => Buffer | null;

/** The size limit of every file, in gzipped bytes, including files behind an `import()`. */
const FILE_LIMIT = 300_000;

const kindWords: Readonly<Record<PartKind, string>> = {
  screen: 'screen',
  devicePanel: 'panel',
  homePanel: 'Home panel',
};

/** A part of a remote in words. */
export const partName = (kind: PartKind, id: string): string => `the ${kindWords[kind]} "${id}"`;

const sizeOf = (assets: SizedPart['assets'], bytesOf: BytesOf): number =>
  assets.reduce((total, { file }) => total + gzipSync(bytesOf(file) ?? '').length, 0);

/** Sizes are in gzipped bytes. */
export const screenSizes = (declaration: SizedParts, bytesOf: BytesOf): { what: string; bytes: number }[] =>
  partsOf(declaration).map(({ kind, part: { id, assets } }) => ({
    what: partName(kind, id),
    bytes: sizeOf(assets, bytesOf),
  }));

/** Throws if a screen or panel is larger than `limit`, in gzipped bytes, or a file larger than {@link FILE_LIMIT}. */
export function refuseLargeScreens(declaration: SizedParts, bytesOf: BytesOf, limit: number): void {
  const ofParts = screenSizes(declaration, bytesOf).map((size) => ({ ...size, most: limit }));
  const { assets = [] } = declaration;
  const ofFiles = assets.map((asset) => ({ what: asset.file, bytes: sizeOf([asset], bytesOf), most: FILE_LIMIT }));
  const places = [...ofParts, ...ofFiles]
    .filter(({ bytes, most }) => bytes > most)
    .map(({ what, bytes, most }) => `${what}: ${bytes} bytes; the limit is ${most}`);
  if (places.length > 0) throw new Error(describeRefusal('large-screens', places));
}
