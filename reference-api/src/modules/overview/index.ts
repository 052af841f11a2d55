import { mayAccess } from '@device-console/shared-lib/contract';
import type { Database } from '../../core/store/store.ts';
import type { Service } from '../../core/calls/context.ts';
import { DAY, isoTime } from '../../core/time/clock.ts';
import { dayRange, serverTimeZone, todayIn } from '../../core/time/time-zone.ts';
import { batchRunsOf } from '../../core/batches/batch-runs.ts';
import { accountSeenBy, commandsInTrouble, stateOfTrouble, type Trouble } from '../../core/commands/command-counts.ts';
import { commandFigures, deviceFigures, tidyFigures } from '../../core/store/figures.ts';
import { devicesPerVersion } from '../../core/devices/devices.ts';
import type { ApiModule } from '../../core/module.ts';
import { polledRead } from '../../core/calls/call.ts';
import { auditCommand, command, withStore } from '../../core/cli/cli-parts.ts';
import { correctFigures } from '../../core/store/migrations/0006-earlier-figures.ts';

const DEVICE_DAYS = 30;
const COMMAND_DAYS = 14;
/** Of figures: more than any page shows. */
const KEPT_DAYS = 40;
const OWN_COMMANDS = 8;
const BATCHES = 5;

function lastDays(now: Date, timeZone: string, count: number) {
  const today = Date.parse(`${todayIn(now, timeZone)}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => {
    const day = isoTime(new Date(today - (count - 1 - index) * DAY)).slice(0, 10);
    return { day, ...dayRange(day, day, timeZone) };
  });
}

const withDays = <Figures>(days: readonly { readonly day: string }[], figures: readonly Figures[]) =>
  figures.map((row, place) => ({ day: days[place]?.day ?? '', ...row }));

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
  const deviceDays = lastDays(now, zone, DEVICE_DAYS);
  const commandDays = deviceDays.slice(-COMMAND_DAYS);
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
    days: withDays(deviceDays, await deviceFigures(db, deviceDays)),
    commands: withDays(commandDays, await commandFigures(db, accountId, commandDays)),
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
  housekeeping: {
    'figures of days': ({ db, clock, closing }) =>
      tidyFigures(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY), closing),
  },
  commandLine: {
    'correct-figures': command("(counts Home's figures anew, after rows were changed by hand)", {}, (_none, parts) =>
      withStore(parts, async ({ db }) => {
        await correctFigures(db);
        await auditCommand(db, parts, 'correct-figures', {}, 'figures counted anew');
        return ["Home's figures are counted anew."];
      }),
    ),
  },
} as const satisfies ApiModule;
