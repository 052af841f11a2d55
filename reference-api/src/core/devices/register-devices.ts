import { holdNamed } from '../store/devices.ts';
import type { Schema } from '../store/schema.ts';
import type { Database } from '../store/store.ts';

/** Of a file of devices. */
export const deviceColumns = ['imei1', 'imei2', 'brand', 'model', 'app_version', 'app_type'] as const;

export type ImportedDevice = Pick<Schema['devices'], (typeof deviceColumns)[number]>;

/** A device to be imported, or why a line is refused. */
export type GivenDevice = ImportedDevice | string;

/** If one is given twice, the first counts. Locks devices in the order of batches' chunks: they cannot deadlock. */
export async function registerDevices(db: Database, devices: readonly ImportedDevice[], at: string) {
  const given = new Map(devices.toReversed().map((device) => [device.imei1, device]));
  const named = await holdNamed(db, [...given.keys()]);
  const statuses = new Map(
    [...named.values()].flat().map(({ imei1, claim_status: status }): [string, string] => [imei1, status]),
  );
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
        ...Object.fromEntries(deviceColumns.slice(1).map((column) => [column, ref(`excluded.${column}`)])),
      })),
    )
    .execute();
  const common = { matched: 'YES', registration_status: 'REGISTERED', created_at: at } as const;
  await db
    .insertInto('registrations')
    .values(devices.map(({ imei1, imei2, brand, model }) => ({ imei1, imei2, brand, model, ...common })))
    .execute();
}
