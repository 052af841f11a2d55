import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { DeviceState } from '@device-console/shared-lib/contract';
import type { lastBroadcast } from './commands.ts';
import { dialectOf } from './dialect.ts';
import { givenTexts } from './given-rows.ts';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

export type NamedDevice = Pick<Selectable<Schema['devices']>, 'imei1' | 'imei2' | 'claim_status'>;

export type NamedDevices = ReturnType<typeof byImei<NamedDevice>>;

/** Devices with one of these IMEIs, first or second, in the order of their first: all that resolves an IMEI (L1). */
export function devicesWith(db: Database, imeis: readonly string[]) {
  const given = givenTexts(db, imeis);
  // Most devices of a fleet may have no second IMEI: without that condition PostgreSQL expects all of them.
  const firsts = sql`select imei1 from devices where imei1 in ${given}
    union select imei1 from devices where imei2 <> '' and imei2 in ${given}`;
  // As an array, of which PostgreSQL expects a few: of a list it expects so many that it reads a small fleet whole.
  const isOne =
    dialectOf(db) === 'sqlite' ? sql<SqlBool>`imei1 in (${firsts})` : sql<SqlBool>`imei1 = any(array(${firsts}))`;
  return db.selectFrom('devices').where(isOne).orderBy('imei1');
}

const named = ['imei1', 'imei2', 'claim_status'] as const;

/** Devices by each of their IMEIs; several may claim the same one. */
export function byImei<Device extends { readonly imei1: string; readonly imei2: string }>(
  devices: readonly Device[],
): ReadonlyMap<string, readonly Device[]> {
  const found = new Map<string, Device[]>();
  for (const device of devices)
    for (const imei of new Set([device.imei1, device.imei2])) {
      const others = found.get(imei);
      if (others) others.push(device);
      else found.set(imei, [device]);
    }
  found.delete('');
  return found;
}

export async function findNamed(db: Database, imeis: readonly string[]): Promise<NamedDevices> {
  return byImei(await devicesWith(db, imeis).select(named).execute());
}

/** Until the transaction ends, in the order of their first IMEIs: two transactions never deadlock. */
export async function holdNamed(db: Database, imeis: readonly string[]): Promise<NamedDevices> {
  return byImei(await devicesWith(db, imeis).select(named).forUpdate().execute());
}

/** What a device is now, and the condition that selects such devices by an index: the only place that says it. */
export const stateOfDevice = ({
  claim_status: claim,
  lock_state: lock,
}: Pick<Selectable<Schema['devices']>, 'claim_status' | 'lock_state'>): DeviceState =>
  claim === 'ENROLLED' ? lock || 'NO LOCK' : claim;

export const inState = (state: DeviceState): RawBuilder<SqlBool> =>
  state === 'RELEASED' || state === 'DE-ENROLLED'
    ? sql`claim_status = ${state} and lock_state = ''`
    : sql`claim_status = 'ENROLLED' and lock_state = ${state === 'NO LOCK' ? '' : state}`;

/** As it is searched. */
export const brandAndModel = sql`brand || ' ' || model`;

/** By their first IMEI. */
export async function noteCommands(
  db: Database,
  firstImeis: readonly string[],
  reportedAs: string,
  at: string,
): Promise<void> {
  if (firstImeis.length === 0) return;
  await db
    .updateTable('devices')
    .set({ last_command: reportedAs, last_command_at: at, updated_at: at })
    .where('imei1', 'in', givenTexts(db, firstImeis))
    .execute();
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

/** Of an enrolled device, by its first IMEI; also writes a record. */
export async function deEnrolDevice(db: Database, imei: string, reportedAs: string, at: string): Promise<void> {
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
  if (!row) return;
  await db
    .insertInto('enrolments')
    .values({ imei1: row.imei1, imei2: row.imei2, action: 'DE-ENROLLED', created_at: at })
    .execute();
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
