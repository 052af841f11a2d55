import { mayAccess } from '@device-console/shared-lib/contract';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../core/store/store.ts';
import type { Service } from '../../core/calls/context.ts';
import { DAY, isoTime } from '../../core/time/clock.ts';
import { dayRange, serverTimeZone, todayIn } from '../../core/time/time-zone.ts';
import { batchRunsOf } from '../../core/batches/batch-runs.ts';
import {
  accountSeenBy,
  commandsByStatus,
  commandsInTrouble,
  countsOfStates,
  stateOfTrouble,
  type Stretch,
  type Trouble,
} from '../../core/commands/command-counts.ts';
import { countRows } from '../../core/store/count-rows.ts';
import { devicesPerVersion } from '../../core/devices/devices.ts';
import type { ApiModule } from '../../core/module.ts';
import { polledRead } from '../../core/calls/call.ts';

const DEVICE_DAYS = 30;
const COMMAND_DAYS = 14;
const OWN_COMMANDS = 8;
const BATCHES = 5;

type Day = ReturnType<typeof lastDays>[number];

function lastDays(now: Date, timeZone: string, count: number) {
  const today = Date.parse(`${todayIn(now, timeZone)}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => {
    const day = isoTime(new Date(today - (count - 1 - index) * DAY)).slice(0, 10);
    return { day, ...dayRange(day, day, timeZone) };
  });
}

/** Counts day by day and yields in between: SQLite counts on the server's own thread. */
async function ofEach<Row>(days: readonly Day[], count: (day: Day) => Promise<Row>) {
  const rows: (Row & { day: string })[] = [];
  for (const day of days) {
    rows.push({ day: day.day, ...(await count(day)) });
    await setImmediate();
  }
  return rows;
}

async function deviceEventsIn(db: Database, { from, before }: Stretch) {
  const enrolments = await db
    .selectFrom('enrolments')
    .select((select) => ['action', select.fn.countAll<number>().as('count')])
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .groupBy('action')
    .execute();
  const enrolled = (action: 'DE-ENROLLED' | 'RE-REGISTERED') =>
    enrolments.find((row) => row.action === action)?.count ?? 0;
  const count = (table: 'registrations' | 'releases') =>
    countRows(db.selectFrom(table).where('created_at', '>=', from).where('created_at', '<', before));
  return {
    registered: await count('registrations'),
    reregistered: enrolled('RE-REGISTERED'),
    deenrolled: enrolled('DE-ENROLLED'),
    released: await count('releases'),
  };
}

async function statusCounts(db: Database, accountId: number | null, stretch: Stretch) {
  const { queued, sent, ...others } = countsOfStates(await commandsByStatus(db, accountId, stretch));
  return { ...others, open: queued + sent };
}

type Counts = Readonly<Record<Trouble, number>>;

const troubleOf = ({ failed, unanswered, expired, unknown }: Counts) => failed + unanswered + expired + unknown;

async function attentionOf(db: Database, accountId: number | null, now: Date) {
  const rows = await commandsInTrouble(db, accountId, now)
    .select((select) => ['report', 'status', select.fn.count<number>('imei').distinct().as('count')])
    .groupBy(['report', 'status'])
    .execute();
  const of = (report: string, trouble: Trouble) =>
    rows.find((row) => row.report === report && row.status === stateOfTrouble[trouble])?.count ?? 0;
  return [...new Set(rows.map(({ report }) => report))]
    .map((report) => ({
      report,
      failed: of(report, 'failed'),
      unanswered: of(report, 'unanswered'),
      expired: of(report, 'expired'),
      unknown: of(report, 'unknown'),
    }))
    .toSorted((left, right) => troubleOf(right) - troubleOf(left));
}

/** The number of queries does not depend on the history. */
const homeOverview: Service<'homeOverview'> = async ({ db, platform, actor }, { timezone }) => {
  const now = platform.clock.now();
  const zone = timezone ?? serverTimeZone();
  const accountId = accountSeenBy(actor);
  const runs = { accountId: actor.userlevel === 'USER' ? actor.accountId : null };
  // By hand.
  const actions = await db
    .selectFrom('commands')
    .select(['created_at as at', 'action', 'imei', 'status'])
    .where('account_id', '=', actor.accountId)
    .where('interface', '=', 'S')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OWN_COMMANDS)
    .execute();
  return {
    scope: accountId === null ? 'everyone' : 'own',
    days: await ofEach(lastDays(now, zone, DEVICE_DAYS), (day) => deviceEventsIn(db, day)),
    commands: await ofEach(lastDays(now, zone, COMMAND_DAYS), (day) => statusCounts(db, accountId, day)),
    versions: mayAccess(actor, { permission: 'App Version' }) ? await devicesPerVersion(db, 'ENROLLED') : [],
    attention: await attentionOf(db, accountId, now),
    actions,
    batches: await batchRunsOf(db, runs, BATCHES, now),
  };
};

/** What Home shows: figures per day, what needs attention, and the latest batch runs (D17, D40b). */
export const overview = {
  name: 'overview',
  calls: { homeOverview: { ...polledRead, run: homeOverview } },
} as const satisfies ApiModule;
