import type { ClaimStatus, DeviceTable } from './schema.ts';
import type { Database } from './store.ts';

/** Notes a command on an enrolled device; false when there is no enrolled device of that IMEI. */
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

/** The devices that have the IMEI as their first or second. */
export function findDevices(db: Database, imei: string) {
  return db
    .selectFrom('devices')
    .selectAll()
    .where((where) => where.or([where('imei1', '=', imei), where('imei2', '=', imei)]))
    .orderBy('imei1')
    .execute();
}

/** De-enrols an enrolled device and writes its de-enrolment; false when there is no enrolled device of that IMEI. */
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

/** Releases a device that its holder has paid off, and writes the release; a device released before stays as it is. */
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

export type ImportedDevice = Pick<DeviceTable, 'imei1' | 'imei2' | 'brand' | 'model' | 'app_version' | 'app_type'>;

/** Registers a device, or registers a known one anew; says which, or that nothing changed because it is enrolled. */
export async function registerDevice(
  db: Database,
  device: ImportedDevice,
  at: string,
): Promise<'registered' | 're-registered' | 'unchanged'> {
  const before = await claimStatusOf(db, device.imei1);
  if (before === 'ENROLLED') return 'unchanged';
  const state = { ...device, claim_status: 'ENROLLED' as const, registration_status: 'REGISTERED', updated_at: at };
  await db
    .insertInto('devices')
    .values({ ...state, last_command: '', last_command_at: null, created_at: at })
    .onConflict((conflict) => conflict.column('imei1').doUpdateSet(state))
    .execute();
  const { imei1, imei2, brand, model } = device;
  await db
    .insertInto('registrations')
    .values({ imei1, imei2, brand, model, matched: 'YES', registration_status: 'REGISTERED', created_at: at })
    .execute();
  if (before === undefined) return 'registered';
  await db.insertInto('enrolments').values({ imei1, imei2, action: 'RE-REGISTERED', created_at: at }).execute();
  return 're-registered';
}
