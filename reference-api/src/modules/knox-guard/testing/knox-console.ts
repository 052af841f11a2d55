import type { AppOptions } from '../../../app/app.ts';
import { registerDevices } from '../../../core/devices/register-devices.ts';
import { numberedImei } from '../../../core/devices/numbered-imei.ts';
import { inTransaction, type StoreLocation } from '../../../core/store/store.ts';
import { readKnoxCredentials } from '../credentials.ts';
import { createKnoxGuardGateway } from '../knox-guard-gateway.ts';
import { seededAt, ENROLLED } from '../../../testing/test-data.ts';
import { startTestApi } from '../../../testing/test-api.ts';
import { TestClock } from '../../../testing/test-clock.ts';
import { newFolder } from '../../../testing/test-run.ts';
import { startKnoxStandIn } from '../../../testing/knox-guard/knox-stand-in.ts';

const KNOX_CONTACT = '+91 90000 00001';

/** Devices beside those of all tests. */
export const knoxImeis = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => numberedImei('35693805', index));

/**
 * Starts the API with Knox Guard's stand-in behind it, which has the devices of the tests and `more` others. Their
 * clocks are one.
 */
export async function startKnoxConsole(location?: StoreLocation, more = 0, options: Partial<AppOptions> = {}) {
  const clock = new TestClock();
  const knox = await startKnoxStandIn({ clock });
  const credentials = readKnoxCredentials(await knox.writeCredentials(newFolder()));
  const settings = { url: knox.url, credentials, contact: KNOX_CONTACT, lockMessage: 'Please pay.' };
  const gateway = createKnoxGuardGateway(settings, clock);
  const api = await startTestApi(location, { gateway, clock, sessionHours: 720, ...options });
  const imeis = knoxImeis(more);
  const device = { imei2: '', brand: 'Samsung', model: 'SM-A055F', app_version: '', app_type: '' };
  if (more > 0)
    await inTransaction(api.store.db, (tx) =>
      registerDevices(
        tx,
        imeis.map((imei1) => ({ imei1, ...device })),
        seededAt(),
      ),
    );
  knox.add([...ENROLLED, ...imeis]);
  return {
    api,
    knox,
    clock,
    imeis,
    gateway,
    admin: await api.as('admin'),
    superadmin: await api.as('superadmin'),
    async close() {
      await api.close();
      await knox.close();
    },
  };
}
