import { dayRange, serverTimeZone, todayIn } from '../time/time-zone.ts';
import { lastBroadcast } from '../store/commands.ts';
import { devicesWith, lastCommandOf, stateOfDevice } from '../store/devices.ts';
import { deviceFigures, deviceTotals, devicesInState } from '../store/figures.ts';
import type { ClaimStatus } from '../store/schema.ts';
import type { Database } from '../store/store.ts';
import type { Service } from '../calls/context.ts';

/** In the order of the versions (L6). */
export async function devicesPerVersion(db: Database, status: ClaimStatus) {
  const totals = (await deviceTotals(db)).filter(({ claim_status }) => claim_status === status);
  return totals.map(({ app_version: appversion, devices }) => ({ appversion, devices }));
}

/** The devices of an enrolment. */
export async function countOf(db: Database, status: ClaimStatus): Promise<number> {
  return (await devicesPerVersion(db, status)).reduce((sum, { devices }) => sum + devices, 0);
}

/** The dashboard's figures (H1); today is a day of the server's zone. */
export const homeData: Service<'homeData'> = async ({ db, platform }) => {
  const zone = serverTimeZone();
  const today = todayIn(platform.clock.now(), zone);
  const totals = await deviceTotals(db);
  const [ofToday] = await deviceFigures(db, [dayRange(today, today, zone)]);
  const inService = totals.filter(({ claim_status }) => claim_status !== 'RELEASED');
  return {
    status: 'success',
    message: '',
    total_device: inService.reduce((sum, { devices }) => sum + devices, 0),
    device_today: ofToday?.registered ?? 0,
    deenroll: devicesInState(totals, 'DE-ENROLLED'),
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
