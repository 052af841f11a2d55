// The counterpart in the first-load bench: shell and remotes as one webpack build, from the same sources, with the same
// boot script and loader.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import webpack from 'webpack';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { assetOf } from '../../lib/assets.ts';
import { readJson, remoteIds, rootDir, writeJsonAtomically } from '../../lib/paths.mjs';
import { precompress } from '../../development/build-package.ts';
import { runBundler } from '../../lib/bundler.ts';
import { type Key, prepareLocalKeys, signEntry } from '../../lib/publishing/keys.ts';
import { type EntryDocument, partsOf } from '../../lib/publishing/rules.ts';
import { evaluateRemote } from '../../lib/evaluate-remote.ts';
import { partRequest } from '../../lib/remote-declaration.ts';
import { webpackConfig } from '../../webpack-config.ts';
import { type ProcessSpec, hostArguments, prepareConsole, runProcesses } from '../../lib/console-processes.ts';
import type { Layout } from '../../lib/layout.ts';

/**
 * The single build: its folder, and by the path of each screen's module the files that the screen needs in addition to
 * the page's.
 */
type SingleBuild = { root: string; screenFiles: Map<string, string[]> };

/** A module of the build. `rootModule` is the first module of a concatenated one. */
type SourceModule = webpack.Module & { resource?: string; rootModule?: { resource?: string } };

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
  apply(compiler: webpack.Compiler) {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    const add = (source: string, tag: string, address: string): string => `${source}
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

async function buildSingle(): Promise<SingleBuild> {
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

function screenFiles({ chunkGroups, moduleGraph }: webpack.Compilation): SingleBuild['screenFiles'] {
  const files = new Map();
  for (const group of chunkGroups) {
    for (const block of group.blocksIterable) {
      const module: SourceModule | null = moduleGraph.getModule(block.dependencies[0] as webpack.Dependency);
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

/**
 * Writes config.json and registry.json into `webDir`: the federated console's, but with the single build's files for
 * every part, and without a contract to check.
 */
async function writeSingleWeb(webDir: string, layout: Layout, origin: string, { root, screenFiles }: SingleBuild) {
  const keys = prepareLocalKeys(layout.configFile, layout.remotes);
  mkdirSync(webDir, { recursive: true });
  const registry = readJson(layout.registryFile) as { remotes: EntryDocument[] };
  const remotes = await Promise.all(
    registry.remotes.map(async (entry) => {
      const sources = partsOf(await evaluateRemote(join(rootDir, entry.id)));
      const declaration = structuredClone({ ...entry.declaration, contract: {}, shared: {}, assets: [] });
      for (const { kind, part } of partsOf(declaration)) {
        const source = sources.find((one) => one.kind === kind && one.part.id === part.id);
        const files = source && screenFiles.get(join(rootDir, entry.id, 'src', partRequest(source)));
        if (!files) throw new Error(`The single build made no file for the ${kind} "${part.id}" of ${entry.id}.`);
        const assets = files.map((file) => assetOf(file, readFileSync(join(root, file))));
        Object.assign(part, { assets, parts: [] });
      }
      const [first] = declaration.screens.flatMap(({ assets }) => assets);
      const key = keys.get(entry.id) as Key;
      return signEntry({ ...entry, baseUrl: origin, declaration: { ...declaration, entry: first }, canary: null }, key);
    }),
  );
  writeJsonAtomically(join(webDir, 'registry.json'), { schemaVersion: 1, remotes });
  writeJsonAtomically(join(webDir, 'config.json'), readJson(layout.configFile));
}

/** Builds and starts both, with their own ports and folder. Returns their origins and a function that ends them. */
export async function startBothConsoles() {
  process.env['PORT'] = process.env['BENCH_PORT'] ?? '3700';
  const dataDir = mkdtempSync(join(tmpdir(), 'first-load-'));
  process.env['DATA_DIR'] = dataDir;
  const { layout, processes } = await prepareConsole(true, (line) => console.log(`  ${line}`));
  const single = await prepareSingle(layout, dataDir);
  const running = await runProcesses([...processes, single.process], (error) => {
    throw error;
  });
  const end = async () => {
    await running.end();
    rmSync(dataDir, { recursive: true });
  };
  return { origins: { single: single.origin, federated: `http://${layout.bind}:${layout.port}` }, end };
}

async function prepareSingle(layout: Layout, dataDir: string): Promise<{ origin: string; process: ProcessSpec }> {
  const port = layout.port + 50;
  const origin = `http://${layout.bind}:${port}`;
  const webDir = join(dataDir, 'web-of-single');
  const single = await buildSingle();
  await writeSingleWeb(webDir, layout, `${origin}/`, single);
  const args = hostArguments({ ...layout, port }, { root: single.root, web: webDir });
  return { origin, process: { name: 'single build', args, env: {}, ready: 'listening on' } };
}
