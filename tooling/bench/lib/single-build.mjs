// The counterpart in the first-load bench: shell and remotes as one webpack build, from the same sources, with the same
// boot script and loader.
/** @import { PartKind } from '@device-console/shared-lib/remote/host' */
/** @import { Layout } from '../../lib/layout.mjs' */
/** @import { Key } from '../../lib/publishing/keys.mjs' */
/** @import { EntryDocument } from '../../lib/publishing/rules.mjs' */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { assetOf } from '../../lib/assets.mjs';
import { readJson, remoteIds, rootDir, writeJsonAtomically } from '../../lib/paths.mjs';
import { precompress } from '../../lib/precompress.mjs';
import { runBundler } from '../../lib/run-bundler.mjs';
import { signEntry } from '../../lib/publishing/keys.mjs';
import { partsOf } from '../../lib/publishing/rules.mjs';
import { evaluateRemote } from '../../lib/evaluate-remote.mjs';
import { partRequest } from '../../lib/remote-declaration.mjs';
import { webpackConfig } from '../../webpack-config.mjs';

/**
 * The single build: its folder, and by the path of each screen's module the files that the screen needs in addition to
 * the page's.
 * @typedef {{ root: string, screenFiles: Map<string, string[]> }} SingleBuild
 *
 * A part of a declaration. Its id is unique among the parts of its kind.
 * @typedef {{ id: string }} Part
 *
 * A module of the build. `rootModule` is the first module of a concatenated one.
 * @typedef {webpack.Module & { resource?: string, rootModule?: { resource?: string } }} SourceModule
 */

const shellDir = join(rootDir, 'shell');
const cacheDir = join(rootDir, '.cache', 'first-load');

/**
 * Writes the replacement of shell/src/remotes/federation.ts: the remotes are part of the build, and their screens are
 * its chunks.
 */
function writeDirectImports() {
  const ids = remoteIds();
  const lines = [
    ...ids.map(
      (id, index) =>
        `import { remote as remote${index} } from ${JSON.stringify(join(rootDir, id, 'src', 'remote.ts'))};`,
    ),
    `const remotes = { ${ids.map((id, index) => `${JSON.stringify(id)}: remote${index}`).join(', ')} };`,
    "import { partsOf } from '@device-console/shared-lib/remote/host';",
    'const partOf = (id, kind, name) => partsOf(remotes[id]).find((one) => one.kind === kind && one.part.id === name);',
    'export const createFederation = () => ({ providedVersions: {}, open: ({ id }) => ({ close: async () => {}, ' +
      'load: (kind, name) => partOf(id, kind, name).part.load() }) });',
  ];
  mkdirSync(cacheDir, { recursive: true });
  const file = join(cacheDir, 'direct-imports.js');
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** Loads files the same way as the boot script preloaded them, so that browsers use the preloaded ones. */
class LoadAsPreloadedPlugin {
  /** @param {webpack.Compiler} compiler */
  apply(compiler) {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    /** @type {(source: string, tag: string, address: string) => string} */
    const add = (source, tag, address) => `${source}
      if (globalThis.deviceConsoleIntegrity?.(${address})) {
        ${tag}.crossOrigin = 'anonymous';
        ${tag}.integrity = globalThis.deviceConsoleIntegrity(${address});
      }`;
    compiler.hooks.thisCompilation.tap('LoadAsPreloadedPlugin', (compilation) => {
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap('LoadAsPreloadedPlugin', (source) =>
        add(source, 'script', 'url'),
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'LoadAsPreloadedPlugin',
        (source, { tag, href }) => add(source, tag, href),
      );
    });
  }
}

/** @returns {Promise<SingleBuild>} */
export async function buildSingle() {
  const config = await webpackConfig(shellDir);
  const root = join(cacheDir, 'dist');
  const stats = await runBundler(
    webpack({
      ...config,
      output: { ...config.output, path: root },
      plugins: [
        ...config.plugins,
        new webpack.NormalModuleReplacementPlugin(
          /\/remotes\/federation\.ts$|^\.\/federation\.ts$/,
          writeDirectImports(),
        ),
        new LoadAsPreloadedPlugin(),
      ],
    }),
  );
  if (stats.hasErrors()) throw new Error(`the single build failed:\n${stats.toString('errors-only')}`);
  cpSync(join(shellDir, 'public'), root, { recursive: true });
  precompress(root);
  return { root, screenFiles: screenFiles(stats.compilation) };
}

/** @type {(compilation: webpack.Compilation) => SingleBuild['screenFiles']} */
function screenFiles({ chunkGroups, moduleGraph }) {
  const files = new Map();
  for (const group of chunkGroups) {
    for (const block of group.blocksIterable) {
      /** @type {SourceModule | null} */
      const module = moduleGraph.getModule(/** @type {webpack.Dependency} */ (block.dependencies[0]));
      const { resource } = module?.rootModule ?? module ?? {};
      if (resource)
        files.set(
          resource,
          group.getFiles().filter((file) => /\.(js|css)$/.test(file)),
        );
    }
  }
  return files;
}

/** @type {(named: { kind: PartKind, part: Part }) => string} */
const nameOf = ({ kind, part: { id } }) => `${kind} ${id}`;

/**
 * Writes config.json and registry.json into `webDir`: the federated console's, but with the single build's files for
 * every part, and without a contract to check.
 * @param {{ webDir: string, layout: Layout, origin: string, keys: Map<string, Key | null>, single: SingleBuild }} web
 */
export async function writeSingleWeb({ webDir, layout, origin, keys, single: { root, screenFiles: filesOf } }) {
  mkdirSync(webDir, { recursive: true });
  const describe = (/** @type {string} */ file) => assetOf(file, readFileSync(join(root, file)));
  const registry = /** @type {{ remotes: EntryDocument[] }} */ (readJson(layout.registryFile));
  const remotes = await Promise.all(
    registry.remotes.map(async (entry) => {
      const requests = new Map(
        partsOf(await evaluateRemote(join(rootDir, entry.id))).map((one) => [nameOf(one), partRequest(one)]),
      );
      /**
       * @template {Part} Declared
       * @param {PartKind} kind
       * @param {readonly Declared[]} parts
       */
      const withFiles = (kind, parts) =>
        parts.map((part) => {
          const request = /** @type {string} */ (requests.get(nameOf({ kind, part })));
          const files = filesOf.get(join(rootDir, entry.id, 'src', request));
          if (!files) throw new Error(`The single build made no file for the ${kind} "${part.id}" of ${entry.id}.`);
          return { ...part, assets: files.map(describe), parts: [] };
        });
      const { screens: declared, contributions } = entry.declaration;
      const screens = withFiles('screen', declared);
      const [first] = screens.flatMap(({ assets }) => assets);
      const declaration = {
        ...entry.declaration,
        contract: {},
        shared: {},
        entry: first,
        assets: [],
        screens,
        ...(contributions && {
          contributions: {
            ...contributions,
            devicePanels: contributions.devicePanels && withFiles('devicePanel', contributions.devicePanels),
            homePanels: contributions.homePanels && withFiles('homePanel', contributions.homePanels),
          },
        }),
      };
      const key = /** @type {Key} */ (keys.get(entry.id));
      return signEntry({ ...entry, baseUrl: origin, declaration, canary: null }, key);
    }),
  );
  writeJsonAtomically(join(webDir, 'registry.json'), { schemaVersion: 1, remotes });
  writeJsonAtomically(join(webDir, 'config.json'), readJson(layout.configFile));
}
