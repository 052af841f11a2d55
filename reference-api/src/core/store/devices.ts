import { sql } from 'kysely';
import { givenRows, givenTexts } from './given-rows.ts';
import type { ClaimStatus, DeviceTable } from './schema.ts';
import { dialectOf, type Database } from './store.ts';

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

/**
 * Holds devices until the transaction ends, in the order of their IMEIs, so that two transactions never wait for each
 * other.
 */
async function holdDevices(db: Database, imeis: readonly string[]): Promise<ReadonlyMap<string, ClaimStatus>> {
  const rows = await db
    .selectFrom('devices')
    .select(['imei1', 'claim_status'])
    .where('imei1', 'in', givenTexts(db, imeis))
    .orderBy('imei1')
    .$if(dialectOf(db) === 'postgres', (query) => query.forUpdate())
    .execute();
  return new Map(rows.map((row) => [row.imei1, row.claim_status]));
}

/** Notes a command on those of the devices that are enrolled; says how each stands. Unknown IMEIs are left out. */
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

/**
 * Those of the IMEIs that something is to be said of: unknown ones, whose status is null, devices that take no command,
 * and those whose last command is the one that is given or came since.
 */
export async function devicesToMention(db: Database, imeis: readonly string[], reportedAs: string, since: string) {
  const { rows } = await sql<{
    imei: string;
    claim_status: ClaimStatus | null;
    last_command: string | null;
    last_command_at: string | null;
  }>`
    select value ->> 0 as imei, claim_status, last_command, last_command_at
    from ${givenRows(
      db,
      imeis.map((imei) => [imei]),
    )} left join devices on imei1 = value ->> 0
    where imei1 is null or claim_status <> 'ENROLLED' or last_command = ${reportedAs} or last_command_at >= ${since}
    order by position`.execute(db);
  return rows;
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

/** How many devices were registered, registered anew, and enrolled already, which changes nothing. */
export type RegisteredCounts = Readonly<Record<'registered' | 're-registered' | 'unchanged', number>>;

/**
 * Registers devices, and known ones anew; of one that is given twice the first counts. They are held in the order in
 * which chunks of batches hold them, so that neither waits for the other.
 */
export async function registerDevices(
  db: Database,
  devices: readonly ImportedDevice[],
  at: string,
): Promise<RegisteredCounts> {
  const given = new Map(devices.toReversed().map((device) => [device.imei1, device]));
  const statuses = await holdDevices(db, [...given.keys()]);
  const changed = [...given.values()]
    .filter(({ imei1 }) => statuses.get(imei1) !== 'ENROLLED')
    .toSorted((left, right) => left.imei1.localeCompare(right.imei1));
  const again = changed.filter(({ imei1 }) => statuses.has(imei1));
  if (changed.length > 0) await insertRegistered(db, changed, at);
  if (again.length > 0)
    await db
      .insertInto('enrolments')
      .values(again.map(({ imei1, imei2 }) => ({ imei1, imei2, action: 'RE-REGISTERED' as const, created_at: at })))
      .execute();
  return {
    registered: changed.length - again.length,
    're-registered': again.length,
    unchanged: devices.length - changed.length,
  };
}

async function insertRegistered(db: Database, devices: readonly ImportedDevice[], at: string): Promise<void> {
  const state = { claim_status: 'ENROLLED' as const, registration_status: 'REGISTERED', updated_at: at };
  await db
    .insertInto('devices')
    .values(devices.map((device) => ({ ...device, ...state, last_command: '', last_command_at: null, created_at: at })))
    .onConflict((conflict) =>
      conflict.column('imei1').doUpdateSet(({ ref }) => ({
        ...state,
        imei2: ref('excluded.imei2'),
        brand: ref('excluded.brand'),
        model: ref('excluded.model'),
        app_version: ref('excluded.app_version'),
        app_type: ref('excluded.app_type'),
      })),
    )
    .execute();
  const common = { matched: 'YES', registration_status: 'REGISTERED', created_at: at } as const;
  await db
    .insertInto('registrations')
    .values(devices.map(({ imei1, imei2, brand, model }) => ({ imei1, imei2, brand, model, ...common })))
    .execute();
}
