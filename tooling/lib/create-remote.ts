// Creates the folder of a new remote: screen and test from templates, everything else as in an existing remote.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  type WriteFileOptions,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'oxfmt';
import { isInstalled, type PackageManifest, readManifest, remoteIds, rootDir, toolingDir } from './paths.mjs';
import { hostAddresses, permissionNames } from './publishing/rules.ts';
import { evaluateRemote } from './evaluate-remote.ts';
import { runNpm } from './run-node.ts';
import { readCatalogues } from './remote-languages.ts';
import { completed } from './texts/compare-catalogues.ts';
import { textsOfSource } from './texts/extract-texts.ts';
import { builtDeclarations, commandOf, sharedLibDir } from './workspace.mjs';

type Wishes = Partial<Record<'panel' | 'e2e', boolean | undefined>> & {
  permission?: string | undefined;
  languages?: readonly string[] | undefined;
};

const templates = join(toolingDir, 'templates');
/** A new remote copies the set-up of this one, so that the two cannot drift apart. */
const neighbour = 'mf-devices';
const sameAsNeighbour = ['tsconfig.json', 'jest.config.mjs'];
const workflows = join('.github', 'workflows');
/** The part that all remotes' workflows share. */
const sharedWorkflow = join(workflows, 'publish-remote.yml');
/** The files of the repository that a new remote takes over. The packer puts them below the templates. */
export const setUpFiles = [
  ...['package.json', ...sameAsNeighbour].map((file) => join(neighbour, file)),
  // It names the version of Playwright for browser tests.
  join('e2e', 'package.json'),
  join(workflows, `${neighbour}.yml`),
  sharedWorkflow,
];
const setUpFrom = isInstalled ? templates : rootDir;

/** Throws, and leaves no folder, if the name is invalid or taken, or if another remote has its address. */
export async function createRemote(wanted: string | undefined, wishes: Wishes = {}) {
  const names = namesOf(wanted);
  const { id } = names;
  const folder = join(rootDir, id);
  if (existsSync(folder))
    throw new Error(`the folder ${id} is there already; choose another name, or remove it yourself.`);
  await refuseTakenPath(names.path);
  const staging = join(rootDir, '.cache', `create-${id}-${process.pid}`);
  try {
    const files = await writeRemote(staging, names, wishes);
    renameSync(staging, folder);
    const around = [...writeWorkflow(id), ...(isInstalled ? completeWorkspace() : [])];
    // Outside the repository, npm must first fetch Playwright.
    if (!isInstalled || !wishes.e2e) lockRemote(id);
    return { title: names.title, files: [...files.map((file) => `${id}/${file}`), ...around].sort() };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Returns the paths of the files in `folder`. */
export async function writeRemote(
  folder: string,
  names: RemoteNames,
  { panel = false, permission, languages = [], e2e = false }: Wishes,
): Promise<string[]> {
  const words = { ...names, ...places(names), ...accessWords(permission) };
  const files: Record<string, string> = {
    ...setUp(names.id, e2e),
    ...fromTemplates('remote', words),
    ...(panel && fromTemplates('panel', words)),
    ...(e2e && fromTemplates('browser', words)),
  };
  // Without a panel, the declaration contributes nothing.
  if (!panel) files['src/remote.ts'] = files['src/remote.ts']?.replace(/ {2}contributions: [^]*\n {2}\},\n/, '') ?? '';
  const sources = Object.entries(files).filter(([file]) => /^src\/.*(?<!\.test)\.tsx?$/.test(file));
  const texts = new Set([names.title, ...sources.flatMap(([file, text]) => [...textsOfSource(text, file).texts])]);
  const all = { ...files, ...catalogues(texts, languages) };
  for (const [file, text] of Object.entries(all)) writeWithFolders(join(folder, file), await laidOut(file, text));
  return Object.keys(all);
}

/** The template's words for who may open the screen. Its API call always needs "Device Details". */
function accessWords(permission: string = ofCall): Record<'permission' | 'permissions', string> {
  const [known] = permissionNames.filter((name) => name.toLowerCase() === permission.trim().toLowerCase());
  const name = known ?? permission.trim();
  if (!/^[\p{L}\p{N}][\p{L}\p{N} &/-]*$/u.test(name))
    throw new Error(`"${permission}" is no name of a permission: words of letters and digits, such as "Warranty".`);
  return { permission: name, permissions: [...new Set([ofCall, name])].map((one) => `'${one}'`).join(', ') };
}

const ofCall = 'Device Details';

/** A catalogue for each language, with an empty entry for every text that shared-lib's catalogue lacks. */
function catalogues(texts: ReadonlySet<string>, languages: readonly string[]): Record<string, string> {
  const commons = readCatalogues(sharedLibDir);
  const wrong = languages.find((language) => !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(language));
  if (wrong !== undefined) throw new Error(`"${wrong}" is no code of a language, such as hi.`);
  return Object.fromEntries(
    languages.map((language) => [
      `src/locales/${language}.json`,
      JSON.stringify(completed(texts, {}, commons.get(language))),
    ]),
  );
}

async function refuseTakenPath(path: string): Promise<void> {
  if (hostAddresses.includes(path.toLowerCase()))
    throw new Error(`its screen's address would be /${path}, which belongs to the shell.`);
  const evaluated = await Promise.all(remoteIds().map((id) => evaluateRemote(join(rootDir, id))));
  for (const { id, screens } of [...evaluated, ...builtDeclarations()]) {
    if (screens.some((screen) => screen.path.split('/')[0]?.toLowerCase() === path.toLowerCase()))
      throw new Error(`its screen's address would be /${path}, which ${id} has already.`);
  }
}

function setUp(id: string, e2e: boolean): Record<string, string> {
  const own = newManifest(id, readManifest(join(setUpFrom, neighbour)), isInstalled);
  const copied = Object.fromEntries(
    sameAsNeighbour.map((file) => [file, readFileSync(join(setUpFrom, neighbour, file), 'utf8')]),
  );
  if (e2e) {
    own.scripts['e2e'] = 'playwright test -c e2e';
    own.devDependencies['@playwright/test'] =
      readManifest(join(setUpFrom, 'e2e')).devDependencies['@playwright/test'] ?? '';
    copied['tsconfig.json'] = copied['tsconfig.json']?.replace('["src"]', '["src", "e2e"]') ?? '';
  }
  return { 'package.json': `${JSON.stringify(own, null, 2)}\n`, ...copied };
}

/** Formats a file in the style of this repository. Markdown stays as it is. */
async function laidOut(file: string, text: string): Promise<string> {
  if (file.endsWith('.md')) return text;
  const { code, errors } = await format(file, text, { printWidth: 120, singleQuote: true });
  if (errors.length > 0)
    throw new Error(`${file} cannot be laid out: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}

/** The templates' words that depend on the workspace: in the README, and in the set-up of browser tests. */
function places({ id }: RemoteNames): Record<'guide' | 'start' | 'dev', string> {
  const tools = isInstalled ? '../node_modules/@device-console/tooling' : '..';
  return {
    guide: `${tools}/docs/remote-authors-guide.md`,
    start: commandOf('dev', id),
    dev: `${isInstalled ? 'device-console' : 'node ../tooling/device-console.mjs'} dev ${id}`,
  };
}

function fromTemplates(name: string, names: Record<string, string>): Record<string, string> {
  const folder = join(templates, name);
  const fill = (text: string): string => text.replace(/__([a-z]+)__/g, (whole, key) => names[key] ?? whole);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.template'));
  return Object.fromEntries(
    files.map((file) => [fill(file).replace(/\.template$/, ''), fill(readFileSync(join(folder, file), 'utf8'))]),
  );
}

function writeWorkflow(id: string): string[] {
  const from = join(setUpFrom, workflows, `${neighbour}.yml`);
  if (!existsSync(from)) return [];
  const file = join(workflows, `${id}.yml`);
  writeWithFolders(join(rootDir, file), readFileSync(from, 'utf8').replaceAll(neighbour, id), { flag: 'wx' });
  return [file];
}

/** Writes the files that a remote needs in the workspace. Existing files stay. Returns the new paths. */
function completeWorkspace() {
  const shared = { [sharedWorkflow]: readFileSync(join(setUpFrom, sharedWorkflow), 'utf8') };
  const missing = Object.entries({ ...fromTemplates('workspace', {}), ...shared })
    .map(([file, text]) => [file.replace(/^dot-/, '.'), text] as const)
    .filter(([file]) => !existsSync(join(rootDir, file)));
  for (const [file, text] of missing) writeWithFolders(join(rootDir, file), text);
  return missing.map(([file]) => file);
}

function writeWithFolders(path: string, text: string, options: WriteFileOptions = {}): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, options);
}

/** True for our packages. A workspace outside the repository lists them once, by file, in its own package.json. */
const isOurs = (name: string) => name.startsWith('@device-console/');

/**
 * The package.json of a new remote. Outside the repository, it takes our packages in any version: npm would ask the
 * public registry for a fixed version after the next upgrade. Scripts there run the installed command.
 */
export function newManifest(
  id: string,
  { scripts, dependencies, devDependencies }: PackageManifest,
  isOutside: boolean,
) {
  const changed = (record: Record<string, string>, change: (entry: [string, string]) => string) =>
    isOutside ? Object.fromEntries(Object.entries(record).map((entry) => [entry[0], change(entry)])) : record;
  const versionOf = ([name, version]: [string, string]): string => (isOurs(name) ? '*' : version);
  return {
    name: `@device-console/${id}`,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: changed(scripts, ([, command]) =>
      command
        .replace('node ../tooling/device-console.mjs', 'device-console')
        .replace('node ../tooling/', 'node ../node_modules/@device-console/tooling/'),
    ),
    dependencies: changed(dependencies, versionOf),
    devDependencies: changed(devDependencies, versionOf),
  };
}

/**
 * Has npm add a new remote to the lock file, offline, and links it, so that nothing is left to install. Does nothing if
 * the workspace has no lock file, or if its remotes are not npm workspaces.
 */
function lockRemote(id: string): void {
  const isLocked = existsSync(join(rootDir, 'package-lock.json'));
  if (!isLocked || !readManifest(rootDir).workspaces?.includes('mf-*')) return;
  runNpm(['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund']);
  linkRemote(id);
}

function linkRemote(id: string): void {
  const scope = join(rootDir, 'node_modules', '@device-console');
  mkdirSync(scope, { recursive: true });
  if (!existsSync(join(scope, id))) symlinkSync(join('..', '..', id), join(scope, id), 'junction');
  // Mark the installed packages as current, so that the next start installs nothing.
  const installed = join(rootDir, 'node_modules', '.package-lock.json');
  if (existsSync(installed)) utimesSync(installed, new Date(), new Date());
}

const longest = 40;

type RemoteNames = ReturnType<typeof namesOf>;

/**
 * The names of remote `id`, by the templates' words: `id`, `title` ("Spare Parts" of mf-spare-parts), `path`
 * ("spareParts"), `screen` ("spare-parts"). Throws if `id` is not a valid name.
 */
export function namesOf(id: string | undefined) {
  if (!id) throw new Error(`name it, for example: ${commandOf('create-remote', 'mf-warranty')}`);
  if (!/^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Error(
      `"${id}" is no name for a remote: "mf-", then words of lower case letters and digits parted by single ` +
        'dashes, for example mf-warranty.',
    );
  if (id.length > longest)
    throw new Error(`"${id}" has ${id.length} characters; a remote's name has at most ${longest}.`);
  const screen = id.slice('mf-'.length);
  const title = screen.replace(/(^|-)./g, (start) => start.replace('-', ' ').toUpperCase());
  const path = screen.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return { id, title, path, screen };
}
