import { isoAfter } from '../../core/time/clock.ts';
import type { Service } from '../../core/calls/context.ts';
import { markOf, standingsOf, touches } from './command-watch.ts';

/** Milliseconds. A page that starts to wait gets changes this recent: it may have read the device before them. */
const MOMENT = 10_000;

/** Tells a page whether commands to its devices have changed, whoever sent them (L3, C6). */
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
