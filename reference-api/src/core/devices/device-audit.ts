import { sql, type Selectable } from 'kysely';
import { ALL_DEVICES, executedColumns } from '../store/commands.ts';
import type { Schema } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import type { Service } from '../calls/context.ts';
import { firstImeiOf } from './named-device.ts';
import { executedRow } from '../reports/report-parts.ts';

/** Rows per list of an audit: far more than a device gets, yet quick to answer. */
const AUDIT_ROWS = 5_000;
/** One row more than shown: are there more? */
const LIMIT = AUDIT_ROWS + 1;

async function newestOf<Name extends 'registrations' | 'releases' | 'enrolments'>(
  db: Database,
  table: Name,
  imei: string,
) {
  const { rows } = await sql<Selectable<Schema[Name]>>`
    select * from ${sql.table(table)} where imei1 = ${imei} order by id desc limit ${LIMIT}`.execute(db);
  return rows;
}

function newestCommands(db: Database, imei: string) {
  const commands = db.selectFrom('commands').select(executedColumns).where('imei', '=', imei);
  return commands.orderBy('id', 'desc').limit(LIMIT);
}

interface DeviceRows {
  readonly registration: readonly Selectable<Schema['registrations']>[];
  readonly release: readonly Selectable<Schema['releases']>[];
  readonly deenroll: readonly Selectable<Schema['enrolments']>[];
}

/** When a device came into service or left it, in order; of the same millisecond in the order in which it can be. */
function turnsOf({ registration, release, deenroll }: DeviceRows) {
  const turn = (enrolled: boolean) => (row: { readonly created_at: string }) => ({ at: row.created_at, enrolled });
  return [
    ...deenroll.filter(({ action }) => action === 'DE-ENROLLED').map(turn(false)),
    ...deenroll.filter(({ action }) => action === 'RE-REGISTERED').map(turn(true)),
    ...registration.map(turn(true)),
    ...release.map(turn(false)),
  ].toSorted((left, right) => Number(left.at > right.at) - Number(left.at < right.at));
}

/** Newest first, with those to all devices while it was enrolled. */
async function commandsOf(db: Database, imei: string, rows: DeviceRows) {
  const own = await newestCommands(db, imei).execute();
  const turns = turnsOf(rows);
  const [first] = turns;
  if (!first) return own;
  const broadcasts = await newestCommands(db, ALL_DEVICES).where('created_at', '>=', first.at).execute();
  const wasEnrolled = (at: string) => turns.findLast((turn) => turn.at <= at)?.enrolled ?? false;
  return [...own, ...broadcasts.filter(({ created_at: at }) => wasEnrolled(at))]
    .toSorted((left, right) => right.id - left.id)
    .slice(0, LIMIT);
}

function shortenedText(lengths: Readonly<Record<string, number>>): string {
  const names = Object.keys(lengths).filter((name) => (lengths[name] ?? 0) > AUDIT_ROWS);
  if (names.length === 0) return '';
  return (
    `Only the newest ${AUDIT_ROWS} ${names.join(' and ')} of this device are shown. The earlier ones are in the ` +
    'reports.'
  );
}

function identity({ imei1, imei2, brand, model, created_at }: DeviceRows['release'][number]) {
  return { imei1, imei2, brand, model, createdat: created_at };
}

/** Everything about one device (A2). A released device has no registration until it is registered again (A3). */
export const auditReportByImei: Service<'auditReportByImei'> = async ({ db }, { imei1: asked }) => {
  const imei1 = await firstImeiOf(db, asked);
  const registration = await newestOf(db, 'registrations', imei1);
  const release = await newestOf(db, 'releases', imei1);
  const deenroll = await newestOf(db, 'enrolments', imei1);
  const commands = await commandsOf(db, imei1, { registration, release, deenroll });
  const releasedAt = release[0]?.created_at ?? '';
  const command = commands[0]?.reported_as ?? '';
  return {
    status: 'success',
    message: shortenedText({
      registrations: registration.length,
      releases: release.length,
      commands: commands.length,
      'de-enrolments': deenroll.length,
    }),
    registration: registration
      .slice(0, AUDIT_ROWS)
      .filter((row) => row.created_at > releasedAt)
      .map((row) => ({ ...identity(row), command })),
    release: release.slice(0, AUDIT_ROWS).map(identity),
    commands: commands.slice(0, AUDIT_ROWS).map(executedRow),
    deenroll: deenroll.slice(0, AUDIT_ROWS).map(({ imei2, action, created_at: at, ...row }) => ({
      ...{ imei1: row.imei1, imei2, action, date: at, createdat: at },
    })),
  };
};
