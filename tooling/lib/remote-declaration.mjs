// Turns a remote's src/remote.ts into remote.json: its data, and the files and hashes that each of its parts needs:
// screens, panels and columns.
import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { providedModules } from '../shared-modules.mjs';

/** Evaluates src/remote.ts in Node without loading any part. */
export async function evaluateRemote(packageDir) {
  const bundled = await build({
    entryPoints: [join(packageDir, 'src', 'remote.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'parts-stay-outside',
        setup: (hooks) =>
          hooks.onResolve({ filter: /.*/ }, (request) =>
            request.kind === 'dynamic-import' ? { path: request.path, external: true } : undefined,
          ),
      },
    ],
  });
  const folder = await mkdtemp(join(tmpdir(), 'remote-'));
  try {
    const file = join(folder, 'remote.mjs');
    await writeFile(file, bundled.outputFiles[0].contents);
    const { remote } = await import(pathToFileURL(file).href);
    if (!remote) throw new Error(`${packageDir}: src/remote.ts must export "remote", made by defineRemote().`);
    return remote;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The request inside `load: () => import('./x.tsx')`. */
export function partRequest({ kind, part: { id, load } }) {
  const match = /import\(\s*["'`]([^"'`]+)["'`]\s*\)/.exec(String(load));
  if (!match)
    throw new Error(
      `${kindWords[kind]} "${id}": write load as () => import('./file.tsx'), so that the build can list its files.`,
    );
  return match[1];
}

const kindWords = { screen: 'Screen', devicePanel: 'Panel', deviceColumn: 'Column' };

/** The contributions of a remote as its declaration has them: those with code of their own by `declare(kind, part)`. */
function declaredContributions({ devicePanels, deviceColumns, ...others }, declare) {
  const all = (kind, parts) => parts.map((part) => declare(kind, part));
  return {
    ...others,
    ...(devicePanels && { devicePanels: all('devicePanel', devicePanels) }),
    ...(deviceColumns && { deviceColumns: all('deviceColumn', deviceColumns) }),
  };
}

/** Plugin for webpack and Rspack that emits remote.json once all files have their final names. */
export class RemoteDeclarationPlugin {
  constructor({ remote, version, containerName, apiVersion }) {
    Object.assign(this, { remote, version, containerName, apiVersion });
  }

  apply(compiler) {
    const { sources, Compilation, WebpackError } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('RemoteDeclarationPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'RemoteDeclarationPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          if (compilation.errors.length > 0) return;
          // Thrown, it would end a dev server's watching too.
          try {
            const declaration = this.declare(compilation);
            compilation.emitAsset('remote.json', new sources.RawSource(`${JSON.stringify(declaration, null, 1)}\n`));
          } catch (error) {
            compilation.errors.push(new WebpackError(error.message));
          }
        },
      );
    });
  }

  declare(compilation) {
    const describe = (file) => ({
      file,
      kind: file.endsWith('.css') ? 'style' : 'script',
      integrity: integrityOf(compilation, file),
    });
    const entryFile = only(compilation.entrypoints.get(this.containerName).getFiles().filter(isLasting), 'entry');
    const assets = compilation
      .getAssets()
      .map(({ name }) => name)
      .filter((name) => /\.(js|css)$/.test(name) && isLasting(name))
      .toSorted()
      .map(describe);
    const exposed = filesOfGroups(compilation, (group) =>
      group.chunks.some((chunk) => chunk.name?.startsWith('__federation_expose_')),
    );
    const declare = (kind, { load, ...data }) => {
      const request = partRequest({ kind, part: { id: data.id, load } });
      const own = filesOfGroups(compilation, (group) => group.origins.some((origin) => origin.request === request));
      if (own.files.size === 0)
        throw new Error(`${kindWords[kind]} "${data.id}": the build made no file for ${request}.`);
      const files = [...new Set([entryFile, ...exposed.files, ...own.files])];
      return { ...data, assets: files.map(describe), parts: subpathsOf(compilation, own.chunks) };
    };
    const screens = this.remote.screens.map((screen) => declare('screen', screen));
    const { contract, shared } = consumedModules(compilation.modules);
    const { id, owner, contributions } = this.remote;
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
      ...(contributions && { contributions: declaredContributions(contributions, declare) }),
    };
  }
}

/** Not a hot update of the dev server, which only a page that shows the build before it can use. */
const isLasting = (file) => !file.includes('.hot-update.');

function filesOfGroups(compilation, wanted) {
  const groups = compilation.chunkGroups.filter(wanted);
  const files = groups
    .flatMap((group) => group.getFiles())
    .filter((file) => /\.(js|css)$/.test(file) && isLasting(file));
  return { files: new Set(files), chunks: new Set(groups.flatMap((group) => group.chunks)) };
}

/** The subpaths of shared-lib that code of these chunks begins with. */
function subpathsOf({ chunkGraph }, chunks) {
  const modules = [...chunks].flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)]);
  return Object.keys(consumedModules(modules).contract);
}

/** What the remote's code really consumes, by kind: subpaths of shared-lib, and other packages. */
function consumedModules(modules) {
  const contract = {};
  const shared = {};
  const provided = providedModules();
  for (const module of modules) {
    if (module.type !== 'consume-shared-module') continue;
    const shareKey = shareKeyOf(module);
    const subpath = /^@device-console\/shared-lib\/(.+)$/.exec(shareKey)?.[1];
    const range = `^${provided[shareKey]}`;
    if (subpath) contract[subpath] = range;
    else shared[shareKey] = range;
  }
  return { contract: sorted(contract), shared: sorted(shared) };
}

/** Rspack tells it in the module's name alone: `consume shared module (default) react@^19.3.1 (strict)`. */
const shareKeyOf = (module) =>
  module.options?.shareKey ?? /^consume shared module \(\S+\) (.+)@/.exec(module.identifier())[1];

const sorted = (record) =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => left.localeCompare(right)));

function integrityOf(compilation, file) {
  return `sha384-${createHash('sha384').update(compilation.getAsset(file).source.buffer()).digest('base64')}`;
}

function only(files, what) {
  if (files.length !== 1)
    throw new Error(`Expected one ${what} file, the build made ${files.length}: ${files.join(', ')}`);
  return files[0];
}
