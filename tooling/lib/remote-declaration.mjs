// Turns a remote's src/remote.ts into remote.json: its data, and the files and hashes of its screens and panels.
/** @import { Remote } from '@device-console/shared-lib/remote' */
/** @import { Asset } from '@device-console/shared-lib/remote/host' */
/** @import { AnyCompiler, BundleChunk, BundleModule, BundlerCompilation, ChunkGroup } from './bundler.mjs' */
import { posix } from 'node:path';
import { assetOf } from './assets.mjs';
import { commonOf, fileOf } from './bundler.mjs';
import { messageOf } from './errors.mjs';
import { partsOf } from './publishing/rules.mjs';
import { emitLanguages } from './remote-languages.mjs';
import { providedModules } from './shared-modules.mjs';
import { neededVersion, sinceTable } from './since.mjs';
import { usedNames } from './used-names.mjs';

/**
 * @import * as declared from '@device-console/shared-lib/remote/host'
 *
 * A part of a remote in its sources: its data, and the function that loads its code.
 * @typedef {{ id: string, load: () => Promise<unknown> }} SourcePart
 *
 * @typedef {declared.PartKind} PartKind
 *
 * What the build adds to a part: its files, the name that it is exposed as, and the subpaths of shared-lib that its
 * initial chunks import.
 * @typedef {{ assets: Asset[], expose?: string, parts: string[] }} BuiltPart
 */

/**
 * The request inside `load: () => import('./x.tsx')`.
 * @type {(part: { kind: PartKind, part: SourcePart }) => string}
 */
export function partRequest({ kind, part: { id, load } }) {
  const match = /import\(\s*["'`]([^"'`]+)["'`]\s*\)/.exec(String(load));
  if (!match?.[1])
    throw new Error(
      `${kindWords[kind]} "${id}": write load as () => import('./file.tsx'), so that the build can list its files.`,
    );
  return match[1];
}

/** @type {(kind: PartKind, id: string) => string} */
const exposeOf = (kind, id) => `./${kind === 'screen' ? '' : `${kind}/`}${id}`;
/** @type {(request: string) => string} */
const chunkNameOf = (request) => `__federation_expose_${request.replace(/^\.\//, '').replaceAll(/[^\w-]/g, '_')}`;

/**
 * Parts of one module share its files.
 * @type {(remote: Remote) => Record<string, { import: string, name: string }>}
 */
export const exposesOf = (remote) =>
  Object.fromEntries(
    partsOf(remote).map(({ kind, part }) => {
      const request = partRequest({ kind, part });
      const file = request.startsWith('.') ? `./${posix.join('src', request)}` : request;
      return [exposeOf(kind, part.id), { import: file, name: chunkNameOf(request) }];
    }),
  );

/** A dev server's build exposes its declaration instead: parts may be added while it runs. */
export const exposedDeclaration = { './remote': { import: './src/remote.ts', name: '__federation_expose_remote' } };

/** @type {Readonly<Record<PartKind, string>>} */
const kindWords = { screen: 'Screen', devicePanel: 'Panel', homePanel: 'Home panel' };

/**
 * A remote's contributions for its declaration. `declare(kind, part)` converts those with code of their own.
 * @param {NonNullable<Remote['contributions']>} contributions
 * @param {<Part extends SourcePart>(kind: PartKind, part: Part) => Omit<Part, 'load'> & BuiltPart} declare
 */
function declaredContributions({ devicePanels, homePanels, ...others }, declare) {
  return {
    ...others,
    ...(devicePanels && { devicePanels: devicePanels.map((panel) => declare('devicePanel', panel)) }),
    ...(homePanels && { homePanels: homePanels.map((panel) => declare('homePanel', panel)) }),
  };
}

/** Plugin for webpack and Rspack that emits remote.json once all files have their final names. */
export class RemoteDeclarationPlugin {
  /**
   * @param {Record<'packageDir' | 'version' | 'containerName' | 'apiVersion', string> &
   *   { remote: Remote, isDeveloped: boolean }} parts
   */
  constructor({ packageDir, remote, isDeveloped, version, containerName, apiVersion }) {
    this.isDeveloped = isDeveloped;
    this.packageDir = packageDir;
    this.remote = remote;
    this.version = version;
    this.containerName = containerName;
    this.apiVersion = apiVersion;
    /** @type {ReturnType<typeof usedNames>} */
    this.used = new Map();
  }

  /** @param {AnyCompiler} compiler */
  apply(compiler) {
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
            const declaration = { ...this.declare(compilation), ...emitLanguages(compilation, sources, this) };
            compilation.emitAsset('remote.json', new sources.RawSource(`${JSON.stringify(declaration, null, 1)}\n`));
          } catch (error) {
            compilation.errors.push(new WebpackError(messageOf(error)));
          }
        },
      );
    });
  }

  /** @param {BundlerCompilation} compilation */
  declare(compilation) {
    const describe = (/** @type {string} */ file) => assetOf(file, fileOf(compilation, file).source.buffer());
    const entryFile = only(
      (compilation.entrypoints.get(this.containerName)?.getFiles() ?? []).filter(isLasting),
      'entry',
    );
    const assets = compilation
      .getAssets()
      .map(({ name }) => name)
      .filter((name) => /\.(js|css)$/.test(name) && isLasting(name))
      .toSorted()
      .map(describe);
    const { isDeveloped } = this;
    /** @type {(name: string) => (group: ChunkGroup) => boolean} */
    const named = (name) => (group) => group.chunks.some((chunk) => chunk.name === name);
    const before = isDeveloped ? filesOfGroups(compilation, named(exposedDeclaration['./remote'].name)).files : [];
    /**
     * @template {SourcePart} Part
     * @param {PartKind} kind
     * @param {Part} part
     * @returns {Omit<Part, 'load'> & BuiltPart}
     */
    const declare = (kind, { load, ...data }) => {
      const request = partRequest({ kind, part: { id: data.id, load } });
      const own = filesOfGroups(
        compilation,
        isDeveloped
          ? ({ origins }) => origins.some((origin) => origin.request === request)
          : named(chunkNameOf(request)),
      );
      if (own.files.size === 0)
        throw new Error(`${kindWords[kind]} "${data.id}": the build made no file for ${request}.`);
      const files = [...new Set([entryFile, ...before, ...own.files])];
      const expose = isDeveloped ? {} : { expose: exposeOf(kind, data.id) };
      return { ...data, ...expose, assets: files.map(describe), parts: subpathsOf(compilation, own.chunks) };
    };
    const screens = this.remote.screens.map((screen) => declare('screen', screen));
    const { contract, shared } = consumedModules(compilation.modules, this.used);
    const { id, owner, contributions, serviceCalls } = this.remote;
    return {
      schemaVersion: 1,
      id,
      owner,
      version: this.version,
      contract,
      shared,
      apiVersion: `^${this.apiVersion}`,
      entry: describe(entryFile),
      container: this.containerName,
      assets,
      screens,
      ...(serviceCalls && { serviceCalls: serviceCalls.map(({ body: _body, answer: _answer, ...data }) => data) }),
      ...(contributions && { contributions: declaredContributions(contributions, declare) }),
    };
  }
}

/**
 * False for a dev server's hot updates, which only a page with the previous build can use.
 * @type {(file: string) => boolean}
 */
const isLasting = (file) => !file.includes('.hot-update.');

/**
 * Sorts scripts before styles, because Rspack lists the files of a group in no fixed order.
 * @type {(one: string, other: string) => number}
 */
const scriptsFirst = (one, other) =>
  Number(one.endsWith('.css')) - Number(other.endsWith('.css')) || one.localeCompare(other);

/**
 * @type {(compilation: BundlerCompilation, wanted: (group: ChunkGroup) => boolean) => { files: Set<string>, chunks:
 *   Set<BundleChunk> }}
 */
function filesOfGroups(compilation, wanted) {
  const groups = compilation.chunkGroups.filter(wanted);
  const files = groups
    .flatMap((group) => group.getFiles())
    .filter((file) => /\.(js|css)$/.test(file) && isLasting(file))
    .toSorted(scriptsFirst);
  return { files: new Set(files), chunks: new Set(groups.flatMap((group) => group.chunks)) };
}

/** @type {(compilation: BundlerCompilation, chunks: Iterable<BundleChunk>) => string[]} */
function subpathsOf({ chunkGraph }, chunks) {
  const modules = [...chunks].flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)]);
  return Object.keys(consumedModules(modules, new Map()).contract);
}

/**
 * The shared modules that the code consumes, by kind: subpaths of shared-lib, with the lowest version that has all
 * `used` names, and other packages.
 * @type {(modules: Iterable<BundleModule>, used: ReturnType<typeof usedNames>) =>
 *   Record<'contract' | 'shared', Record<string, string>>}
 */
function consumedModules(modules, used) {
  /** @type {Record<string, string>} */
  const contract = {};
  /** @type {Record<string, string>} */
  const shared = {};
  const provided = providedModules();
  const table = sinceTable();
  for (const module of modules) {
    if (module.type !== 'consume-shared-module') continue;
    const shareKey = shareKeyOf(module);
    const subpath = /^@device-console\/shared-lib\/(.+)$/.exec(shareKey)?.[1];
    if (subpath)
      contract[subpath] = `^${table ? neededVersion(table, subpath, used.get(subpath) ?? []) : provided[shareKey]}`;
    else shared[shareKey] = `^${provided[shareKey]}`;
  }
  return { contract: sorted(contract), shared: sorted(shared) };
}

/**
 * The share key of a module. Rspack has it only in the name: `consume shared module (default) react@^19.3.1 (strict)`.
 * @type {(module: BundleModule) => string}
 */
const shareKeyOf = (module) =>
  module.options?.shareKey ?? /^consume shared module \(\S+\) (.+)@/.exec(module.identifier())?.[1] ?? '';

/** @type {(record: Record<string, string>) => Record<string, string>} */
const sorted = (record) =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => left.localeCompare(right)));

/** @type {(files: readonly string[], what: string) => string} */
function only(files, what) {
  const [file, ...more] = files;
  if (file === undefined || more.length > 0)
    throw new Error(`Expected one ${what} file, the build made ${files.length}: ${files.join(', ')}`);
  return file;
}
