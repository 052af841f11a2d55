import { setImmediate } from 'node:timers/promises';
import { dayRange, serverTimeZone, todayIn } from '../time/time-zone.ts';
import { countRows } from '../store/count-rows.ts';
import { lastBroadcast } from '../store/commands.ts';
import { devicesWith, lastCommandOf, stateOfDevice } from '../store/devices.ts';
import type { ClaimStatus } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import type { Service } from '../calls/context.ts';

/** Devices counted at once; others are served in between. */
const COUNTED = 50_000;

/** Those after an IMEI, by an index that ends with it. */
async function countDevices(db: Database, status: ClaimStatus, version: string, after = ''): Promise<number> {
  const piece = db
    .selectFrom('devices')
    .select('imei1')
    .where('claim_status', '=', status)
    .where('app_version', '=', version)
    .where('imei1', '>', after)
    .orderBy('imei1')
    .limit(COUNTED);
  const { count, last } = await db
    .selectFrom(piece.as('piece'))
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('imei1').as('last')])
    .executeTakeFirstOrThrow();
  await setImmediate();
  return count < COUNTED ? count : count + (await countDevices(db, status, version, last));
}

async function nextVersion(db: Database, status: ClaimStatus, after: string | undefined): Promise<string | undefined> {
  const row = await db
    .selectFrom('devices')
    .select('app_version')
    .where('claim_status', '=', status)
    .$if(after !== undefined, (query) => query.where('app_version', '>', after ?? ''))
    .orderBy('app_version')
    .limit(1)
    .executeTakeFirst();
  return row?.app_version;
}

/** In the order of the versions (L6). */
export async function devicesPerVersion(db: Database, status: ClaimStatus) {
  const found: { appversion: string; devices: number }[] = [];
  let version = await nextVersion(db, status, undefined);
  while (version !== undefined) {
    found.push({ appversion: version, devices: await countDevices(db, status, version) });
    version = await nextVersion(db, status, version);
  }
  return found;
}

/** The devices of an enrolment. */
export async function countOf(db: Database, status: ClaimStatus): Promise<number> {
  return (await devicesPerVersion(db, status)).reduce((sum, { devices }) => sum + devices, 0);
}

/** The dashboard's figures (H1); today is a day of the server's zone. */
export const homeData: Service<'homeData'> = async ({ db, platform }) => {
  const zone = serverTimeZone();
  const today = todayIn(platform.clock.now(), zone);
  const { from } = dayRange(today, today, zone);
  const deEnrolled = await countOf(db, 'DE-ENROLLED');
  return {
    status: 'success',
    message: '',
    total_device: deEnrolled + (await countOf(db, 'ENROLLED')),
    device_today: await countRows(db.selectFrom('registrations').where('created_at', '>=', from)),
    deenroll: deEnrolled,
  };
};

/** First or second IMEI (L1, L3, L5). */
export const deviceDetails: Service<'deviceDetails'> = async ({ db }, { imei }) => {
  const { command } = lastCommandOf(await lastBroadcast(db));
  const devices = await devicesWith(db, [imei]).selectAll().select(command.as('command')).execute();
  const items = devices.map((device) => ({
    imei1: device.imei1,
    imei2: device.imei2,
    claimstatus: device.claim_status,
    registrationstatus: device.registration_status,
    appversion: device.app_version,
    apptype: device.app_type,
    createdat: device.created_at,
    command: device.command,
    state: stateOfDevice(device),
  }));
  return { status: 'success', message: items.length > 0 ? '' : `No device with IMEI ${imei} is registered.`, items };
};

/** Enrolled devices per app version (L6). */
export const getAppVersionDevices: Service<'getAppVersionDevices'> = async ({ db }) => {
  return { status: 'success', message: '', items: await devicesPerVersion(db, 'ENROLLED') };
};
