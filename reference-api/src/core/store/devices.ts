import { sql, type SqlBool } from 'kysely';
import type { lastBroadcast } from './commands.ts';
import { givenTexts } from './given-rows.ts';
import type { ClaimStatus } from './schema.ts';
import type { Database } from './store.ts';

/** False if no enrolled device has the IMEI. */
export async function noteCommand(db: Database, imei: string, reportedAs: string, at: string): Promise<boolean> {
  const row = await db
    .updateTable('devices')
    .set({ last_command: reportedAs, last_command_at: at, updated_at: at })
    .where('imei1', '=', imei)
    .where('claim_status', '=', 'ENROLLED')
    .returning('imei1')
    .executeTakeFirst();
  return row !== undefined;
}

export async function claimStatusOf(db: Database, imei: string): Promise<ClaimStatus | undefined> {
  const row = await db.selectFrom('devices').select('claim_status').where('imei1', '=', imei).executeTakeFirst();
  return row?.claim_status;
}

/** Until the transaction ends, in the order of their IMEIs: two transactions never deadlock. */
export async function holdDevices(db: Database, imeis: readonly string[]): Promise<ReadonlyMap<string, ClaimStatus>> {
  const rows = await db
    .selectFrom('devices')
    .select(['imei1', 'claim_status'])
    .where('imei1', 'in', givenTexts(db, imeis))
    .orderBy('imei1')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.imei1, row.claim_status]));
}

/** Returns the status of each, without unknown IMEIs. */
export async function noteCommands(
  db: Database,
  imeis: readonly string[],
  reportedAs: string,
  at: string,
): Promise<ReadonlyMap<string, ClaimStatus>> {
  const [first = '', ...more] = imeis;
  if (more.length === 0) {
    const status = (await noteCommand(db, first, reportedAs, at)) ? 'ENROLLED' : await claimStatusOf(db, first);
    return new Map(status === undefined ? [] : [[first, status]]);
  }
  const statuses = await holdDevices(db, imeis);
  const enrolled = imeis.filter((imei) => statuses.get(imei) === 'ENROLLED');
  await db
    .updateTable('devices')
    .set({ last_command: reportedAs, last_command_at: at, updated_at: at })
    .where('imei1', 'in', givenTexts(db, enrolled))
    .execute();
  return statuses;
}

/** The last command of a device: its own, or a later one to ALL since it was last registered (L3). */
export function lastCommandOf(broadcast: Awaited<ReturnType<typeof lastBroadcast>>) {
  const [own, ownAt] = [sql<string>`last_command`, sql<string | null>`last_command_at`];
  if (!broadcast) return { command: own, command_at: ownAt };
  const { reported_as: command, created_at: at } = broadcast;
  const isLater = sql<SqlBool>`claim_status = 'ENROLLED' and coalesce(last_command_at, created_at) < ${at}
    and (select max(registrations.created_at) from registrations where registrations.imei1 = devices.imei1) <= ${at}`;
  return {
    command: sql<string>`case when ${isLater} then ${command} else ${own} end`,
    command_at: sql<string | null>`case when ${isLater} then ${at} else ${ownAt} end`,
  };
}

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

/** Also writes a record; false if no enrolled device has the IMEI. */
export async function deEnrolDevice(db: Database, imei: string, reportedAs: string, at: string): Promise<boolean> {
  const row = await db
    .updateTable('devices')
    .set({
      claim_status: 'DE-ENROLLED',
      registration_status: 'NOT REGISTERED',
      last_command: reportedAs,
      last_command_at: at,
      updated_at: at,
    })
    .where('imei1', '=', imei)
    .where('claim_status', '=', 'ENROLLED')
    .returning(['imei1', 'imei2'])
    .executeTakeFirst();
  if (!row) return false;
  await db
    .insertInto('enrolments')
    .values({ imei1: row.imei1, imei2: row.imei2, action: 'DE-ENROLLED', created_at: at })
    .execute();
  return true;
}

/** The holder has paid the device off. Writes a record; a device released before stays as it is. */
export async function releaseDevice(db: Database, imei: string, at: string): Promise<void> {
  const row = await db
    .updateTable('devices')
    .set({ claim_status: 'RELEASED', registration_status: 'NOT REGISTERED', updated_at: at })
    .where('imei1', '=', imei)
    .where('claim_status', '<>', 'RELEASED')
    .returning(['imei1', 'imei2', 'brand', 'model'])
    .executeTakeFirst();
  if (row)
    await db
      .insertInto('releases')
      .values({ ...row, created_at: at })
      .execute();
}
