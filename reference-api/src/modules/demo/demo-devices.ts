import type { Insertable } from 'kysely';
import { DAY, HOUR, isoAfter, MINUTE } from '../../core/time/clock.ts';
import type {
  ClaimStatus,
  DeviceTable,
  EnrolmentTable,
  RegistrationTable,
  ReleaseTable,
} from '../../core/store/schema.ts';
import { DEMO_DEVICES, demoImei, demoSecondImei } from './demo-imei.ts';

/** The first devices are all matched and long enrolled, so that samples, trials and the history work with them. */
const PLAIN_DEVICES = 100;

const models = [
  ['Samsung', 'Galaxy A15'],
  ['Samsung', 'Galaxy M34'],
  ['Xiaomi', 'Redmi 13C'],
  ['Vivo', 'Y28'],
  ['Oppo', 'A59'],
  ['Realme', 'C67'],
  ['Motorola', 'G54'],
] as const;
const appVersions = ['4.2.0', '4.2.0', '4.2.0', '4.1.3', '4.1.3', '4.0.7', '3.9.1'];

export interface DemoDevices {
  readonly devices: Insertable<DeviceTable>[];
  readonly registrations: Insertable<RegistrationTable>[];
  readonly enrolments: Insertable<EnrolmentTable>[];
  readonly releases: Insertable<ReleaseTable>[];
}

function claimStatus(index: number): ClaimStatus {
  if (index < PLAIN_DEVICES) return 'ENROLLED';
  if (index % 29 === 7) return 'DE-ENROLLED';
  return index % 53 === 11 ? 'RELEASED' : 'ENROLLED';
}

/** Most devices were registered 61 to 400 days ago, some in the last weeks, a few in the last minutes. */
function registeredAt(index: number, now: Date): string {
  const recent = index >= PLAIN_DEVICES && claimStatus(index) === 'ENROLLED';
  if (recent && index % 250 === 33) return isoAfter(now, -((index % 20) + 1) * MINUTE);
  if (recent && index % 8 === 2) return isoAfter(now, -(1 + (index % 45)) * DAY - ((index * 31) % 600) * MINUTE);
  return isoAfter(now, -(61 + ((index * 7919) % 340)) * DAY - ((index * 104_729) % 1440) * MINUTE);
}

/** Makes the demo devices with the registrations, de-enrolments, re-registrations and releases of the last 60 days. */
export function demoDevices(now: Date): DemoDevices {
  const made: DemoDevices = { devices: [], registrations: [], enrolments: [], releases: [] };
  for (let index = 0; index < DEMO_DEVICES; index += 1) {
    const [brand, model] = models[index % models.length] ?? models[0];
    const identity = { imei1: demoImei(index), imei2: demoSecondImei(index) };
    const status = claimStatus(index);
    const created = registeredAt(index, now);
    const changed = isoAfter(now, -(1 + (index % 59)) * DAY);
    const matched = index >= PLAIN_DEVICES && index % 17 === 3 ? 'NO' : 'YES';
    const register = (created_at: string) =>
      made.registrations.push({ ...identity, brand, model, matched, registration_status: 'REGISTERED', created_at });
    made.devices.push({
      ...{ ...identity, brand, model, claim_status: status, created_at: created, updated_at: created },
      registration_status: status === 'ENROLLED' ? 'REGISTERED' : 'NOT REGISTERED',
      app_version: appVersions[index % appVersions.length] ?? '',
      app_type: index % 3 === 0 ? 'Device Owner' : 'Standard',
      last_command: '',
      last_command_at: null,
    });
    register(created);
    const comesBack = status === 'ENROLLED' && index % 97 === 5 && created < isoAfter(now, -60 * DAY);
    if (status === 'RELEASED') made.releases.push({ ...identity, brand, model, created_at: changed });
    if (status === 'DE-ENROLLED' || comesBack)
      made.enrolments.push({ ...identity, action: 'DE-ENROLLED', created_at: changed });
    if (comesBack) {
      const again = isoAfter(new Date(changed), 2 * HOUR);
      made.enrolments.push({ ...identity, action: 'RE-REGISTERED', created_at: again });
      register(again);
    }
  }
  return made;
}
