import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ALL_DEVICES } from '../../core/store/commands.ts';
import { findNamed } from '../../core/store/devices.ts';
import { givenTexts } from '../../core/store/given-rows.ts';
import type { Database } from '../../core/store/store.ts';
import { isoAfter } from '../../core/time/clock.ts';
import type { Service } from '../../core/calls/context.ts';
import type { ApiModule } from '../../core/module.ts';
import { polledRead } from '../../core/calls/call.ts';

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly commandWatch: ReturnType<typeof createCommandWatch>;
  }
}

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    readonly watchTimes?: WatchTimes | undefined;
  }
}

/** In milliseconds. */
export interface WatchTimes {
  /** Between two queries of the database. */
  readonly every: number;
  /** Until an answer without a change; shorter than proxies wait. */
  readonly most: number;
}

const standardTimes: WatchTimes = { every: 500, most: 20_000 };

type CommandStanding = Awaited<ReturnType<typeof standingsOf>>[number];

function standingsOf(db: Database, imeis: readonly string[]) {
  return db
    .selectFrom('commands')
    .select(({ fn }) => ['imei', 'status', fn.countAll<number>().as('count'), fn.max('updated_at').as('changed')])
    .where('imei', 'in', givenTexts(db, [...imeis, ALL_DEVICES]))
    .groupBy(['imei', 'status'])
    .execute();
}

const touches = (imeis: readonly string[], { imei }: CommandStanding) => imei === ALL_DEVICES || imeis.includes(imei);

function markOf(standings: readonly CommandStanding[], imeis: readonly string[]): string {
  const own = standings
    .filter((standing) => touches(imeis, standing))
    .map(({ imei, status, count, changed }) => `${imei} ${status} ${count} ${changed}`);
  return createHash('sha256').update(own.sort().join()).digest('base64url');
}

/** Creates a server's watch. One query per interval serves all waiting pages; if none waits, none is made. */
export function createCommandWatch(db: Database, { every, most }: WatchTimes) {
  let answering = new AbortController();
  let isClosed = false;
  const asked = new Set<string>();
  let next: Promise<readonly CommandStanding[]> | undefined;

  async function look(): Promise<readonly CommandStanding[]> {
    await setTimeout(every, undefined, { signal: answering.signal }).catch(() => undefined);
    const imeis = [...asked];
    asked.clear();
    next = undefined;
    return standingsOf(db, imeis);
  }

  return {
    /** Resolves with the state of these devices' commands once it differs from `seen`, or after a while. */
    async change(imeis: readonly string[], seen: string): Promise<string> {
      const until = performance.now() + most;
      const { signal } = answering;
      for (;;) {
        for (const imei of imeis) asked.add(imei);
        next ??= look();
        const mark = markOf(await next, imeis);
        if (mark !== seen || performance.now() >= until || signal.aborted) return mark;
      }
    },
    /** Answers all who wait. */
    answer() {
      answering.abort();
      if (!isClosed) answering = new AbortController();
    },
    /** Answers all who wait, and from then on everybody immediately. */
    close() {
      isClosed = true;
      answering.abort();
    },
  };
}

/** Milliseconds. A page that starts to wait gets changes this recent: it may have read the device before them. */
const MOMENT = 10_000;

const commandChanges: Service<'commandChanges'> = async ({ db, platform }, { imeis: asked, seen }) => {
  const devices = await findNamed(db, asked);
  const imeis = [...new Set(asked.flatMap((imei) => devices.get(imei)?.map(({ imei1 }) => imei1) ?? [imei]))];
  if (seen !== undefined) {
    const now = await platform.commandWatch.change(imeis, seen);
    return { changed: now !== seen, seen: now };
  }
  const standings = await standingsOf(db, imeis);
  const since = isoAfter(platform.clock.now(), -MOMENT);
  const changed = standings.some((standing) => standing.changed >= since && touches(imeis, standing));
  return { changed, seen: markOf(standings, imeis) };
};

/** Milliseconds; commands of that age are in reports and audits. */
const OWN_COMMANDS_AGE = 86_400_000;

/** Of whoever asks, and by hand: an index has the newest of them. */
const ownCommands: Service<'ownCommands'> = async ({ db, platform, actor }, { transactionIds }) => {
  const items = await db
    .selectFrom('commands')
    .select(['transaction_id as transactionId', 'status'])
    .where('account_id', '=', actor.accountId)
    .where('interface', '=', 'S')
    .where('created_at', '>=', isoAfter(platform.clock.now(), -OWN_COMMANDS_AGE))
    .where('transaction_id', 'in', givenTexts(db, transactionIds))
    .execute();
  return { items };
};

/** Notifies pages of changed commands (D17d). */
export const changes = {
  name: 'changes',
  platform: ({ store, settings }) => ({
    commandWatch: createCommandWatch(store.db, settings.watchTimes ?? standardTimes),
  }),
  routes: (server, { platform }) => void server.addHook('preClose', async () => platform.commandWatch.close()),
  answerWaiting: ({ commandWatch }) => commandWatch.answer(),
  calls: {
    commandChanges: { ...polledRead, run: commandChanges },
    ownCommands: { ...polledRead, run: ownCommands },
  },
} as const satisfies ApiModule;
