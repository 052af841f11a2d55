import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import type { StoreMigration } from './migration-list.ts';

/** Days before a table's newest row whose figures are put right; none that is older is shown. */
const DAYS = 40;
const DAY = 86_400_000;

const at = sql.ref('created_at');
const quarter = sql`substr(${at}, 1, 14) || case when substr(${at}, 15, 2) < '15' then '00'
  when substr(${at}, 15, 2) < '30' then '15' when substr(${at}, 15, 2) < '45' then '30' else '45' end`;

const states = {
  open: sql`status in ('queued', 'sent')`,
  acknowledged: sql`status = 'acknowledged'`,
  failed: sql`status = 'failed'`,
  expired: sql`status = 'expired'`,
  unknown: sql`status = 'unknown'`,
  cancelled: sql`status = 'cancelled'`,
};
const eventNames = ['registered', 'reregistered', 'deenrolled', 'released'] as const;
const totalKeys = ['claim_status', 'app_version', 'brand', 'model'] as const;
const totalNames = ['devices', 'locked', 'unlocked'] as const;

const refs = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

type Table = 'command_figures' | 'device_figures' | 'device_totals';

/**
 * Adds what is missing to a table of figures: one statement, so that rows and figures are of one moment, and what
 * others add meanwhile stays. `counted` has the rows' own figures.
 */
function addMissing(table: Table, keys: readonly string[], names: readonly string[], counted: RawBuilder<unknown>) {
  const own = (name: string) => sql.ref(`${table}.${name}`);
  const sums = names.map((name) => sql`sum(${sql.ref(name)})`);
  const grown = names.map((name) => sql`${sql.ref(name)} = ${own(name)} + excluded.${sql.ref(name)}`);
  return sql`
    insert into ${sql.table(table)} (${refs(keys)}, shard, ${refs(names)})
    select ${refs(keys)}, 0, ${sql.join(sums)} from (${counted}) as counted where true
    group by ${refs(keys)}
    having ${sql.join(
      sums.map((sum) => sql`${sum} <> 0`),
      sql` or `,
    )}
    order by ${refs(keys)}
    on conflict (${refs(keys)}, shard) do update set ${sql.join(grown)}`;
}

const negative = (names: readonly string[]) => sql.join(names.map((name) => sql`-${sql.ref(name)}`));
const asNumber = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 1 else 0 end`;

interface Stretch {
  readonly from: string;
  readonly before: string;
}

const known = (table: Table, keys: RawBuilder<unknown>, names: readonly string[], { from, before }: Stretch) => sql`
  select ${keys}, ${negative(names)} from ${sql.table(table)}
  where period >= ${from.slice(0, 16)} and period < ${before.slice(0, 16)}`;

/** By jumps along an index: the one that has commands by their time has them by report first. */
function commandFigures(stretch: Stretch) {
  const names = Object.keys(states);
  return addMissing(
    'command_figures',
    ['period', 'account_id'],
    names,
    sql`
    with recursive reports(report) as (
      select min(report) from commands
      union all
      select (select min(report) from commands where report > reports.report) from reports
      where reports.report is not null
    )
    select ${quarter} as period, account_id, ${sql.join(
      Object.entries(states).map(([name, is]) => sql`${asNumber(is)} as ${sql.ref(name)}`),
    )}
    from reports join commands on commands.report = reports.report
      and created_at >= ${stretch.from} and created_at < ${stretch.before}
    union all ${known('command_figures', sql`period, account_id`, names, stretch)}`,
  );
}

function deviceFigures(stretch: Stretch) {
  const { from, before } = stretch;
  const rows = (table: string, numbers: readonly RawBuilder<unknown>[]) => sql`
    select ${quarter} as period,
      ${sql.join(eventNames.map((name, place) => sql`${numbers[place] ?? sql`0`} as ${sql.ref(name)}`))}
    from ${sql.table(table)} where created_at >= ${from} and created_at < ${before}`;
  const [none, one] = [sql`0`, sql`1`];
  const action = (name: string) => asNumber(sql`action = ${sql.lit(name)}`);
  return addMissing(
    'device_figures',
    ['period'],
    eventNames,
    sql`${rows('registrations', [one, none, none, none])}
    union all ${rows('enrolments', [none, action('RE-REGISTERED'), action('DE-ENROLLED'), none])}
    union all ${rows('releases', [none, none, none, one])}
    union all ${known('device_figures', sql`period`, eventNames, stretch)}`,
  );
}

const deviceTotals = addMissing(
  'device_totals',
  totalKeys,
  totalNames,
  sql`
  select ${refs(totalKeys)}, count(*) as devices, sum(${asNumber(sql`lock_state = 'LOCKED'`)}) as locked,
    sum(${asNumber(sql`lock_state = 'UNLOCKED'`)}) as unlocked
  from devices group by ${refs(totalKeys)}
  union all select ${refs(totalKeys)}, ${negative(totalNames)} from device_totals`,
);

/** Day by day, the newest first; others write in between. */
async function eachDay(db: QueryExecutorProvider, table: string, correct: (stretch: Stretch) => RawBuilder<unknown>) {
  const { rows } = await sql<{ newest: string }>`
    select created_at as newest from ${sql.table(table)} order by id desc limit 1`.execute(db);
  const newest = Date.parse(`${rows[0]?.newest.slice(0, 10) ?? ''}T00:00:00.000Z`);
  if (Number.isNaN(newest)) return;
  // The day after, too: the clock of another server may be ahead.
  for (let day = newest + DAY; day > newest - DAYS * DAY; day -= DAY) {
    const [from, before] = [day, day + DAY].map((moment) => new Date(moment).toISOString());
    await correct({ from: from ?? '', before: before ?? '' }).execute(db);
  }
}

/** Brings all figures in line with the rows that they count; servers may run meanwhile. */
export async function correctFigures(db: QueryExecutorProvider): Promise<void> {
  await eachDay(db, 'commands', commandFigures);
  for (const table of ['registrations', 'enrolments', 'releases']) await eachDay(db, table, deviceFigures);
  await deviceTotals.execute(db);
}

/** Of the rows that were there before the database kept them. */
export const earlierFigures: StoreMigration = { name: '0006-earlier-figures', kind: 'indexes', up: correctFigures };
