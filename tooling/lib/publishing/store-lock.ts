// A lock file for publishers that share a folder. It records who holds it and since when. Exactly one process takes
// over the lock of a dead holder.
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../errors.mjs';

type Lock = { host: string; pid: number; since: string; token: string };

// Work under the lock takes milliseconds. Every holder counts as dead after this long; one on this machine also as soon
// as its process is gone.
const deadAfterMs = 120_000;

/** Runs `work` while holding the lock `file`. Waits up to `patienceMs` for a living holder, then throws. */
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
  const deadline = Date.now() + patienceMs;
  for (;;) {
    if (created(file, mine)) return;
    const held = readLock(file);
    if (held && isDead(held)) {
      if (await takenOver(file, held, mine, patienceMs)) return;
    } else if (held && Date.now() > deadline) {
      throw new Error(
        `${file} is held by process ${held.pid} on ${held.host} since ${held.since}. Wait for it to end, or ` +
          'delete the file when that process is gone.',
      );
    }
    await delay(5 + Math.random() * 20);
  }
}

/** Creates the lock by a hard link, which is atomic and never replaces an existing file. */
function created(file: string, mine: Lock): boolean {
  const temporary = `${file}.${mine.token}.tmp`;
  writeFileSync(temporary, JSON.stringify(mine));
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

/**
 * Replaces a dead holder's lock, under a second lock named after it. Of two processes that saw the same dead holder,
 * the second then finds the first one's lock.
 */
function takenOver(file: string, dead: Lock, mine: Lock, patienceMs: number): Promise<boolean> {
  return withLock(
    `${file}.${dead.token}`,
    () => {
      if (readLock(file)?.token !== dead.token) return false;
      const temporary = `${file}.${mine.token}.tmp`;
      writeFileSync(temporary, JSON.stringify(mine));
      renameSync(temporary, file);
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

function isDead({ host, pid, since }: Lock): boolean {
  if (Date.now() - Date.parse(since) > deadAfterMs) return true;
  return host === hostname() && !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
