// A store in a folder that a web server serves unchanged. Publishers on several machines may share it.
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../errors.mjs';
import { withLock } from './store-lock.ts';
import { type FolderStore, isStorePath, StoreConflict, tagOf } from './store.ts';

type At = (path: string) => string;

const leftoverAfterMs = 3_600_000;

/** Throws for paths that lead out of the store or to its hidden files. */
const placesIn =
  (root: string): At =>
  (path) => {
    if (!isStorePath(path))
      throw new Error(`"${path}" is no place in the store ${root}: plain names with slashes between.`);
    return join(root, path);
  };

/** Writes a file atomically: readers see the old or the new content, even after a power cut. */
function writeAtomically(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = join(dirname(file), `.${randomUUID()}.tmp`);
  writeFileSync(temporary, content, { flush: true });
  renameSync(temporary, file);
}

/** Creates a folder with these files atomically. Leaves an existing folder as it is. */
function addFolder(staging: string, folder: string, files: ReadonlyMap<string, Buffer>): void {
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(staging, name)), { recursive: true });
    writeFileSync(join(staging, name), bytes, { flush: true });
  }
  try {
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  }
}

/** Adds a file atomically. Throws StoreConflict if it exists. */
function addOnce(file: string, path: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = join(dirname(file), `.${randomUUID()}.tmp`);
  writeFileSync(temporary, bytes, { flush: true });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new StoreConflict(`${path} is there already; a file is never changed.`);
  } finally {
    rmSync(temporary);
  }
}

/** Deletes temporary files that crashed publishers left in these folders more than an hour ago. */
function removeLeftovers(places: readonly string[]): void {
  for (const place of places.filter((path) => existsSync(path))) {
    for (const name of readdirSync(place).filter((candidate) => /^\..*\.tmp$/.test(candidate))) {
      const { mtimeMs } = statSync(join(place, name), { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
      if (Date.now() - mtimeMs > leftoverAfterMs) rmSync(join(place, name), { recursive: true, force: true });
    }
  }
}

function readersOf(at: At) {
  const readBytes: FolderStore['readBytes'] = async (path) => {
    if (!isStorePath(path)) return null;
    try {
      return readFileSync(at(path));
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return null;
      throw error;
    }
  };
  const readText: FolderStore['readText'] = async (path) => {
    const text = (await readBytes(path))?.toString('utf8');
    return text === undefined ? null : { text, tag: tagOf(text) };
  };
  const namesIn = (folder: string): string[] => (existsSync(at(folder)) ? readdirSync(at(folder)).sort() : []);
  return { readBytes, readText, namesIn };
}

export function folderStore(root: string): FolderStore {
  const at = placesIn(root);
  const { readBytes, readText, namesIn } = readersOf(at);
  const locked = <T>(work: () => Promise<T>) => {
    mkdirSync(root, { recursive: true });
    return withLock(join(root, '.publish.lock'), work);
  };
  return {
    name: root,
    readBytes,
    readText,
    histories: async () => namesIn('history').flatMap((name) => /^([^.].*)\.json$/.exec(name)?.[1] ?? []),
    /** Cannot be known here: the web server's administrator decides what it serves. */
    showsToAnybody: async () => false,

    async addVersion(folder, files) {
      if (existsSync(at(folder))) return;
      addFolder(join(root, dirname(folder), `.${randomUUID()}.tmp`), at(folder), files);
    },

    addFile: async (path, bytes) => addOnce(at(path), path, bytes),

    replace: (path, text, tag, needed = []) =>
      locked(async () => {
        if (((await readText(path))?.tag ?? null) !== tag)
          throw new StoreConflict(`${path} of ${root} was changed meanwhile.`);
        const gone = needed.find((folder) => !existsSync(at(folder)));
        if (gone) throw new Error(`${gone} was deleted from ${root} meanwhile, as an old version. Publish again.`);
        writeAtomically(at(path), text);
      }),

    prune: (parents, choose) =>
      locked(async () => {
        const removed = (await choose())
          .filter((folder) => isStorePath(folder) && parents.includes(dirname(folder)))
          .filter((folder) => existsSync(at(folder)));
        for (const folder of removed) rmSync(at(folder), { recursive: true });
        removeLeftovers([root, ...parents.map(at), at('history')]);
        return removed;
      }),
  };
}
