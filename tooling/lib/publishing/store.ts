// The interface of every store of published remotes, and its rules for documents and paths.
import { createHash } from 'node:crypto';

/** Different texts have different tags. */
type StoredText = { text: string; tag: string };

/** What every store offers. Paths are plain names with slashes between. */
export type Store = {
  name: string;
  /** Reads a file, also one that only publishers may read. */
  readBytes: (path: string) => Promise<Buffer<ArrayBuffer> | null>;
  readText: (path: string) => Promise<StoredText | null>;
  /** Whether files in `folder` can be read without the token. */
  showsToAnybody: (folder: string) => Promise<boolean>;
  /** Writes a version's files below `folder`. Never changes existing files. */
  addVersion: (folder: string, files: ReadonlyMap<string, Buffer<ArrayBuffer>>) => Promise<void>;
  /**
   * Replaces a document if it still has `tag` (null: it does not exist yet); throws StoreConflict otherwise. A store
   * that deletes old versions also throws if a folder in `needed` is gone.
   */
  replace: (path: string, text: string, tag: string | null, needed?: readonly string[]) => Promise<void>;
  /**
   * Deletes the folders and files that `choose` returns, directly below one of `parents`, while nobody can make them
   * live. Also deletes temporary files of crashed publishers.
   */
  prune: (parents: readonly string[], choose: () => Promise<readonly string[]>) => Promise<readonly string[]>;
};

/** A store in a folder. It can also add single files, atomically and never over an existing one. */
export type FolderStore = Store & { addFile(path: string, bytes: Buffer): Promise<void> };

/** Somebody else changed the document since it was read. */
export class StoreConflict extends Error {
  override name = 'StoreConflict';
  /** The answer of a store behind HTTP. */
  statusCode = 412;
}

/** Runs `work`, which reads and replaces a document. Retries on StoreConflict, up to 100 attempts. */
export async function untilUnchanged<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreConflict) || attempt === 100) throw error;
    }
  }
}

export const tagOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const segment = /^[A-Za-z0-9_][A-Za-z0-9._~+@-]*$/;

/** True for a path that a store may hold: plain names with slashes between, none of them hidden. */
export const isStorePath = (path: string): boolean =>
  path.length <= 500 && path.split('/').length <= 7 && path.split('/').every((name) => segment.test(name));

/** The content types of the files that a remote may contain, by extension. No pages. */
const types: Record<string, string> = {
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
 */
export function typeOfFile(path: string): string | null {
  const [, ending, twin] = /\.([a-z0-9]+)(\.(?:br|gz))?$/i.exec(path) ?? [];
  const name = ending?.toLowerCase() ?? '';
  const type = (Object.hasOwn(types, name) && types[name]) || null;
  return type && twin ? 'application/octet-stream' : type;
}

const mapsFolder = 'source-maps';

/** The folder of the source maps of a remote, or of one of its builds. They are served only to who publishes there. */
export const mapsOf = (id: string, folder?: string): string => [mapsFolder, id, folder].filter(Boolean).join('/');

/** True for a source map in the maps folder, the only place where a store accepts one. */
export const isSourceMap = (path: string): boolean => path.startsWith(`${mapsFolder}/`) && path.endsWith('.map');

/** True for paths that a store serves only with its token. */
export const isPrivate = (path: string): boolean => path.startsWith(`${mapsFolder}/`) || path.endsWith('.map');

/** True for the registry and the histories. All other files never change. */
export const isDocument = (path: string): boolean => path === 'registry.json' || /^history\/[^/]+\.json$/.test(path);

export const documentText = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** Returns `fallback` without a tag if there is no such document. Throws if the document is not JSON. */
export async function readDocument<Value>(store: Store, path: string, fallback: Value) {
  const found = await store.readText(path);
  if (!found) return { value: fallback, tag: null };
  try {
    return { value: JSON.parse(found.text) as Value, tag: found.tag };
  } catch (cause) {
    throw new Error(`${path} of ${store.name} is no JSON. Nothing was changed; restore it first.`, { cause });
  }
}
