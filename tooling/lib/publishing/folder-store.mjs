// A store in a folder, which web servers serve as it lies. Publishers on several machines may share it.
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
import { withLock } from './store-lock.mjs';
import { isStorePath, StoreConflict, tagOf } from './store.mjs';

const leftoverAfterMs = 3_600_000;

/** Writes so that readers see the old or the new file, also after a power cut. */
function writeAtomically(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = join(dirname(file), `.${randomUUID()}.tmp`);
  writeFileSync(temporary, content, { flush: true });
  renameSync(temporary, file);
}

/** The store in the folder `root`. */
export function folderStore(root) {
  // Whatever asks for it: no path leads out of the store, or to what is hidden in it.
  const at = (path) => {
    if (!isStorePath(path))
      throw new Error(`"${path}" is no place in the store ${root}: plain names with slashes between.`);
    return join(root, path);
  };
  const lockFile = join(root, '.publish.lock');
  const readBytes = async (path) => {
    if (!isStorePath(path)) return null;
    try {
      return readFileSync(at(path));
    } catch (error) {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    }
  };
  const readText = async (path) => {
    const text = (await readBytes(path))?.toString('utf8');
    return text === undefined ? null : { text, tag: tagOf(text) };
  };
  const namesIn = (folder) => (existsSync(at(folder)) ? readdirSync(at(folder)).sort() : []);
  const locked = (work) => {
    mkdirSync(root, { recursive: true });
    return withLock(lockFile, work);
  };
  return {
    name: root,
    readBytes,
    readText,
    /** Reads what only publishers may read. */
    readPrivate: readBytes,
    /** What a folder's web server shows is its administrator's to say. */
    showsToAnybody: async () => false,

    /** Puts a version's files below `folder`, whole or not at all. Files that are there stay. */
    async addVersion(folder, files) {
      if (existsSync(at(folder))) return;
      const staging = join(root, dirname(folder), `.${randomUUID()}.tmp`);
      for (const [name, bytes] of files) {
        mkdirSync(dirname(join(staging, name)), { recursive: true });
        writeFileSync(join(staging, name), bytes, { flush: true });
      }
      try {
        renameSync(staging, at(folder));
      } catch (error) {
        rmSync(staging, { recursive: true, force: true });
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      }
    },

    /** Adds one file, whole or not at all; throws StoreConflict when there is one of that name. */
    async addFile(path, bytes) {
      mkdirSync(dirname(at(path)), { recursive: true });
      const temporary = join(dirname(at(path)), `.${randomUUID()}.tmp`);
      writeFileSync(temporary, bytes, { flush: true });
      try {
        linkSync(temporary, at(path));
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
        throw new StoreConflict(`${path} is there already; a file is never changed.`);
      } finally {
        rmSync(temporary);
      }
    },

    /**
     * Replaces a document if it is still the one with `tag` (null: not there yet) and the folders in `needed` are
     * there.
     */
    replace: (path, text, tag, needed = []) =>
      locked(async () => {
        if (((await readText(path))?.tag ?? null) !== tag)
          throw new StoreConflict(`${path} of ${root} was changed meanwhile.`);
        const gone = needed.find((folder) => !existsSync(at(folder)));
        if (gone) throw new Error(`${gone} was deleted from ${root} meanwhile, as an old version. Publish again.`);
        writeAtomically(at(path), text);
      }),

    /**
     * Deletes the folders and files that `choose(namesIn)` names, below one of `parents`, while nobody can make one of
     * them live; and what dead publishers left half-made. `namesIn(folder)` lists what lies in a folder.
     */
    prune: (parents, choose) =>
      locked(async () => {
        const removed = (await choose(namesIn))
          .filter((folder) => isStorePath(folder) && parents.includes(dirname(folder)))
          .filter((folder) => existsSync(at(folder)));
        for (const folder of removed) rmSync(at(folder), { recursive: true });
        for (const place of [root, ...parents.map(at), at('history')].filter((path) => existsSync(path))) {
          for (const name of readdirSync(place).filter((candidate) => /^\..*\.tmp$/.test(candidate))) {
            const { mtimeMs } = statSync(join(place, name), { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
            if (Date.now() - mtimeMs > leftoverAfterMs) rmSync(join(place, name), { recursive: true, force: true });
          }
        }
        return removed;
      }),
  };
}
