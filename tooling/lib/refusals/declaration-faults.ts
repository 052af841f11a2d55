// Finds faults in a declaration: titles that are too long, misspelt permissions, search commands without a screen.
import { gzipSync } from 'node:zlib';
import { iconNames, partsOf, permissionNames, screenAt } from '../publishing/rules.ts';
import { describeRefusal } from './table.ts';
import type { RemoteDeclaration, WithParts } from '@device-console/shared-lib/remote/host';

const TITLE_LENGTH = 60;

type Declared = {
  id: string;
  title?: string | undefined;
  permission?: string | undefined;
  anyPermission?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
};

type Parts = Pick<RemoteDeclaration, 'screens' | 'contributions' | 'serviceCalls'>;

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

/** Notes on what may be a mistake, in sentences. */
export function notesOn({ id, ...parts }: Parts & Pick<RemoteDeclaration, 'id'>): string[] {
  const { serviceCalls = [] } = parts;
  const open = declaredBy(parts).opened.filter(
    ({ permission, anyPermission, roles }) => !permission && !anyPermission && !roles,
  );
  return [
    ...open.map(({ id }) => `"${id}" is for everybody who has logged in: it names neither a permission nor roles.`),
    ...ownPermissions(parts).map(
      (name) =>
        `"${name}" is no permission of the console yet: its administrator adds it by add-permission.` +
        askIfMeant(name, permissionNames),
    ),
    ...(serviceCalls.length > 0 ? [serviceNote(id, serviceCalls)] : []),
  ];
}

const serviceNote = (id: string, calls: NonNullable<Parts['serviceCalls']>): string =>
  "It calls a service of its team, which the console's administrator adds to SERVICES_FILE (ADR 0073):\n" +
  JSON.stringify({ [id]: { url: 'https://…', secret: 'whsec_…', calls } }, null, 2);

/** The sorted letters of a name, to find names with swapped letters. */
const letters = (name: string): string => [...plain(name)].toSorted().join('');

function askIfMeant(name: string, names: readonly string[]): string {
  const meant = names.find((other) => letters(other) === letters(name));
  return meant === undefined ? '' : ` Was "${meant}" meant?`;
}

/** Notes, not refusals: a later console may have the icon. */
export async function iconNotes({ screens }: Pick<Parts, 'screens'>): Promise<string[]> {
  const names = await iconNames();
  return screens.flatMap(({ id, icon }) =>
    icon === undefined || names.includes(icon)
      ? []
      : `"${id}": the console has no icon "${icon}" (shared-lib/ui/icons: lineIconNames) and shows a neutral one.` +
        askIfMeant(icon, names),
  );
}

/** Notes on menu entries with the same position: within this remote, or in one of `others`. */
export function orderNotes(declaration: Placed, others?: readonly Placed[]): string[] {
  const own = placesOf(declaration);
  const rivals = others?.filter(({ id }) => id !== declaration.id).flatMap(placesOf);
  const notes = own.flatMap(({ name, place, audience }, index) =>
    (rivals ?? own.slice(index + 1))
      .filter((other) => other.place === place && other.audience === audience)
      .map(
        (other) =>
          `"${name}" and "${other.name}" of ${other.of} both have ${place}: ` +
          'which one the menu shows first is left open.',
      ),
  );
  return [...new Set(notes)];
}

type Placed = Pick<RemoteDeclaration, 'id' | 'screens'>;

const placesOf = ({ id: of, screens }: Placed) =>
  screens.flatMap(({ id: name, audiences, ...screen }) =>
    (['nav', 'more'] as const).flatMap((list) => {
      const listed = screen[list];
      const place = `${list}.order ${listed?.order}`;
      return (listed ? (listed.audiences ?? audiences) : []).map((audience) => ({ name, of, place, audience }));
    }),
  );

type Files = readonly { file: string }[];

type SizedPart = { id: string; assets: Files };

type SizedParts = WithParts<SizedPart, SizedPart, SizedPart> & { assets?: Files | undefined };

type BytesOf = (name: string) => Buffer | null;

/** The size limit of every file, in gzipped bytes, including files behind an `import()`. */
const FILE_LIMIT = 300_000;

const kindWords: Readonly<Record<ReturnType<typeof partsOf>[number]['kind'], string>> = {
  screen: 'screen',
  devicePanel: 'panel',
  homePanel: 'Home panel',
};

/** Sizes are in gzipped bytes. */
export function screenSizes(declaration: SizedParts, bytesOf: BytesOf): { what: string; bytes: number }[] {
  return partsOf(declaration).map(({ kind, part: { id, assets } }) => ({
    what: `the ${kindWords[kind]} "${id}"`,
    bytes: assets.reduce((total, { file }) => total + gzipSync(bytesOf(file) ?? '').length, 0),
  }));
}

/** Throws if a screen or panel is larger than `limit`, in gzipped bytes, or a file larger than {@link FILE_LIMIT}. */
export function refuseLargeScreens(declaration: SizedParts, bytesOf: BytesOf, limit: number): void {
  const ofParts = screenSizes(declaration, bytesOf).map((size) => ({ ...size, limit }));
  const ofFiles = (declaration.assets ?? []).map(({ file }) => ({
    what: file,
    bytes: gzipSync(bytesOf(file) ?? '').length,
    limit: FILE_LIMIT,
  }));
  const places = [...ofParts, ...ofFiles]
    .filter((size) => size.bytes > size.limit)
    .map((size) => `${size.what}: ${size.bytes} bytes; the limit is ${size.limit}`);
  if (places.length > 0) throw new Error(describeRefusal('large-screens', places));
}
