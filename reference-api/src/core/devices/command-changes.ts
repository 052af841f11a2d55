import { createHash } from 'node:crypto';
import { ALL_DEVICES } from '../store/commands.ts';
import { commandStandings, type CommandStanding } from '../store/command-standings.ts';
import type { Database } from '../store/store.ts';
import { isoAfter } from '../time/clock.ts';
import type { Service } from '../calls/context.ts';

/** Waits for changes of commands, for all pages at once. */
export interface CommandWatch {
  /** Resolves with how the commands of these devices stand once it is another than `seen`, or after a while without. */
  change(imeis: readonly string[], seen: string): Promise<string>;
  /** Answers all who wait, and who comes from then on. */
  close(): void;
}

/** In milliseconds. */
export interface WatchTimes {
  /** Between two looks at the database. */
  readonly every: number;
  /** Until an answer without a change, shorter than proxies wait. */
  readonly most: number;
}

export const watchTimes: WatchTimes = { every: 500, most: 20_000 };

interface Waiting {
  readonly imeis: readonly string[];
  readonly seen: string;
  readonly until: number;
  resolve(seen: string): void;
  reject(error: unknown): void;
}

/** A command found so long ago is told to a page that begins to wait: it looked at the device a moment before. */
const MOMENT = 10_000;

const touches = (imeis: readonly string[], { imei }: CommandStanding) => imei === ALL_DEVICES || imeis.includes(imei);

/** How the commands of some devices stand, as one short text. */
function markOf(standings: readonly CommandStanding[], imeis: readonly string[]): string {
  const own = standings
    .filter((standing) => touches(imeis, standing))
    .map(({ imei, status, count, changed }) => `${imei} ${status} ${count} ${changed}`);
  return createHash('sha256').update(own.sort().join()).digest('base64url');
}

const read = (db: Database, imeis: readonly string[]) => commandStandings(db, [...imeis, ALL_DEVICES]);

/** Makes the watch of a server: one statement a look, however many pages wait, and none where none does. */
export function createCommandWatch(db: Database, { every, most }: WatchTimes): CommandWatch {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function answer(asked: readonly Waiting[]): Promise<void> {
    try {
      const standings = await read(db, [...new Set(asked.flatMap(({ imeis }) => imeis))]);
      for (const one of asked) {
        const mark = markOf(standings, one.imeis);
        if (mark === one.seen && performance.now() < one.until && !isClosed) continue;
        waiting.delete(one);
        one.resolve(mark);
      }
    } catch (error) {
      for (const one of asked) {
        waiting.delete(one);
        one.reject(error);
      }
    }
  }

  async function look(): Promise<void> {
    await answer([...waiting]);
    timer = waiting.size > 0 && !isClosed ? setTimeout(look, every) : undefined;
  }

  return {
    change: (imeis, seen) =>
      new Promise((resolve, reject) => {
        const until = isClosed ? 0 : performance.now() + most;
        waiting.add({ imeis, seen, until, resolve, reject });
        timer ??= setTimeout(look, isClosed ? 0 : every);
      }),
    close() {
      isClosed = true;
      clearTimeout(timer);
      timer = setTimeout(look, 0);
    },
  };
}

/** Tells a page that something became of commands to the devices that it shows, whoever gave them (L3, C6). */
export const commandChanges: Service<'commandChanges'> = async ({ db, platform }, { imeis, seen }) => {
  if (seen !== undefined) {
    const now = await platform.commandWatch.change(imeis, seen);
    return { status: 'success', message: '', changed: now !== seen, seen: now };
  }
  const standings = await read(db, imeis);
  const since = isoAfter(platform.clock.now(), -MOMENT);
  const changed = standings.some((standing) => standing.changed >= since && touches(imeis, standing));
  return { status: 'success', message: '', changed, seen: markOf(standings, imeis) };
};
