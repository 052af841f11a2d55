import { isoAfter } from '../../core/time/clock.ts';
import type { Service } from '../../core/calls/context.ts';
import { markOf, standingsOf, touches } from './command-watch.ts';

/** A command found so long ago is told to a page that begins to wait: it looked at the device a moment before. */
const MOMENT = 10_000;

/** Tells a page that something became of commands to the devices that it shows, whoever gave them (L3, C6). */
export const commandChanges: Service<'commandChanges'> = async ({ db, platform }, { imeis, seen }) => {
  if (seen !== undefined) {
    const now = await platform.commandWatch.change(imeis, seen);
    return { status: 'success', message: '', changed: now !== seen, seen: now };
  }
  const standings = await standingsOf(db, imeis);
  const since = isoAfter(platform.clock.now(), -MOMENT);
  const changed = standings.some((standing) => standing.changed >= since && touches(imeis, standing));
  return { status: 'success', message: '', changed, seen: markOf(standings, imeis) };
};
