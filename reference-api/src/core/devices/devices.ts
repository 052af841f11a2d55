import { dayRange, serverTimeZone, todayIn } from '../time/time-zone.ts';
import { auditOfDevice, lastRegistration } from '../store/device-audit.ts';
import { deviceFigures, devicesPerVersion } from '../store/device-figures.ts';
import { findDevices } from '../store/devices.ts';
import { lastBroadcast } from '../store/commands.ts';
import type { Database } from '../store/store.ts';
import type { Service } from '../calls/context.ts';
import { executedRow } from '../reports/report-parts.ts';

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

/** Rows per list of an audit: far more than a device gets, yet quick to answer. */
const AUDIT_ROWS = 5_000;

const lists = [
  ['registration', 'registrations'],
  ['release', 'releases'],
  ['commands', 'commands'],
  ['deenroll', 'de-enrolments'],
] as const;

type Audit = Awaited<ReturnType<typeof auditOfDevice>>;

/** Names the lists with more rows than shown; '' if none. */
function shortenedText(audit: Audit): string {
  const names = lists.filter(([list]) => audit[list].length > AUDIT_ROWS).map(([, name]) => name);
  if (names.length === 0) return '';
  return (
    `Only the newest ${AUDIT_ROWS} ${names.join(' and ')} of this device are shown. The earlier ones are in the ` +
    'reports.'
  );
}

function identity({ imei1, imei2, brand, model, created_at }: Audit['release'][number]) {
  return { imei1, imei2, brand, model, createdat: created_at };
}

/** Everything about one device (A2). A released device has no registration until it is registered again (A3). */
export const auditReportByImei: Service<'auditReportByImei'> = async ({ db }, { imei1 }) => {
  // One row more than shown: are there more?
  const audit = await auditOfDevice(db, imei1, AUDIT_ROWS + 1);
  const releasedAt = audit.release[0]?.created_at ?? '';
  const command = audit.commands[0]?.reported_as ?? '';
  return {
    status: 'success',
    message: shortenedText(audit),
    registration: audit.registration
      .slice(0, AUDIT_ROWS)
      .filter((row) => row.created_at > releasedAt)
      .map((row) => ({ ...identity(row), command })),
    release: audit.release.slice(0, AUDIT_ROWS).map(identity),
    commands: audit.commands.slice(0, AUDIT_ROWS).map(executedRow),
    deenroll: audit.deenroll.slice(0, AUDIT_ROWS).map((row) => ({
      imei1: row.imei1,
      imei2: row.imei2,
      action: row.action,
      date: row.created_at,
      createdat: row.created_at,
    })),
  };
};
