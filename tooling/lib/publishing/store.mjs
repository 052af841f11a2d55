// The interface of every store of published remotes, and its rules for documents and paths.
import { createHash } from 'node:crypto';

/**
 * A document as it was read; another text has another tag.
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
 * Whether a file that is put into `folder` can be read without the token.
 * @property {(folder: string, files: ReadonlyMap<string, Buffer<ArrayBuffer>>) => Promise<void>} addVersion
 * Puts a version's files below `folder`. Files that are there stay.
 * @property {(path: string, text: string, tag: string | null, needed?: readonly string[]) => Promise<void>} replace
 * Replaces a document if it is still the one with `tag` (null: not there yet) and the folders in `needed` are there;
 * throws StoreConflict otherwise.
 * @property {(
 * parents: readonly string[],
 * choose: () => Promise<readonly string[]>,
 * ) => Promise<readonly string[]>} prune
 * Deletes the folders and files that `choose` names, below one of `parents`, while nobody can make one of them live;
 * and what dead publishers left half-made.
 *
 * A store in a folder, which also adds single files: whole or not at all, and never in the place of another.
 * @typedef {Store & { addFile(path: string, bytes: Buffer): Promise<void> }} FolderStore
 */

/** Somebody else changed the document since it was read. */
export class StoreConflict extends Error {
  /** @override */
  name = 'StoreConflict';
}

/**
 * Does `work`, which reads a document and replaces it, again while others change that document in between.
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

/**
 * The tag of a document's text: another text, another tag.
 * @type {(text: string) => string}
 */
export const tagOf = (text) => createHash('sha256').update(text).digest('hex');

const segment = /^[A-Za-z0-9_][A-Za-z0-9._~+@-]*$/;

/**
 * True for a path that a store may hold: plain names with slashes between, none of them hidden.
 * @type {(path: string) => boolean}
 */
export const isStorePath = (path) =>
  path.length <= 500 && path.split('/').length <= 7 && path.split('/').every((name) => segment.test(name));

/**
 * The files that a remote may consist of, by their ending, with the content type that browsers get. None is a page.
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

/** The endings that a store knows. */
export const knownEndings = Object.keys(types);

/**
 * The content type of a file by its ending; null for one that no remote consists of. A compressed twin is bytes.
 * @type {(path: string) => string | null}
 */
export function typeOfFile(path) {
  const [, ending, twin] = /\.([a-z0-9]+)(\.(?:br|gz))?$/i.exec(path) ?? [];
  const name = ending?.toLowerCase() ?? '';
  const type = (Object.hasOwn(types, name) && types[name]) || null;
  return type && twin ? 'application/octet-stream' : type;
}

/**
 * Registry and histories change; every other file keeps its content for good.
 * @type {(path: string) => boolean}
 */
export const isDocument = (path) => path === 'registry.json' || /^history\/[^/]+\.json$/.test(path);

/**
 * How documents are written.
 * @type {(value: unknown) => string}
 */
export const documentText = (value) => `${JSON.stringify(value, null, 1)}\n`;

/**
 * Reads a document of `store`: `{ value, tag }`, or `fallback` without a tag when there is none.
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
