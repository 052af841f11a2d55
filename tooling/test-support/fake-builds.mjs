// Small builds of remotes, stores to publish them to, and a publisher that crashes at a given step.
/** @import { Asset } from '@device-console/shared-lib/remote/host' */
/** @import { Build } from '../lib/publishing/build-files.mjs' */
/** @import { Publisher } from '../lib/publishing/commit.mjs' */
/** @import { Key } from '../lib/publishing/keys.mjs' */
/** @import { RemoteDocument } from '../lib/publishing/rules.mjs' */
/** @import { Store } from '../lib/publishing/store.mjs' */
/** @import { Target } from '../lib/publishing/targets.mjs' */
import { createHash } from 'node:crypto';
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBuild } from '../lib/publishing/build-files.mjs';
import { folderStore } from '../lib/publishing/folder-store.mjs';
import { keyFileOf, makeKey, readKey } from '../lib/publishing/keys.mjs';
import { publishBuild } from '../lib/publishing/releases.mjs';
import { urlStore } from '../lib/publishing/url-store.mjs';

/**
 * `watched` is the store with access to withdraw canaries.
 * @typedef {{ target: Target, watched: Store, address?: string, close: () => Promise<void> }} TestTarget
 */

export const storeToken = 'token-of-the-tests-0001';
/** The token that may only withdraw canaries. */
export const watchToken = 'token-of-the-watch-0001';

/**
 * Writes a store's list of tokens below `folder`: `{ token: [remotes] }`. Returns the file.
 * @type {(folder: string, tokens: Record<string, string[]>) => string}
 */
export function writeTokens(folder, tokens) {
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

/**
 * A screen that no other remote has.
 * @type {(path: string, assets?: Asset[]) => RemoteDocument['screens'][number]}
 */
export const screenOf = (path, assets = []) => ({ id: path, path, title: path, audiences: ['standard'], assets });

/**
 * Returns the folder of the build.
 * @type {(folder: string, id: string, version: string, code: string, more?: object) => string}
 */
export function writeBuild(folder, id, version, code, more = {}) {
  const distDir = join(folder, `dist-${id}-${version}-${code}`);
  mkdirSync(distDir, { recursive: true });
  /** @type {(text: string) => string} */
  const integrityOf = (text) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
  const script = `deviceConsoleIntegrity;${code}`;
  /** @type {Asset} */
  const entry = { file: `remoteEntry.${code}.js`, kind: 'script', integrity: integrityOf(script) };
  /** @type {Asset} */
  const style = { file: `screen.${code}.css`, kind: 'style', integrity: integrityOf(`.screen-${code} {}`) };
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

/** @type {(folder: string, id: string, version: string, code: string, more?: object) => Promise<Build>} */
export const buildOf = (folder, id, version, code, more) => readBuild(writeBuild(folder, id, version, code, more), id);

/**
 * A team's key below `folder`, made at first use.
 * @type {(folder: string, id: string) => Key}
 */
export function teamKey(folder, id) {
  const file = keyFileOf(join(folder, 'keys'), id);
  return fs.existsSync(file) ? readKey(file) : makeKey(file);
}

/**
 * The publisher of `id`. Its clock advances one second per call.
 * @type {(folder: string, id: string, more?: Partial<Publisher>) => Publisher}
 */
export function publisherOf(folder, id, more = {}) {
  let time = Date.parse('2026-01-01T00:00:00Z');
  return { key: teamKey(folder, id), keep: 5, trusted: [], now: () => new Date((time += 1000)).toISOString(), ...more };
}

/**
 * A target on a store whose address is never read.
 * @type {(store: Store) => Target}
 */
export const targetOn = (store) => ({
  store,
  baseOf: (id) => `http://store.example/${id}/`,
  look: async () => ({ status: 'served' }),
});

/**
 * A target of each kind over the same sort of folder, and its store with access to withdraw canaries. `close` ends its
 * server, if it has one.
 * @type {Record<'folder' | 'URL', (folder: string) => Promise<TestTarget>>}
 */
export const targetKinds = {
  folder: async (folder) => {
    const target = targetOn(folderStore(join(folder, 'store')));
    return { target, watched: target.store, close: async () => {} };
  },
  URL: async (folder) => {
    const { serveStore } = await import('../lib/store-server.mjs');
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

/**
 * Runs `onChange` before each change of a file in this process. Returns a function that stops it.
 * @type {(onChange: () => void) => () => void}
 */
function beforeChanges(onChange) {
  /** @type {Record<string, unknown>} */
  const calls = fs;
  const originals = fileChanges.map((name) => /** @type {const} */ ([name, calls[name]]));
  for (const [name, original] of originals) {
    calls[name] = (/** @type {unknown[]} */ ...args) => {
      onChange();
      return /** @type {(...args: unknown[]) => unknown} */ (original)(...args);
    };
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) calls[name] = original;
    syncBuiltinESMExports();
  };
}

/**
 * Publishes into the folder store, as a separate process does.
 * @type {(folder: string, distDir: string, id: string) => Promise<void>}
 */
export async function publishAlone(folder, distDir, id) {
  const key = teamKey(folder, id);
  const build = await readBuild(distDir, id);
  const { target } = await targetKinds.folder(folder);
  await publishBuild({ target, id, build, by: { key, keep: 1, trusted: [], now: () => new Date().toISOString() } });
}

/**
 * The same, but kills this process just before the `step`th change of a file.
 * @type {(folder: string, distDir: string, id: string, step: number) => Promise<void>}
 */
export function publishAndDie(folder, distDir, id, step) {
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
 * @type {(folder: string, distDir: string, id: string, step: number, gonePid: number) => Promise<boolean>}
 */
export async function publishUntil(folder, distDir, id, step, gonePid) {
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
