import { holdDevices } from '../../core/store/devices.ts';
import type { DeviceTable } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

export type ImportedDevice = Pick<DeviceTable, 'imei1' | 'imei2' | 'brand' | 'model' | 'app_version' | 'app_type'>;

/** How many devices were registered, registered again, and left unchanged: enrolled already, or given twice. */
export type RegisteredCounts = Readonly<Record<'registered' | 'reRegistered' | 'unchanged', number>>;

/**
 * Registers new devices, and known ones again; if one is given twice, the first counts. Locks devices in the same order
 * as chunks of batches, so that they cannot deadlock.
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
    reRegistered: again.length,
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
