import { sql, type SqlBool } from 'kysely';
import type { DeviceState } from '@device-console/shared-lib/contract';
import { isoTime } from '../time/clock.ts';
import type { ClaimStatus } from './schema.ts';
import { dialectOf } from './dialect.ts';
import { brandAndModel } from './devices.ts';
import { foldShards, type ShardedTable } from './fold-shards.ts';
import { holdsPart } from './slices.ts';
import type { Database } from './store.ts';

/** A time range in the store's format: includes `from`, excludes `before`. */
interface Stretch {
  readonly from: string;
  readonly before: string;
}

/** Days of every time zone begin at a quarter of an hour. */
const periodOf = (at: string): string => at.slice(0, 16);

const commandStates = ['open', 'acknowledged', 'failed', 'expired', 'unknown', 'cancelled'] as const;
const deviceEvents = ['registered', 'reregistered', 'deenrolled', 'released'] as const;

function periodsIn<const Name extends string>(
  db: Database,
  table: 'command_figures' | 'device_figures',
  names: readonly Name[],
  { from, before }: Stretch,
  accountId: number | null,
) {
  const sums = names.map((name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`);
  const own = accountId === null ? sql`` : sql`and account_id = ${accountId}`;
  return sql<{ period: string } & Record<Name, number>>`
    select period, ${sql.join(sums)} from ${sql.table(table)}
    where period >= ${periodOf(from)} and period < ${periodOf(before)} ${own} group by period`.execute(db);
}

type PeriodRow<Name extends string> = { readonly period: string } & Readonly<Record<Name, number>>;

/** The sums of each stretch, in order; stretches begin and end at whole periods. */
function sumsOf<Name extends string>(
  names: readonly Name[],
  rows: readonly PeriodRow<Name>[],
  stretches: readonly Stretch[],
) {
  return stretches.map(({ from, before }) => {
    const own = rows.filter(({ period }) => period >= periodOf(from) && period < periodOf(before));
    const sum = (name: Name) => own.reduce((total, row) => total + row[name], 0);
    return Object.fromEntries(names.map((name) => [name, sum(name)])) as Record<Name, number>;
  });
}

const spanOf = (stretches: readonly Stretch[]): Stretch => ({
  from: stretches[0]?.from ?? '',
  before: stretches.at(-1)?.before ?? '',
});

/** Commands that were given in each stretch, everyone's or an account's, by what has become of them. */
export async function commandFigures(db: Database, accountId: number | null, stretches: readonly Stretch[]) {
  const { rows } = await periodsIn(db, 'command_figures', commandStates, spanOf(stretches), accountId);
  return sumsOf(commandStates, rows, stretches);
}

/** What happened to devices in each stretch. */
export async function deviceFigures(db: Database, stretches: readonly Stretch[]) {
  const { rows } = await periodsIn(db, 'device_figures', deviceEvents, spanOf(stretches), null);
  return sumsOf(deviceEvents, rows, stretches);
}

/** Which totals are wanted. Default: all. */
interface OfDevices {
  readonly claimStatus?: string | undefined;
  /** Parts of the app version, and of brand and model, in lower case. */
  readonly appVersion?: string | undefined;
  readonly model?: string | undefined;
}

/** Devices by enrolment and app version, in the order of the versions; none without a device. */
export async function deviceTotals(db: Database, { claimStatus, appVersion, model }: OfDevices = {}) {
  const sum = (name: string) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`;
  const wanted = [
    sql<SqlBool>`true`,
    ...(claimStatus === undefined ? [] : [sql<SqlBool>`claim_status = ${claimStatus}`]),
    ...(appVersion === undefined ? [] : [holdsPart(sql`app_version`, appVersion)]),
    ...(model === undefined ? [] : [holdsPart(brandAndModel, model)]),
  ];
  const { rows } = await sql<{
    claim_status: ClaimStatus;
    app_version: string;
    devices: number;
    locked: number;
    unlocked: number;
  }>`
    select claim_status, app_version, ${sum('devices')}, ${sum('locked')}, ${sum('unlocked')} from device_totals
    where ${sql.join(wanted, sql` and `)}
    group by claim_status, app_version having sum(devices) > 0 order by app_version`.execute(db);
  return rows;
}

type Totals = Awaited<ReturnType<typeof deviceTotals>>;

/** How many devices of these are in a state. */
export function devicesInState(totals: Totals, state: DeviceState): number {
  const isEnrolled = state !== 'RELEASED' && state !== 'DE-ENROLLED';
  const own = totals.filter(({ claim_status: claim }) => claim === (isEnrolled ? 'ENROLLED' : state));
  const of = { LOCKED: 'locked', UNLOCKED: 'unlocked' } as const;
  return own.reduce((sum, row) => {
    if (state === 'LOCKED' || state === 'UNLOCKED') return sum + row[of[state]];
    return sum + row.devices - (isEnrolled ? row.locked + row.unlocked : 0);
  }, 0);
}

const tables: readonly ShardedTable[] = [
  { table: 'command_figures', keys: ['period', 'account_id'], names: commandStates },
  { table: 'device_figures', keys: ['period'], names: deviceEvents },
  {
    table: 'device_totals',
    keys: ['claim_status', 'app_version', 'brand', 'model'],
    names: ['devices', 'locked', 'unlocked'],
  },
];

/** Puts the connections' figures together, and deletes those of periods before a time. */
export async function tidyFigures(db: Database, before: Date, closing: AbortSignal): Promise<void> {
  for (const table of ['command_figures', 'device_figures'] as const)
    await sql`delete from ${sql.table(table)} where period < ${periodOf(isoTime(before))}`.execute(db);
  if (dialectOf(db) === 'sqlite') return;
  for (const table of tables) await foldShards(db, table, closing);
}
