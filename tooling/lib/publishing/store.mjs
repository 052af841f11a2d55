// The interface of every store of published remotes, and its rules for documents and paths.
import { createHash } from 'node:crypto';

/**
 * Different texts have different tags.
 * @typedef {{ text: string, tag: string }} StoredText
 *
 * What every store offers. Paths are plain names with slashes between.
 * @typedef {object} Store
 * @property {string} name
 * @property {(path: string) => Promise<Buffer<ArrayBuffer> | null>} readBytes
 * Reads a file, also one that only publishers may read.
 * @property {(path: string) => Promise<StoredText | null>} readText
 * @property {() => Promise<string[]>} histories
 * The remotes that have a history, as far as the store can list them.
 * @property {(folder: string) => Promise<boolean>} showsToAnybody
 * Whether files in `folder` can be read without the token.
 * @property {(folder: string, files: ReadonlyMap<string, Buffer<ArrayBuffer>>) => Promise<void>} addVersion
 * Writes a version's files below `folder`. Never changes existing files.
 * @property {(path: string, text: string, tag: string | null, needed?: readonly string[]) => Promise<void>} replace
 * Replaces a document if it still has `tag` (null: it does not exist yet); throws StoreConflict otherwise. A store that
 * deletes old versions also throws if a folder in `needed` is gone.
 * @property {(
 * parents: readonly string[],
 * choose: () => Promise<readonly string[]>,
 * ) => Promise<readonly string[]>} prune
 * Deletes the folders and files that `choose` returns, directly below one of `parents`, while nobody can make them
 * live. Also deletes temporary files of crashed publishers.
 *
 * A store in a folder. It can also add single files, atomically and never over an existing one.
 * @typedef {Store & { addFile(path: string, bytes: Buffer): Promise<void> }} FolderStore
 */

/** Somebody else changed the document since it was read. */
export class StoreConflict extends Error {
  /** @override */
  name = 'StoreConflict';
}

/**
 * Runs `work`, which reads and replaces a document. Retries on StoreConflict, up to 100 attempts.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function untilUnchanged(work) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreConflict) || attempt === 100) throw error;
    }
  }
}

/** @type {(text: string) => string} */
export const tagOf = (text) => createHash('sha256').update(text).digest('hex');

const segment = /^[A-Za-z0-9_][A-Za-z0-9._~+@-]*$/;

/**
 * True for a path that a store may hold: plain names with slashes between, none of them hidden.
 * @type {(path: string) => boolean}
 */
export const isStorePath = (path) =>
  path.length <= 500 && path.split('/').length <= 7 && path.split('/').every((name) => segment.test(name));

/**
 * The content types of the files that a remote may contain, by extension. No pages.
 * @type {Record<string, string>}
 */
const types = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

/** The file extensions that a store accepts. */
export const knownEndings = Object.keys(types);

/**
 * The content type of a file by its extension; null for files that a remote may not contain. A compressed copy (`.br`,
 * `.gz`) is `application/octet-stream`.
 * @type {(path: string) => string | null}
 */
export function typeOfFile(path) {
  const [, ending, twin] = /\.([a-z0-9]+)(\.(?:br|gz))?$/i.exec(path) ?? [];
  const name = ending?.toLowerCase() ?? '';
  const type = (Object.hasOwn(types, name) && types[name]) || null;
  return type && twin ? 'application/octet-stream' : type;
}

/**
 * True for the registry and the histories. All other files never change.
 * @type {(path: string) => boolean}
 */
export const isDocument = (path) => path === 'registry.json' || /^history\/[^/]+\.json$/.test(path);

/** @type {(value: unknown) => string} */
export const documentText = (value) => `${JSON.stringify(value, null, 1)}\n`;

/**
 * Returns `fallback` without a tag if there is no such document. Throws if the document is not JSON.
 * @type {(store: Store, path: string, fallback: unknown) => Promise<{ value: unknown, tag: string | null }>}
 */
export async function readDocument(store, path, fallback) {
  const found = await store.readText(path);
  if (!found) return { value: fallback, tag: null };
  try {
    return { value: JSON.parse(found.text), tag: found.tag };
  } catch (cause) {
    throw new Error(`${path} of ${store.name} is no JSON. Nothing was changed; restore it first.`, { cause });
  }
}
