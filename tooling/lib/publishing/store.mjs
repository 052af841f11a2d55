// What every store of published remotes offers, and how its documents and paths look.
import { createHash } from 'node:crypto';

/** Somebody else changed the document since it was read. */
export class StoreConflict extends Error {
  name = 'StoreConflict';
}

/** The tag of a document's text: another text, another tag. */
export const tagOf = (text) => createHash('sha256').update(text).digest('hex');

const segment = /^[A-Za-z0-9_][A-Za-z0-9._~+@-]*$/;

/** True for a path that a store may hold: plain names with slashes between, none of them hidden. */
export const isStorePath = (path) =>
  path.length <= 500 && path.split('/').length <= 7 && path.split('/').every((name) => segment.test(name));

/** What a remote consists of, by the ending of its files, and how a browser is told. Nothing of it is a page. */
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

/** The content type of a file by its ending; null for one that no remote consists of. A compressed twin is bytes. */
export function typeOfFile(path) {
  const [, ending, twin] = /\.([a-z0-9]+)(\.(?:br|gz))?$/i.exec(path) ?? [];
  const name = ending?.toLowerCase() ?? '';
  const type = Object.hasOwn(types, name) ? types[name] : null;
  return type && twin ? 'application/octet-stream' : type;
}

/** Registry and histories change; every other file keeps its content for good. */
export const isDocument = (path) => path === 'registry.json' || /^history\/[^/]+\.json$/.test(path);

/** How documents are written. */
export const documentText = (value) => `${JSON.stringify(value, null, 1)}\n`;

/** Reads a document of `store`: `{ value, tag }`, or `fallback` without a tag when there is none. */
export async function readDocument(store, path, fallback) {
  const found = await store.readText(path);
  if (!found) return { value: fallback, tag: null };
  try {
    return { value: JSON.parse(found.text), tag: found.tag };
  } catch (cause) {
    throw new Error(`${path} of ${store.name} is no JSON. Nothing was changed; restore it first.`, { cause });
  }
}
