// Small builds of remotes, stores to publish them to, and a publisher that crashes at a given step.
import { createHash } from 'node:crypto';
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asset } from '@device-console/shared-lib/remote/host';
import { integrityOf } from '../lib/assets.ts';
import { type Build, readBuild } from '../lib/publishing/build-files.ts';
import { folderStore } from '../lib/publishing/folder-store.ts';
import { type Key, keyFileOf, makeKey, readKey } from '../lib/publishing/keys.ts';
import { publishBuild } from '../lib/publishing/releases.ts';
import { urlStore } from '../lib/publishing/url-store.ts';
import type { Publisher } from '../lib/publishing/commit.ts';
import type { RemoteDocument } from '../lib/publishing/rules.ts';
import type { Store } from '../lib/publishing/store.ts';
import type { Target } from '../lib/publishing/targets.ts';

/** `watched` is the store with access to withdraw canaries. */
export type TestTarget = { target: Target; watched: Store; address?: string; close: () => Promise<void> };

export const storeToken = 'token-of-the-tests-0001';
/** The token that may only withdraw canaries. */
export const watchToken = 'token-of-the-watch-0001';

/** Writes a store's list of tokens below `folder`: `{ token: [remotes] }`. Returns the file. */
export function writeTokens(folder: string, tokens: Record<string, string[]>): string {
  const file = join(folder, 'tokens.json');
  const items = Object.entries(tokens).map(([token, remotes]) => ({
    team: token,
    sha256: createHash('sha256').update(token).digest('hex'),
    remotes,
    withdraws: remotes.length === 0,
  }));
  writeFileSync(file, JSON.stringify(items));
  return file;
}

/** A temporary folder, and a function that removes it. */
export function workshop() {
  const folder = mkdtempSync(join(tmpdir(), 'publishing-'));
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A screen that no other remote has. */
export const screenOf = (path: string, assets: Asset[] = []): RemoteDocument['screens'][number] => ({
  id: path,
  path,
  title: path,
  audiences: ['standard'],
  assets,
});

/** Returns the folder of the build. */
export function writeBuild(folder: string, id: string, version: string, code: string, more: object = {}): string {
  const distDir = join(folder, `dist-${id}-${version}-${code}`);
  mkdirSync(distDir, { recursive: true });
  const script = `deviceConsoleIntegrity;${code}`;
  const entry: Asset = { file: `remoteEntry.${code}.js`, kind: 'script', integrity: integrityOf(script) };
  const style: Asset = { file: `screen.${code}.css`, kind: 'style', integrity: integrityOf(`.screen-${code} {}`) };
  const declaration = {
    schemaVersion: 1,
    id,
    owner: 'A team',
    version,
    contract: { ui: '^1.0.0' },
    shared: {},
    apiVersion: '^1.0.0',
    entry,
    assets: [entry, style],
    screens: [screenOf(id, [entry, style])],
    ...more,
  };
  writeFileSync(join(distDir, 'remote.json'), JSON.stringify(declaration));
  writeFileSync(join(distDir, entry.file), script);
  writeFileSync(join(distDir, `${entry.file}.map`), '{}');
  writeFileSync(join(distDir, style.file), `.screen-${code} {}`);
  writeFileSync(join(distDir, '.inputs'), 'x');
  return distDir;
}

export const buildOf = (folder: string, id: string, version: string, code: string, more?: object): Promise<Build> =>
  readBuild(writeBuild(folder, id, version, code, more), id);

/** A team's key below `folder`, made at first use. */
export function teamKey(folder: string, id: string): Key {
  const file = keyFileOf(join(folder, 'keys'), id);
  return fs.existsSync(file) ? readKey(file) : makeKey(file);
}

/** The publisher of `id`. Its clock advances one second per call. */
export function publisherOf(folder: string, id: string, more: Partial<Publisher> = {}): Publisher {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const now = () => new Date((time += 1000)).toISOString();
  return { key: teamKey(folder, id), keep: 5, trusted: [], newRegistry: true, now, ...more };
}

/** A target on a store whose address is never read. */
export const targetOn = (store: Store): Target => ({
  store,
  baseOf: (id) => `http://store.example/${id}/`,
  look: async () => ({ status: 'served' }),
});

/**
 * A target of each kind over the same sort of folder, and its store with access to withdraw canaries. `close` ends its
 * server, if it has one.
 */
export const targetKinds: Record<'folder' | 'URL', (folder: string) => Promise<TestTarget>> = {
  folder: async (folder) => {
    const target = targetOn(folderStore(join(folder, 'store')));
    return { target, watched: target.store, close: async () => {} };
  },
  URL: async (folder) => {
    const { serveStore } = await import('../lib/store-server.ts');
    const server = await serveStore({
      root: join(folder, 'store'),
      port: 0,
      tokensFile: writeTokens(folder, {
        [storeToken]: ['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e', 'mf-f', 'mf-z'],
        [watchToken]: [],
      }),
    });
    const address = server.listeningOrigin;
    const target = targetOn(urlStore(address, storeToken));
    return { target, watched: urlStore(address, watchToken), address, close: () => server.close() };
  },
};

const fileChanges = ['writeFileSync', 'renameSync', 'linkSync', 'rmSync'];

/** Runs `onChange` before each change of a file in this process. Returns a function that stops it. */
function beforeChanges(onChange: () => void): () => void {
  const calls: Record<string, unknown> = fs;
  const originals = fileChanges.map((name) => [name, calls[name]] as const);
  for (const [name, original] of originals) {
    calls[name] = (...args: unknown[]) => {
      onChange();
      return (original as (...args: unknown[]) => unknown)(...args);
    };
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) calls[name] = original;
    syncBuiltinESMExports();
  };
}

/** Publishes into the folder store, as a separate process does. */
export async function publishAlone(folder: string, distDir: string, id: string): Promise<void> {
  const build = await readBuild(distDir, id);
  const { target } = await targetKinds.folder(folder);
  await publishBuild({ target, id, build, by: publisherOf(folder, id, { keep: 1 }) });
}

/** The same, but kills this process just before the `step`th change of a file. */
export function publishAndDie(folder: string, distDir: string, id: string, step: number): Promise<void> {
  let made = 0;
  beforeChanges(() => {
    made += 1;
    if (made === step) process.kill(process.pid, 'SIGKILL');
  });
  return publishAlone(folder, distDir, id);
}

/**
 * The same without killing a process: the publisher has the id of a process that is gone, and changes no files from the
 * `step`th change on. Returns true if it finished before.
 */
export async function publishUntil(folder: string, distDir: string, id: string, step: number, gonePid: number) {
  const { pid } = process;
  let made = 0;
  const restore = beforeChanges(() => {
    made += 1;
    if (made >= step) throw new Error('The publisher is gone.');
  });
  Object.defineProperty(process, 'pid', { value: gonePid, configurable: true });
  try {
    await publishAlone(folder, distDir, id);
    return true;
  } catch (error) {
    if (made < step) throw error;
    return false;
  } finally {
    Object.defineProperty(process, 'pid', { value: pid, configurable: true });
    restore();
  }
}
