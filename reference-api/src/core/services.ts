import type { AnonymousServices, Services, ToldLater } from './calls/context.ts';
import { updateCommandOnServer } from './batches/batches.ts';
import { batchCheck } from './batches/batch-check.ts';
import { batchClaim } from './batches/batch-claim.ts';
import { batchItems, getImeiDetails } from './batches/batch-items.ts';
import { batchOutcomes } from './batches/batch-outcomes.ts';
import { updateStatusOnServer } from './batches/batch-progress.ts';
import { adminLockNotification, formattedDevice, lockNotification } from './commands/commands.ts';
import { auditReportByImei } from './devices/device-audit.ts';
import { deviceDetails, getAppVersionDevices, homeData } from './devices/devices.ts';
import { generateKey, KEY_MADE_BEFORE, revokeKeys, updateKeyStatus, viewKeys } from './keys/keys.ts';
import {
  changeRole,
  closeAccount,
  addUser,
  getPermissions,
  getUsers,
  updateLoginStatus,
  updateUser,
  updateUserStatus,
} from './accounts/users.ts';
import { acceptInvitation, inviteUser, forgotPassword, resetPassword } from './accounts/password-by-link.ts';
import { changePassword, endSessions, keepSession, logout, ownSessions } from './accounts/own-account.ts';
import { downloadReports } from './reports/reports.ts';
import { login } from './accounts/sign-in.ts';

/** What the core's calls without a token do. */
export const coreAnonymousServices = {
  login,
  forgotPassword,
  resetPassword,
  acceptInvitation,
} satisfies Partial<AnonymousServices>;

/** What the core's calls with a token do. */
export const coreServices = {
  logout,
  homeData,
  deviceDetails,
  getImeiDetails,
  lockNotification,
  adminLockNotification,
  formattedDevice,
  updateCommandOnServer,
  updateStatusOnServer,
  batchItems,
  batchCheck,
  batchClaim,
  batchOutcomes,
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
  revokeKeys,
  ownSessions,
  endSessions,
  keepSession,
  changePassword,
  inviteUser,
  changeRole,
  closeAccount,
} satisfies Partial<Services>;

export const coreToldLater: ToldLater = { generateKey: KEY_MADE_BEFORE };
