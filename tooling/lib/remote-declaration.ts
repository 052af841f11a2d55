// Turns a remote's src/remote.ts into remote.json: its data, and the files and hashes of its screens and panels.
import { posix } from 'node:path';
import type { Remote } from '@device-console/shared-lib/remote';
import type { PartKind } from '@device-console/shared-lib/remote/host';
import { assetOf } from './assets.ts';
import {
  type AnyCompiler,
  type BundleChunk,
  type BundleModule,
  type BundlerCompilation,
  type ChunkGroup,
  commonOf,
  fileOf,
} from './bundler.ts';
import { messageOf } from './errors.mjs';
import { API_VERSION, partsOf } from './publishing/rules.ts';
import { emitLanguages } from './remote-languages.ts';
import { partName } from './refusals/declaration-faults.ts';
import { providedModules, rangesOf } from './shared-modules.ts';
import { neededVersion, sinceTable, usedNames } from './since.ts';

/** A part of a remote in its sources: its data, and the function that loads its code. */
type SourcePart = { id: string; load: () => Promise<unknown> };

/** The request inside `load: () => import('./x.tsx')`. */
export function partRequest({ kind, part: { id, load } }: { kind: PartKind; part: SourcePart }): string {
  const match = /import\(\s*["'`]([^"'`]+)["'`]\s*\)/.exec(String(load));
  if (!match?.[1])
    throw new Error(
      `${partName(kind, id)}: write load as () => import('./file.tsx'), so that the build can list its files.`,
    );
  return match[1];
}

const exposeOf = (kind: PartKind, id: string): string => `./${kind === 'screen' ? '' : `${kind}/`}${id}`;
const chunkNameOf = (request: string): string =>
  `__federation_expose_${request.replace(/^\.\//, '').replaceAll(/[^\w-]/g, '_')}`;

/** Parts of one module share its files. */
export const exposesOf = (remote: Remote): Record<string, { import: string; name: string }> =>
  Object.fromEntries(
    partsOf(remote).map(({ kind, part }) => {
      const request = partRequest({ kind, part });
      const file = request.startsWith('.') ? `./${posix.join('src', request)}` : request;
      return [exposeOf(kind, part.id), { import: file, name: chunkNameOf(request) }];
    }),
  );

/** A dev server's build exposes its declaration instead: parts may be added while it runs. */
export const exposedDeclaration = { './remote': { import: './src/remote.ts', name: '__federation_expose_remote' } };

type DeclaredBuild = {
  packageDir: string;
  remote: Remote;
  isDeveloped: boolean;
  version: string;
  containerName: string;
};

/** Plugin for webpack and Rspack that emits remote.json once all files have their final names. */
export class RemoteDeclarationPlugin {
  build: DeclaredBuild;
  used: ReturnType<typeof usedNames> = new Map();

  constructor(build: DeclaredBuild) {
    this.build = build;
  }

  apply(compiler: AnyCompiler) {
    const { hooks, webpack } = commonOf(compiler);
    const { sources, Compilation, WebpackError } = webpack;
    hooks.thisCompilation.tap('RemoteDeclarationPlugin', (compilation) => {
      compilation.hooks.optimizeModules.tap('RemoteDeclarationPlugin', () => {
        this.used = usedNames(compilation.modules, compilation.moduleGraph);
      });
      compilation.hooks.processAssets.tap(
        { name: 'RemoteDeclarationPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          if (compilation.errors.length > 0) return;
          // A thrown error would stop the dev server's watching.
          try {
            const declaration = { ...this.declare(compilation), ...emitLanguages(compilation, sources, this.build) };
            compilation.emitAsset('remote.json', new sources.RawSource(`${JSON.stringify(declaration, null, 1)}\n`));
          } catch (error) {
            compilation.errors.push(new WebpackError(messageOf(error)));
          }
        },
      );
    });
  }

  /** remote.json; undefined fields are left out of it. */
  declare(compilation: BundlerCompilation) {
    const { remote, isDeveloped, version, containerName } = this.build;
    const describe = (file: string) => assetOf(file, fileOf(compilation, file).source.buffer());
    const entryFile = only((compilation.entrypoints.get(containerName)?.getFiles() ?? []).filter(isLasting), 'entry');
    const assets = compilation
      .getAssets()
      .map(({ name }) => name)
      .filter((name) => /\.(js|css)$/.test(name) && isLasting(name))
      .toSorted()
      .map(describe);
    const named = (name: string) => (group: ChunkGroup) => group.chunks.some((chunk) => chunk.name === name);
    const before = isDeveloped ? filesOfGroups(compilation, named(exposedDeclaration['./remote'].name)).files : [];
    const declare = (kind: PartKind, { load, ...data }: SourcePart): object => {
      const request = partRequest({ kind, part: { id: data.id, load } });
      const own = filesOfGroups(
        compilation,
        isDeveloped
          ? ({ origins }) => origins.some((origin) => origin.request === request)
          : named(chunkNameOf(request)),
      );
      if (own.files.size === 0) throw new Error(`${partName(kind, data.id)}: the build made no file for ${request}.`);
      const files = [...new Set([entryFile, ...before, ...own.files])];
      const expose = isDeveloped ? undefined : exposeOf(kind, data.id);
      return { ...data, expose, assets: files.map(describe), parts: subpathsOf(compilation, own.chunks) };
    };
    const { contract, shared } = consumedModules(compilation.modules, this.used);
    const { id, owner, contributions, serviceCalls } = remote;
    return {
      schemaVersion: 1,
      id,
      owner,
      version,
      contract,
      shared,
      apiVersion: `^${API_VERSION}`,
      entry: describe(entryFile),
      container: containerName,
      assets,
      screens: remote.screens.map((screen) => declare('screen', screen)),
      serviceCalls: serviceCalls?.map(({ body: _body, answer: _answer, ...data }) => data),
      contributions: contributions && {
        ...contributions,
        devicePanels: contributions.devicePanels?.map((panel) => declare('devicePanel', panel)),
        homePanels: contributions.homePanels?.map((panel) => declare('homePanel', panel)),
      },
    };
  }
}

/** False for a dev server's hot updates, which only a page with the previous build can use. */
const isLasting = (file: string): boolean => !file.includes('.hot-update.');

/** Sorts scripts before styles, because Rspack lists the files of a group in no fixed order. */
const scriptsFirst = (one: string, other: string): number =>
  Number(one.endsWith('.css')) - Number(other.endsWith('.css')) || one.localeCompare(other);

function filesOfGroups(compilation: BundlerCompilation, wanted: (group: ChunkGroup) => boolean) {
  const groups = compilation.chunkGroups.filter(wanted);
  const files = groups
    .flatMap((group) => group.getFiles())
    .filter((file) => /\.(js|css)$/.test(file) && isLasting(file))
    .toSorted(scriptsFirst);
  return { files: new Set(files), chunks: new Set(groups.flatMap((group) => group.chunks)) };
}

function subpathsOf({ chunkGraph }: BundlerCompilation, chunks: Iterable<BundleChunk>): string[] {
  const modules = [...chunks].flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)]);
  return Object.keys(consumedModules(modules, new Map()).contract);
}

/**
 * The ranges of the shared modules that the code consumes: of a subpath of shared-lib from the lowest version that has
 * all `used` names.
 */
function consumedModules(modules: Iterable<BundleModule>, used: ReturnType<typeof usedNames>) {
  const provided = providedModules();
  const table = sinceTable();
  const needed = [...modules]
    .filter(({ type }) => type === 'consume-shared-module')
    .map((module) => {
      const key = shareKeyOf(module);
      const subpath = /^@device-console\/shared-lib\/(.+)$/.exec(key)?.[1];
      const ofNames = table && subpath ? neededVersion(table, subpath, used.get(subpath) ?? []) : null;
      return [key, ofNames ?? provided[key] ?? ''];
    });
  return rangesOf(Object.fromEntries(needed));
}

/**
 * The share key of a module. Rspack has it only in the name: `consume shared module (default) react@^19.3.1 (strict)`.
 */
const shareKeyOf = (module: BundleModule): string =>
  module.options?.shareKey ?? /^consume shared module \(\S+\) (.+)@/.exec(module.identifier())?.[1] ?? '';

function only(files: readonly string[], what: string): string {
  const [file, ...more] = files;
  if (file === undefined || more.length > 0)
    throw new Error(`Expected one ${what} file, the build made ${files.length}: ${files.join(', ')}`);
  return file;
}
