// Converts a build made with plain @module-federation/enhanced into a build for this console: adds the hashes of its
// files, and gives its container a unique name.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { assetOf } from '../assets.ts';
import { adoptedFolder, describedFile, readJson, readManifest } from '../paths.mjs';
import { API_VERSION, type RemoteDocument } from '../publishing/rules.ts';
import { providedModules, rangesOf } from '../shared-modules.ts';
import { neededVersion as sinceVersion, sinceTable } from '../since.ts';
import { askingForHashes } from './hash-asking.ts';

/** A part in device-console.json: its fields from the declaration, plus the exposed module that implements it. */
type Described<Part> = Omit<Part, 'assets' | 'parts'> & { id: string; exposes: string };

type Contributions = NonNullable<RemoteDeclaration['contributions']>;

/** device-console.json, which the team writes next to its build: owner and parts, as in a declaration. */
type Description = {
  owner: string;
  /** Its parts export `mount` in the place of a component. */
  mounts?: boolean;
  screens: Described<RemoteDocument['screens'][number]>[];
  deviceActions?: Contributions['deviceActions'];
  devicePanels?: Described<NonNullable<Contributions['devicePanels']>[number]>[];
};

/**
 * The parent folder of `dist` is named after the remote. Throws if the build cannot be adopted; the message is the
 * reason.
 */
export function adopt(dist: string): { id: string; version: string; folder: string } {
  const around = dirname(dist);
  const id = basename(around);
  const file = join(around, describedFile);
  if (!existsSync(file)) throw new Error(`${around} holds no ${describedFile}, which says what its screens are.`);
  const description = readJson(file) as Description;
  const { version } = readManifest(around);
  const manifest = readManifestOf(dist);
  const { mounts = false } = description;
  const needed = mounts ? neededByMounting(manifest.shared) : neededByComponents(manifest.shared);
  const texts = readTexts(dist, manifest);
  const parts = [...(description.screens ?? []), ...(description.devicePanels ?? [])];
  const unknown = parts.find((part) => !manifest.exposes.some(({ path }) => path === part.exposes));
  if (unknown)
    throw new Error(
      `${describedFile} has "${unknown.id}" as ${unknown.exposes}; the build exposes ` +
        `${manifest.exposes.map(({ path }) => path).join(', ')}.`,
    );
  const entryFile = entryOf(manifest);
  const container = `${id.replaceAll('-', '_')}_${idOf(texts)}`;
  renameChunks(texts, entryFile, container);
  const entry = askingForHashes(texts.get(entryFile) ?? '');
  // Each build needs its own container name: the name that the bundler chose is the same in every build.
  texts.set(entryFile, `${entry}\nvar ${container}=${manifest.metaData.globalName};\n`);
  const folder = join(around, adoptedFolder);
  rmSync(folder, { recursive: true, force: true });
  const describe = (name: string) => assetOf(name, texts.get(name) ?? '');
  const declared = <Part>({ exposes: expose, ...data }: Described<Part>) => {
    const { assets = {} } = manifest.exposes.find(({ path }) => path === expose) ?? {};
    return { ...data, expose, assets: [entryFile, ...filesOf(assets, false)].map(describe), parts: [] };
  };
  if (!mounts) refuseOtherScopes(texts);
  const { owner, screens, deviceActions, devicePanels = [] } = description;
  const declaration = {
    schemaVersion: 1,
    id,
    owner,
    version,
    ...(mounts && { mounts }),
    ...rangesOf(needed),
    apiVersion: `^${API_VERSION}`,
    entry: describe(entryFile),
    container,
    assets: [...texts.keys()].sort().map(describe),
    screens: screens.map(declared),
    contributions: { deviceActions, devicePanels: devicePanels.map(declared) },
  };
  for (const [name, text] of texts) write(join(folder, name), text);
  // The entry gets no source map: the edits above shifted its columns.
  for (const name of [...texts.keys()].filter((one) => one !== entryFile && existsSync(join(dist, `${one}.map`))))
    write(join(folder, `${name}.map`), readFileSync(join(dist, `${name}.map`), 'utf8'));
  write(join(folder, 'remote.json'), `${JSON.stringify(declaration, null, 1)}\n`);
  return { id, version, folder };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const entryOf = ({ metaData: { remoteEntry } }: Manifest): string =>
  [remoteEntry.path.replace(/^\/|\/$/g, ''), remoteEntry.name].filter(Boolean).join('/');

/** Matches in a built script where a module is taken from: its share scope, and the key in it. */
const takenFrom = /shareScope:\s*\[?\s*["'`]([^"'`]+)["'`]\s*\]?,[^{}]{0,300}?shareKey:\s*["'`]([^"'`]+)["'`]/g;

/** Throws if the build would take from another scope what the host provides. */
function refuseOtherScopes(texts: ReadonlyMap<string, string>): void {
  for (const [, text] of [...texts].filter(([name]) => name.endsWith('.js')))
    for (const [, scope, key = ''] of text.matchAll(takenFrom))
      if (scope !== 'default' && key in providedModules())
        throw new Error(
          `it takes ${key} from the share scope "${scope}". The console shares in "default": leave "shareScope" out.`,
        );
}

const orMount =
  'Or export mount() in the place of a component, and write "mounts": true into device-console.json: then it fills ' +
  'its element with a React of its own.';

/** The versions that components need of the host; throws if they would run with a React of their own. */
function neededByComponents(shared: readonly Shared[]): Record<string, string> {
  const versions = providedModules();
  const provided = shared.filter(({ name }) => name in versions);
  const react = provided.find(({ name }) => name === 'react');
  if (!react)
    throw new Error(
      'it does not share react. With a second React its hooks fail: add "react" to "shared", as a singleton. ' +
        orMount,
    );
  const several = provided.find(({ singleton }) => singleton === false);
  if (several)
    throw new Error(
      `it shares ${several.name} with "singleton: false", so it may run with one of its own, whose hooks and state ` +
        `are not the console's. Set "singleton: true". ${orMount}`,
    );
  const needed = Object.fromEntries(provided.map((module) => [module.name, neededVersion(module)]));
  const [wanted = '', given = ''] = [needed['react'], versions['react']];
  if (wanted.split('.')[0] !== given.split('.')[0])
    throw new Error(`it is made for React ${wanted}, and the console has ${given}. Build it with that. ${orMount}`);
  return needed;
}

/** What a part that fills its element by itself may take from the host: it has no React of the host's. */
function neededByMounting(shared: readonly Shared[]): Record<string, string> {
  const taken = shared.filter(({ version }) => !exact.test(version));
  const missing = taken.find(({ name }) => !withoutReact.test(name));
  if (missing)
    throw new Error(
      `it has "mounts", and takes ${missing.name} from the console, which gives such a remote api, contract, crypto ` +
        'and csv of shared-lib alone. Give it a copy of its own: leave "import: false" out.',
    );
  const console = '@device-console/shared-lib/console';
  const table = sinceTable();
  return {
    [console]: table ? sinceVersion(table, 'console', ['Mount']) : (providedModules()[console] ?? ''),
    ...Object.fromEntries(taken.map((module) => [module.name, neededVersion(module)])),
  };
}
/** As in the console (provided-modules.ts). */
const withoutReact = /^@device-console\/shared-lib\/(api|contract|crypto|csv)$/;

/**
 * The version that the host has to have. A module without a copy in the build (`import: false`) has no version of its
 * own: its manifest names a range.
 */
function neededVersion({ name, version, requiredVersion = version }: Shared): string {
  if (exact.test(version)) return version;
  const [, lowest] = /^[\^~]?(\d+\.\d+\.\d+)$/.exec(requiredVersion) ?? [];
  if (lowest !== undefined) return lowest;
  throw new Error(
    `it takes ${name} from the host without saying which version it needs: its "requiredVersion" is ` +
      `"${requiredVersion}". Say the one that you build and test with, such as "^1.0.0".`,
  );
}
const exact = /^\d+\.\d+\.\d+/;

/** The console needs no file of the build that its manifest does not name. */
function readTexts(dist: string, manifest: Manifest): Map<string, string> {
  const ofParts = [...manifest.exposes, ...manifest.shared].flatMap(({ assets }) => filesOf(assets, true));
  const names = [...new Set([entryOf(manifest), ...ofParts])];
  const missing = names.filter((name) => !existsSync(join(dist, name)));
  if (missing.length > 0) throw new Error(`it is not whole: ${missing.join(', ')} of its manifest is missing.`);
  return new Map(names.map((name) => [name, readFileSync(join(dist, name), 'utf8').replace(sourceMapOf, '')]));
}
const sourceMapOf = /\n\/\/# sourceMappingURL=\S+\s*$/;

const idOf = (texts: ReadonlyMap<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify([...texts].sort(([one], [other]) => one.localeCompare(other))))
    .digest('hex')
    .slice(0, 12);

/** Matches the start of every chunk: `self.webpackChunkname = self.webpackChunkname || []`. */
const chunkList = /(?:self|globalThis|window)(?:\.([\w$]+)|\[["']([^"']+)["']\])\s*=\s*(?:self|globalThis|window)[.[]/;

/**
 * Gives the global list of chunks a name unique to this build. Otherwise two builds on one page would mix their chunks.
 */
function renameChunks(texts: Map<string, string>, entryFile: string, container: string): void {
  const scripts = [...texts].filter(([name]) => name.endsWith('.js'));
  const names = scripts
    .filter(([name]) => name !== entryFile)
    .map(([name, text]) => {
      const [, plain, quoted] = chunkList.exec(text) ?? [];
      const list = plain ?? quoted;
      if (list === undefined)
        throw new Error(`${name} is no chunk of webpack or Rspack, so nothing compares its hash when it is loaded.`);
      return list;
    });
  for (const list of new Set(names))
    for (const [name] of scripts)
      texts.set(name, (texts.get(name) ?? '').replaceAll(list, `deviceConsoleChunks_${container}`));
}

type Files = { sync?: string[]; async?: string[] };

type ManifestAssets = { js?: Files; css?: Files };

type Shared = {
  name: string;
  version: string;
  singleton?: boolean;
  requiredVersion?: string;
  assets: ManifestAssets;
};

type Manifest = {
  metaData: {
    globalName: string;
    publicPath?: string;
    remoteEntry: { name: string; path: string; type: string };
  };
  shared: Shared[];
  remotes: { moduleName?: string; alias?: string }[];
  exposes: { path: string; assets: ManifestAssets }[];
};

/** Library types that put the container into a global variable. */
const globalTypes = ['global', 'var', 'window', 'self', 'this'];

/** Throws if this console cannot run the build. */
function readManifestOf(dist: string): Manifest {
  const file = join(dist, 'mf-manifest.json');
  if (!existsSync(file))
    throw new Error(
      `${dist} holds no mf-manifest.json. ModuleFederationPlugin of @module-federation/enhanced writes it, unless ` +
        '"manifest" is false.',
    );
  const manifest = readJson(file) as Manifest;
  const { metaData, shared, remotes, exposes } = manifest;
  if (!metaData?.remoteEntry || !exposes || !shared || !remotes)
    throw new Error(`${file} is no manifest of @module-federation/enhanced.`);
  const { type } = metaData.remoteEntry;
  const [other] = remotes;
  const faults: [isFault: boolean, words: string][] = [
    [
      !globalTypes.includes(type),
      `its entry is of the type "${type}", as Vite makes it. Nothing compares the hashes of what a module imports. ` +
        'Build the same sources by Rsbuild, Rspack or webpack, with "library" as it is by default.',
    ],
    [exposes.length === 0, 'it exposes nothing that could be a screen.'],
    [
      metaData.publicPath !== 'auto',
      `its publicPath is "${metaData.publicPath}". A store puts it at an address of its own: set it to "auto", in ` +
        'Rsbuild by "output.assetPrefix".',
    ],
    [
      other !== undefined,
      `it loads another remote, ${other?.alias ?? other?.moduleName}, whose files have no hash in its entry. Leave ` +
        'it out of "remotes".',
    ],
  ];
  const fault = faults.find(([isFault]) => isFault);
  if (fault) throw new Error(fault[1]);
  return manifest;
}

/** `isAll` adds the files that the code loads later. */
const filesOf = ({ js, css }: ManifestAssets, isAll: boolean): string[] =>
  [js, css].flatMap((files) => [...(files?.sync ?? []), ...(isAll ? (files?.async ?? []) : [])]);
