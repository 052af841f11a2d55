import { limits } from '@device-console/shared-lib/contract';
import type { ApiModule } from './module.ts';
import { accountChange, anonymous, batchChange, change, polledRead, read } from './calls/call.ts';
import { updateCommandOnServer } from './batches/batches.ts';
import { adminLockNotification, getImeiDetails, isItem } from './batches/batch-items.ts';
import { updateStatusOnServer } from './batches/batch-progress.ts';
import { formattedDevice, lockNotification } from './commands/commands.ts';
import { auditReportByImei } from './devices/device-audit.ts';
import { deviceDetails, getAppVersionDevices, homeData } from './devices/devices.ts';
import { generateKey, KEY_MADE_BEFORE, updateKeyStatus, viewKeys } from './keys/keys.ts';
import {
  addUser,
  getPermissions,
  getUsers,
  updateLoginStatus,
  updateUser,
  updateUserStatus,
} from './accounts/users.ts';
import { forgotPassword, resetPassword } from './accounts/password-by-link.ts';
import { logout } from './accounts/withdraw-access.ts';
import { offered } from './commands/offered.ts';
import { downloadReports } from './reports/reports.ts';
import { login } from './accounts/sign-in.ts';

/** What the calls of the specification do. */
export const core = {
  name: 'core',
  anonymousCalls: {
    login: { ...anonymous, run: login },
    forgotPassword: { ...anonymous, run: forgotPassword },
    resetPassword: { ...anonymous, run: resetPassword },
  },
  calls: {
    logout: { ...change, openTo: 'limited', run: logout },
    homeData: { ...polledRead, run: homeData },
    deviceDetails: { ...read, run: deviceDetails },
    getImeiDetails: { ...batchChange, run: getImeiDetails },
    lockNotification: { ...change, run: lockNotification },
    adminLockNotification: {
      ...change,
      audit: (body) => (isItem(body) ? 'by-its-service' : 'with-its-writes'),
      run: adminLockNotification,
    },
    formattedDevice: { ...change, run: formattedDevice },
    updateCommandOnServer: { ...change, mostBytes: limits.listBodyBytes, run: updateCommandOnServer },
    updateStatusOnServer: { ...change, run: updateStatusOnServer },
    downloadReports: { ...read, run: downloadReports },
    auditReportByImei: { ...read, run: auditReportByImei },
    getAppVersionDevices: { ...read, run: getAppVersionDevices },
    getUsers: { ...read, run: getUsers },
    getPermissions: { ...read, run: getPermissions },
    addUser: { ...change, hasSecret: true, run: addUser },
    updateUser: { ...accountChange, run: updateUser },
    updateUserStatus: { ...accountChange, run: updateUserStatus },
    updateLoginStatus: { ...accountChange, run: updateLoginStatus },
    viewKeys: { ...read, run: viewKeys },
    generateKey: { ...change, repeated: KEY_MADE_BEFORE, run: generateKey },
    updateKeyStatus: { ...change, run: updateKeyStatus },
  },
  beforeSend: offered,
} as const satisfies ApiModule;
