import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  addEntry,
  changeEntry,
  entryOf,
  readRegistry,
  signUnsigned,
  withAssets,
  type AssetFile,
  type EntryFile,
  type Release,
} from './registry.ts';
import { rootDir, runScript, type TestConsole } from './test-console.ts';

/**
 * Copies a remote's sources to where a test may change and build them, by the quicker bundler where a test is not about
 * the usual one.
 */
export async function copyForBuilding(
  testConsole: TestConsole,
  id: string,
  bundler: 'rspack' | 'webpack' = 'rspack',
): Promise<string> {
  const workshop = join(rootDir, '.cache', 'e2e', `port-${new URL(testConsole.address).port}`);
  const source = join(workshop, id);
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { recursive: true });
  await cp(join(rootDir, id), source, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) });
  await cp(join(rootDir, 'tsconfig.base.json'), join(workshop, 'tsconfig.base.json'));
  if (bundler === 'rspack')
    await edit(source, 'package.json', '"screenLimit": 18000', '"bundler": "rspack", "screenLimit": 24000');
  return source;
}

const hashOf = (code: string): string => `sha384-${createHash('sha384').update(code).digest('base64')}`;

/** Replaces a text that must be present. */
export async function edit(source: string, file: string, from: string, to: string): Promise<void> {
  const path = join(source, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  await writeFile(path, text.replace(from, to));
}

/** Builds sources of a remote with its own federation runtime, and makes them live, signed. */
export async function buildWithOwnRuntime(testConsole: TestConsole, id: string, source: string): Promise<EntryFile> {
  await runScript(testConsole, ['e2e/support/build-with-own-runtime.mjs', source]);
  return publish(testConsole, id, source);
}

async function build(testConsole: TestConsole, source: string): Promise<void> {
  await runScript(testConsole, [
    '--input-type=module',
    '-e',
    `process.chdir(${JSON.stringify(source)}); await import(${JSON.stringify(join(rootDir, 'tooling/build.js'))});`,
  ]);
}

/**
 * Builds changed sources of a remote and gives them to every operator as a canary, signed with the console's own key.
 */
export async function buildCanary(testConsole: TestConsole, id: string, source: string): Promise<void> {
  await build(testConsole, source);
  await runScript(testConsole, ['tooling/canary.js', id, '--share', '1', '--dist', join(source, 'dist')]);
}

/** Builds changed sources of a remote and makes them live, signed. */
export async function buildAndPublish(testConsole: TestConsole, id: string, source: string): Promise<EntryFile> {
  await build(testConsole, source);
  return publish(testConsole, id, source);
}

async function publish(testConsole: TestConsole, id: string, source: string): Promise<EntryFile> {
  await runScript(testConsole, ['tooling/publish-remote.js', id, '--replace', '--dist', join(source, 'dist')]);
  await signUnsigned(testConsole, testConsole.key);
  return entryOf(await readRegistry(testConsole), id);
}

/** Remotes that {@link addAdopted} makes. */
export const adoptedRemotes = ['mf-by-webpack', 'mf-by-rspack', 'mf-by-rsbuild', 'mf-by-react18'] as const;

/**
 * Builds a screen by plain Module Federation, has it adopted, and adds it to the console as a remote of its own.
 * `mf-by-react18` is one of React 18, by webpack, in a root of its own. `more` are options of `plainBuild()`.
 */
export async function addAdopted(
  testConsole: TestConsole,
  id: (typeof adoptedRemotes)[number],
  more: object = {},
): Promise<void> {
  const folder = join(rootDir, '.cache', 'e2e', `adopted-${new URL(testConsole.address).port}`, id);
  await rm(folder, { recursive: true, force: true });
  const mounts = id === 'mf-by-react18';
  const given = [folder, mounts ? 'webpack' : id.slice('mf-by-'.length), { mounts, ...more }];
  await callBuilder(testConsole, 'plain-build', `plainBuild(...${JSON.stringify(given)})`);
  await runScript(testConsole, ['tooling/adopt.js', join(folder, 'dist')]);
  const adopted = join(folder, 'adopted');
  const declaration = JSON.parse(await readFile(join(adopted, 'remote.json'), 'utf8')) as EntryFile['declaration'];
  const build = declaration.container.replace(/^.*_/, '');
  const { baseUrl: another } = entryOf(await readRegistry(testConsole), 'mf-admin');
  const baseUrl = new URL(`../../${id}/${declaration.version}-${build}/`, another).href;
  await cp(adopted, folderOf(testConsole, baseUrl), { recursive: true });
  await addEntry(testConsole, 'mf-admin', { id, baseUrl, declaration });
}

/** Builds a remote and two hosts of plain Module Federation; returns the folder of all three. */
export async function buildPlainHosts(testConsole: TestConsole): Promise<string> {
  const folder = join(rootDir, '.cache', 'e2e', `hosts-${new URL(testConsole.address).port}`);
  await rm(folder, { recursive: true, force: true });
  await callBuilder(testConsole, 'plain-hosts', `plainHosts(${JSON.stringify(folder)})`);
  return folder;
}

/** Builds a plain host that shows screens of the console's remotes; returns the folder with its files. */
export async function buildConsoleHost(testConsole: TestConsole, given: object): Promise<string> {
  const folder = join(rootDir, '.cache', 'e2e', `other-host-${new URL(testConsole.address).port}`);
  await rm(folder, { recursive: true, force: true });
  await callBuilder(testConsole, 'console-host', `consoleHost(${JSON.stringify(folder)}, ${JSON.stringify(given)})`);
  return join(folder, 'dist');
}

async function callBuilder(testConsole: TestConsole, file: string, call: string): Promise<void> {
  const builder = JSON.stringify(join(rootDir, 'tooling', 'test-support', `${file}.js`));
  await runScript(testConsole, [
    '--input-type=module',
    '-e',
    `const builder = await import(${builder}); await builder.${call};`,
  ]);
}

/** The folder on the disk with a build's files. */
export function folderOf(testConsole: TestConsole, baseUrl: string): string {
  return join(dirname(testConsole.registryFile), new URL(baseUrl).pathname.replace(/\/$/, ''));
}

/** The folder on the disk with a live build's files. */
export async function publishedFolder(testConsole: TestConsole, id: string): Promise<string> {
  return folderOf(testConsole, entryOf(await readRegistry(testConsole), id).baseUrl);
}

/**
 * Publishes other code in the place of one file, with its hash signed, for as long as the work takes, and what was live
 * after it: a fault that no hash finds, and its mending.
 */
export async function withCode(
  testConsole: TestConsole,
  id: string,
  file: string,
  code: string,
  work: () => Promise<void>,
): Promise<void> {
  const integrity = hashOf(code);
  const rehash = <Asset extends AssetFile>(asset: Asset): Asset =>
    asset.file === file ? { ...asset, integrity } : asset;
  const publishNext = (declarationOf: (entry: EntryFile) => EntryFile['declaration']) =>
    changeEntry(testConsole, id, (entry) => ({
      ...entry,
      sequence: entry.sequence + 1,
      declaration: declarationOf(entry),
    }));
  const whole = entryOf(await readRegistry(testConsole), id).declaration;
  await publishNext(({ declaration }) => {
    return withAssets({ ...declaration, entry: rehash(declaration.entry) }, (assets) => assets.map(rehash));
  });
  try {
    await withFile(await publishedFolder(testConsole, id), file, () => code, work);
  } finally {
    await publishNext(() => whole);
  }
}

/**
 * Makes another release of a remote beside its live one: `changes` replace texts in its built files, which get a build
 * id of their own, and whose new hashes its declaration has. Nothing is live by this; for what only a build shows,
 * build.
 */
export async function releaseWith(
  testConsole: TestConsole,
  id: string,
  version: string,
  changes: readonly (readonly [from: RegExp, to: string])[],
): Promise<Release> {
  const { baseUrl, publishedAt, declaration } = entryOf(await readRegistry(testConsole), id);
  const buildId = randomBytes(6).toString('hex');
  const container = declaration.container.replace(/[^_]+$/, buildId);
  const edited = new URL(`../${version}-${buildId}/`, baseUrl).href;
  const [from, to] = [folderOf(testConsole, baseUrl), folderOf(testConsole, edited)];
  await cp(from, to, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const unused = new Set(changes);
  const hashes = new Map<string, string>();
  for (const name of (await readdir(to)).filter((file) => /\.(js|css)$/.test(file))) {
    let text = (await readFile(join(to, name), 'utf8')).replaceAll(declaration.container, container);
    for (const change of changes) {
      if (text.search(change[0]) === -1) continue;
      unused.delete(change);
      text = text.replace(...change);
    }
    hashes.set(name, hashOf(text));
    await writeFile(join(to, name), text);
  }
  for (const [pattern] of unused) throw new Error(`No file of ${id} holds ${String(pattern)}`);
  const rehash = <Asset extends AssetFile>(asset: Asset): Asset => ({
    ...asset,
    integrity: hashes.get(asset.file) ?? asset.integrity,
  });
  const rehashed = withAssets({ ...declaration, entry: rehash(declaration.entry) }, (assets) => assets.map(rehash));
  return { baseUrl: edited, publishedAt, declaration: { ...rehashed, version, container } };
}

/** Makes a release live, signed with the tests' key. */
export function makeLive(testConsole: TestConsole, id: string, release: Release): Promise<void> {
  return changeEntry(testConsole, id, (entry) => ({ ...entry, ...release, sequence: entry.sequence + 1 }));
}

/** Changes one published file and its compressed copies while the work runs; null removes it. */
export async function withFile(
  folder: string,
  file: string,
  change: (text: string) => string | null,
  work: () => Promise<void>,
): Promise<void> {
  const twins = (await readdir(folder)).filter(
    (name) => name === file || name === `${file}.br` || name === `${file}.gz`,
  );
  if (!twins.includes(file)) throw new Error(`${folder} holds no ${file}`);
  const before = new Map(
    await Promise.all(twins.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
  const changed = change(String(before.get(file)));
  for (const name of twins) await rm(join(folder, name));
  if (changed !== null) await writeFile(join(folder, file), changed);
  try {
    await work();
  } finally {
    for (const [name, bytes] of before) await writeFile(join(folder, name), bytes);
  }
}
