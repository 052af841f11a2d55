import type { AnonymousServices, Services, ToldLater } from './context.ts';
import { updateCommandOnServer } from './batches.ts';
import { batchCheck } from './batch-check.ts';
import { batchClaim } from './batch-claim.ts';
import { batchItems, getImeiDetails } from './batch-items.ts';
import { batchOutcomes } from './batch-outcomes.ts';
import { updateStatusOnServer } from './batch-progress.ts';
import { batchRuns } from './batch-runs.ts';
import { adminLockNotification, formattedDevice, lockNotification } from './commands.ts';
import { auditReportByImei } from './device-audit.ts';
import { deviceDetails, getAppVersionDevices, homeData } from './devices.ts';
import { homeOverview } from './home-overview.ts';
import { generateKey, KEY_MADE_BEFORE, revokeKeys, updateKeyStatus, viewKeys } from './keys.ts';
import { operatorAudit } from './operator-audit.ts';
import { changeRole, closeAccount } from './account-changes.ts';
import { acceptInvitation, inviteUser } from './invitations.ts';
import { changePassword, endSessions, keepSession, logout, ownSessions } from './own-account.ts';
import { forgotPassword, resetPassword } from './password-reset.ts';
import { downloadReports } from './reports.ts';
import { login } from './sign-in.ts';
import { addUser, getPermissions, getUsers, updateLoginStatus, updateUser, updateUserStatus } from './users.ts';

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
  batchRuns,
  batchItems,
  batchCheck,
  batchClaim,
  batchOutcomes,
  homeOverview,
  downloadReports,
  auditReportByImei,
  getAppVersionDevices,
  operatorAudit,
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
