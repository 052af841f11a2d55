import { dayRange, serverTimeZone, todayIn } from '../time/time-zone.ts';
import { lastRegistration } from '../store/device-audit.ts';
import { deviceFigures, devicesPerVersion } from '../store/device-figures.ts';
import { findDevices } from '../store/devices.ts';
import { lastBroadcast } from '../store/commands.ts';
import type { Database } from '../store/store.ts';
import type { Service } from '../calls/context.ts';

/** The dashboard's figures (H1); today is a day of the server's zone. */
export const homeData: Service<'homeData'> = async ({ db, platform }) => {
  const zone = serverTimeZone();
  const today = todayIn(platform.clock.now(), zone);
  const figures = await deviceFigures(db, dayRange(today, today, zone).from);
  return {
    status: 'success',
    message: '',
    total_device: figures.inService,
    device_today: figures.registeredToday,
    deenroll: figures.deEnrolled,
  };
};

type Device = Awaited<ReturnType<typeof findDevices>>[number];

/** Gives its own, or a later one to ALL since the device was last registered. */
async function lastCommandOf(
  db: Database,
  device: Device,
  broadcast: Awaited<ReturnType<typeof lastBroadcast>>,
): Promise<string> {
  const since = device.last_command_at ?? device.created_at;
  if (!broadcast || device.claim_status !== 'ENROLLED' || broadcast.created_at <= since) return device.last_command;
  const registeredAt = await lastRegistration(db, device.imei1);
  return registeredAt === undefined || registeredAt > broadcast.created_at
    ? device.last_command
    : broadcast.reported_as;
}

/** First or second IMEI (L1, L3, L5). */
export const deviceDetails: Service<'deviceDetails'> = async ({ db }, { imei }) => {
  const devices = await findDevices(db, imei);
  const broadcast = devices.length > 0 ? await lastBroadcast(db) : undefined;
  const items = await Promise.all(
    devices.map(async (device) => ({
      imei1: device.imei1,
      imei2: device.imei2,
      claimstatus: device.claim_status,
      registrationstatus: device.registration_status,
      appversion: device.app_version,
      apptype: device.app_type,
      createdat: device.created_at,
      command: await lastCommandOf(db, device, broadcast),
    })),
  );
  return { status: 'success', message: items.length > 0 ? '' : `No device with IMEI ${imei} is registered.`, items };
};

/** Enrolled devices per app version (L6). */
export const getAppVersionDevices: Service<'getAppVersionDevices'> = async ({ db }) => {
  return { status: 'success', message: '', items: await devicesPerVersion(db, 'ENROLLED') };
};
