import { demoImeis } from './demo-data.ts';
import { startLegacyBackEnd, type LegacyBackEnd } from './legacy-back-end.ts';
import { freshState } from './legacy-state.ts';
import { portOf } from './ports.ts';
import { expect, password, test as base } from './test.ts';

/** Every call of the specification. */
const specification = new Set([
  'POST login.php',
  'GET homeData.php',
  'POST devicedetails.php',
  'POST getimeidetails.php',
  'POST locknotification.php',
  'POST formattedDevice.php',
  'PUT updateCommandOnServer.php',
  'POST updateStatusOnServer.php',
  'POST bulkLockCopy.php',
  'POST logout.php',
  'POST downloadReports.php',
  'GET getUsers.php',
  'GET getPermissions.php',
  'POST auditReportByImei.php',
  'POST adminlocknotification.php',
  'POST getAppVersionDevices.php',
  'GET keymanagement/view_keys.php',
  'POST addUser.php',
  'POST updateUser.php',
  'POST updateUserStatus.php',
  'POST updateLoginStatus.php',
  'POST generate_key.php',
  'POST keymanagement/update_key_status.php',
  'POST forgotPassword.php',
  'POST reset_password.php',
]);

/** An IMEI with leading zeros, which a back end that sends numbers loses. */
export const ZEROS = '004999010640000';

/** Devices that the back end knows, {@link ZEROS} first. */
export const enrolled: readonly string[] = [ZEROS, ...demoImeis(1, 40)];

interface Fixtures {
  /** A separate back end for each test, in its initial state. */
  readonly backEnd: LegacyBackEnd;
}

/**
 * A console in front of an existing back end instead of our API. After each test: nothing was asked but the
 * specification's calls, no request carried a cookie, and none X-Transaction-Id, also not in the browser's own
 * questions (D1a, W4).
 */
export const test = base.extend<Fixtures>({
  baseURL: async ({ legacyConsole }, use) => use(legacyConsole.address),
  backEnd: [
    async ({}, use, info) => {
      const backEnd = await startLegacyBackEnd(portOf('legacy back end', info), freshState(enrolled, password));
      await use(backEnd);
      await backEnd.close();
      const asked = backEnd.requests
        .filter(({ call }) => !/^OPTIONS |^GET \/uploads\//.test(call))
        .map(({ call }) => call);
      expect(asked.filter((call) => !specification.has(call))).toEqual([]);
      expect(asked.length).toBeGreaterThan(0);
      for (const { headers } of backEnd.requests) {
        expect([headers['cookie'], headers['x-transaction-id']]).toEqual([undefined, undefined]);
        expect(headers['access-control-request-headers'] ?? '').not.toMatch(/transaction/i);
      }
    },
    { auto: true },
  ],
});
