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
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../errors.mjs';
import { type FolderStore, isStorePath, StoreConflict, tagOf } from './store.ts';

const leftoverAfterMs = 3_600_000;

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

/** Adds a file atomically, by a hard link, which never replaces an existing file. Returns whether it was added. */
function addOnce(file: string, content: string | Buffer): boolean {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = join(dirname(file), `.${randomUUID()}.tmp`);
  writeFileSync(temporary, content, { flush: true });
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(temporary, { force: true });
  }
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Deletes temporary files that crashed publishers left in these folders more than an hour ago. */
function removeLeftovers(places: readonly string[]): void {
  for (const place of places) {
    for (const name of namesIn(place).filter((candidate) => /^\..*\.tmp$/.test(candidate))) {
      const { mtimeMs } = statSync(join(place, name), { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
      if (Date.now() - mtimeMs > leftoverAfterMs) rmSync(join(place, name), { recursive: true, force: true });
    }
  }
}

export function folderStore(root: string): FolderStore {
  /** Throws for paths that lead out of the store or to its hidden files. */
  const at = (path: string): string => {
    if (isStorePath(path)) return join(root, path);
    throw new Error(`"${path}" is no place in the store ${root}: plain names with slashes between.`);
  };
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
  const locked = <T>(work: () => Promise<T>) => {
    mkdirSync(root, { recursive: true });
    return withLock(join(root, '.publish.lock'), work);
  };
  return {
    name: root,
    readBytes,
    readText,
    /** Cannot be known here: the web server's administrator decides what it serves. */
    showsToAnybody: async () => false,

    async addVersion(folder, files) {
      if (existsSync(at(folder))) return;
      addFolder(join(root, dirname(folder), `.${randomUUID()}.tmp`), at(folder), files);
    },

    async addFile(path, bytes) {
      if (!addOnce(at(path), bytes)) throw new StoreConflict(`${path} is there already; a file is never changed.`);
    },

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
        const removed = (await choose()).filter(
          (folder) => isStorePath(folder) && parents.includes(dirname(folder)) && existsSync(at(folder)),
        );
        for (const folder of removed) rmSync(at(folder), { recursive: true });
        removeLeftovers([root, ...parents.map(at), at('history')]);
        return removed;
      }),
  };
}

type Lock = { host: string; pid: number; since: string; token: string };

// Work under the lock takes milliseconds. Every holder counts as dead after this long; one on this machine also as soon
// as its process is gone.
const deadAfterMs = 120_000;

/** Runs `work` while holding the lock `file`. Throws when one living holder keeps it for longer than `patienceMs`. */
export async function withLock<T>(file: string, work: () => T | Promise<T>, patienceMs: number = 15_000): Promise<T> {
  const mine = { host: hostname(), pid: process.pid, since: new Date().toISOString(), token: randomUUID() };
  await acquire(file, mine, patienceMs);
  try {
    return await work();
  } finally {
    if (readLock(file)?.token === mine.token) rmSync(file, { force: true });
  }
}

async function acquire(file: string, mine: Lock, patienceMs: number): Promise<void> {
  let holder: string | undefined;
  let deadline = 0;
  for (;;) {
    const held = readLock(file);
    if (!held) {
      // Only a free lock is tried for: each try writes through to the disk.
      if (addOnce(file, JSON.stringify(mine))) return;
    } else if (isDead(held)) {
      if (await takenOver(file, held, mine, patienceMs)) return;
    } else if (held.token !== holder) {
      holder = held.token;
      deadline = Date.now() + patienceMs;
    } else if (Date.now() > deadline) {
      throw new Error(
        `${file} is held by process ${held.pid} on ${held.host} since ${held.since}. Wait for it to end, or ` +
          'delete the file when that process is gone.',
      );
    }
    await delay(5 + Math.random() * 20);
  }
}

/**
 * Replaces a dead holder's lock, under a second lock named after it. Of two processes that saw the same dead holder,
 * the second then finds the first one's lock.
 */
function takenOver(file: string, dead: Lock, mine: Lock, patienceMs: number): Promise<boolean> {
  return withLock(
    `${file}.${dead.token}`,
    () => {
      if (readLock(file)?.token !== dead.token) return false;
      writeAtomically(file, JSON.stringify(mine));
      return true;
    },
    patienceMs,
  );
}

function readLock(file: string): Lock | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new Error(`${file} is not a lock of a publisher. Delete it when nobody publishes.`, { cause: error });
  }
}

const isDead = ({ host, pid, since }: Lock): boolean =>
  Date.now() - Date.parse(since) > deadAfterMs || (host === hostname() && !isRunning(pid));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
