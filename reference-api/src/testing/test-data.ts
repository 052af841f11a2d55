import { hash } from '@node-rs/argon2';
import type { Role } from '@device-console/shared-lib/contract';
import { numberedImei } from '../core/devices/numbered-imei.ts';
import { permitOnly } from '../core/store/permissions.ts';
import { insertAccount } from '../core/store/accounts.ts';
import { releaseDevice } from '../core/store/devices.ts';
import { registerDevices } from '../core/devices/register-devices.ts';
import { inTransaction, type Store } from '../core/store/store.ts';
import { HOUR, isoAfter } from '../core/time/clock.ts';
import { TestClock } from './test-clock.ts';
import type { Passwords } from '../core/security/passwords.ts';

export const PASSWORD = 'Correct-horse-9';

/** The accounts of every test: one of each role, a user with some permissions, and one with none. */
export const people = {
  superadmin: { email: 'superadmin@example.com', phone: '9000000001', role: 'SUPERADMIN', permissions: [] },
  admin: { email: 'admin@example.com', phone: '9000000002', role: 'ADMIN', permissions: [] },
  operator: {
    email: 'operator@example.com',
    phone: '9000000003',
    role: 'USER',
    permissions: ['Lock Device', 'Device Details', 'Reports', 'Enable Notification'],
  },
  viewer: { email: 'viewer@example.com', phone: '9000000004', role: 'USER', permissions: [] },
} as const satisfies Record<string, { email: string; phone: string; role: Role; permissions: readonly string[] }>;

export type PersonName = keyof typeof people;

const testImei = (number: number): string => numberedImei('35693803', number);
/** The other IMEI of {@link testImei}. */
export const testSecondImei = (number: number): string => numberedImei('35693804', number);

/** Enrolled devices, in order; {@link RELEASED} and {@link DE_ENROLLED} are no longer. */
export const ENROLLED = Array.from({ length: 8 }, (_, index) => testImei(index));
export const RELEASED = testImei(8);
export const DE_ENROLLED = testImei(9);
/** Valid, but no device has it. */
export const UNKNOWN = testImei(4000);

/** Returns when the accounts and devices of the tests were made. */
export const seededAt = (): string => isoAfter(new TestClock().now(), -48 * HOUR);

let knownHash: Promise<string> | undefined;

/** Puts the accounts and devices of the tests into an empty database; devices were registered at `at`. */
export async function seedTestData(store: Store, at: string): Promise<void> {
  knownHash ??= hash(PASSWORD);
  const passwordHash = await knownHash;
  await inTransaction(store.db, async (tx) => {
    for (const { permissions, ...person } of Object.values(people)) {
      const id = await insertAccount(tx, { ...person, password_hash: passwordHash, created_at: at });
      await permitOnly(tx, id ?? 0, permissions);
    }
    const devices = Array.from({ length: 10 }, (_, index) => ({
      imei1: testImei(index),
      imei2: testSecondImei(index),
      brand: 'Samsung',
      model: 'Galaxy A15',
      app_version: index < 5 ? '4.2.0' : '4.1.3',
      app_type: 'Standard',
    }));
    await registerDevices(tx, devices, at);
    await releaseDevice(tx, RELEASED, at);
    await tx.updateTable('devices').set({ claim_status: 'DE-ENROLLED' }).where('imei1', '=', DE_ENROLLED).execute();
  });
}

/** Hashes nothing: the stored text contains the password, and the common password opens every seeded account. */
export const plainPasswords: Passwords = {
  hash: (password) => Promise.resolve(`kept ${password}`),
  verify(hash = '', password) {
    const isSeeded = hash.startsWith('$') && password === PASSWORD;
    return Promise.resolve(isSeeded || hash === `kept ${password}`);
  },
};
