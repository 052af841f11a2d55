import type { ApiModule } from './module.ts';
import { updateCommandOnServer } from './batches/batches.ts';
import { getImeiDetails } from './batches/batch-items.ts';
import { updateStatusOnServer } from './batches/batch-progress.ts';
import { adminLockNotification, formattedDevice, lockNotification } from './commands/commands.ts';
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
import { downloadReports } from './reports/reports.ts';
import { login } from './accounts/sign-in.ts';

/** What the calls of the specification do. */
export const core = {
  name: 'core',
  anonymousServices: { login, forgotPassword, resetPassword },
  services: {
    logout,
    homeData,
    deviceDetails,
    getImeiDetails,
    lockNotification,
    adminLockNotification,
    formattedDevice,
    updateCommandOnServer,
    updateStatusOnServer,
    downloadReports,
    auditReportByImei,
    getAppVersionDevices,
    getUsers,
    getPermissions,
    addUser,
    updateUser,
    updateUserStatus,
    updateLoginStatus,
    viewKeys,
    generateKey,
    updateKeyStatus,
  },
  toldLater: { generateKey: KEY_MADE_BEFORE },
} as const satisfies ApiModule;
