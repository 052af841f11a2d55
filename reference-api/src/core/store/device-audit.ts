import { sql, type Selectable } from 'kysely';
import { ALL_DEVICES, executedColumns } from './commands.ts';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

/** A device came into service or left it. */
interface Turn {
  readonly at: string;
  readonly enrolled: boolean;
  /** Order of turns of the same millisecond: de-enrolled, registered again, released. */
  readonly rank: number;
}

function turnsOf(
  registration: readonly { created_at: string }[],
  release: readonly { created_at: string }[],
  enrolments: readonly { created_at: string; action: string }[],
): readonly Turn[] {
  return [
    ...enrolments.map(({ created_at: at, action }) =>
      action === 'DE-ENROLLED' ? { at, enrolled: false, rank: 0 } : { at, enrolled: true, rank: 1 },
    ),
    ...registration.map(({ created_at: at }) => ({ at, enrolled: true, rank: 1 })),
    ...release.map(({ created_at: at }) => ({ at, enrolled: false, rank: 2 })),
  ].toSorted((left, right) => (left.at === right.at ? left.rank - right.rank : left.at < right.at ? -1 : 1));
}

function wasEnrolled(turns: readonly Turn[], at: string): boolean {
  return turns.findLast((turn) => turn.at <= at)?.enrolled ?? false;
}

/** Newest first. */
function broadcastsSince(db: Database, at: string, limit: number) {
  return db
    .selectFrom('commands')
    .select(executedColumns)
    .where('imei', '=', ALL_DEVICES)
    .where('created_at', '>=', at)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

async function newestOf<Name extends 'registrations' | 'releases' | 'enrolments'>(
  db: Database,
  table: Name,
  imei: string,
  limit: number,
) {
  const { rows } = await sql<Selectable<Schema[Name]>>`
    select * from ${sql.table(table)} where imei1 = ${imei} order by id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Everything about one device by its first IMEI, newest first (A2), each list up to `limit`. Includes commands to all
 * devices while it was enrolled.
 */
export async function auditOfDevice(db: Database, imei: string, limit: number) {
  const registration = await newestOf(db, 'registrations', imei, limit);
  const release = await newestOf(db, 'releases', imei, limit);
  const deenroll = await newestOf(db, 'enrolments', imei, limit);
  const own = await db
    .selectFrom('commands')
    .select(executedColumns)
    .where('imei', '=', imei)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const turns = turnsOf(registration, release, deenroll);
  const [first] = turns;
  const broadcasts = first ? await broadcastsSince(db, first.at, limit) : [];
  const commands = [...own, ...broadcasts.filter(({ created_at }) => wasEnrolled(turns, created_at))]
    .toSorted((left, right) => right.id - left.id)
    .slice(0, limit);
  return { registration, release, deenroll, commands };
}

/** Undefined if the device was never registered. */
export async function lastRegistration(db: Database, imei: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('registrations')
    .select('created_at')
    .where('imei1', '=', imei)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
