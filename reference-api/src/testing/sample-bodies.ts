import { commandList, type Command } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import type { TokenCallName } from '../core/calls/context.ts';
import { ENROLLED, people } from './test-data.ts';

const [imei = ''] = ENROLLED;

/** Returns a valid body of a call; calls about a command take the command's action. */
export function sampleBody(name: TokenCallName, command?: Command): object {
  const action = command?.variants[0].action ?? 'lock';
  const bodies: Record<TokenCallName, object> = {
    logout: {},
    signOut: {},
    beginSignOnProof: {},
    proveBySignOn: { code: 'c', handle: 'h' },
    homeData: {},
    getUsers: {},
    getPermissions: {},
    viewKeys: {},
    getAppVersionDevices: {},
    batchRuns: {},
    batchItems: {
      action,
      filename: 'a.csv',
      batchId: newTransactionId(),
      items: [{ row: 1, imei, transactionId: newTransactionId(), message: 'Hello' }],
    },
    batchCheck: { action, imeilist: imei },
    batchClaim: { action, batchId: newTransactionId(), run: newTransactionId(), place: 'Chrome on Linux' },
    batchOutcomes: { batchId: newTransactionId(), after: 0, limit: 10 },
    homeOverview: {},
    commandChanges: { imeis: [imei] },
    deviceDetails: { imei },
    deviceList: { limit: 10 },
    getImeiDetails: { imei, action, filename: 'a.csv', message: 'Hello' },
    lockNotification: { imei, action, message: 'Hello' },
    adminLockNotification: { imei, action: 'REBOOT' },
    formattedDevice: { imei, action: 'formatteddevice' },
    updateCommandOnServer: { imeilist: imei, action },
    updateStatusOnServer: {
      lastimei: imei,
      fileName: 'a.csv',
      isComplete: 'complete',
      statusOf: command?.batch?.statusOf ?? 'lockfiles',
    },
    downloadReports: { report: 'lock', startdate: '2026-11-01', enddate: '2026-11-20' },
    auditReportByImei: { imei1: imei },
    platformReport: { browser: 'Chrome 142', loads: [], failures: [] },
    platformFigures: { hours: 24 },
    operations: {},
    operationsCommands: { limit: 10 },
    operationsDecide: { decision: 'cancel', reason: 'A mistake', filter: { state: 'queued' } },
    operationsDispatch: { dispatch: 'paused', reason: 'A mistake' },
    operationsCancelBatch: { batchId: newTransactionId(), reason: 'A mistake' },
    operatorAudit: { startdate: '2026-11-01', enddate: '2026-11-20', limit: 50 },
    addUser: { email: 'new@example.com', phone: '9876543210', password: 'long enough', permissions: [] },
    updateUser: { id: '3', email: people.operator.email, phone: '9876543210', permissions: [] },
    updateUserStatus: { email: people.viewer.email, status: 'ACTIVE' },
    updateLoginStatus: { email: 'new@example.com' },
    generateKey: { key_name: 'test', user_id: people.admin.email },
    updateKeyStatus: { keyId: '1', status: 'inactive' },
    revokeKeys: { email: 'new@example.com' },
    ownSessions: {},
    endSessions: {},
    keepSession: {},
    changePassword: { currentPassword: 'long enough', newPassword: 'another long enough' },
    inviteUser: { email: 'invited@example.com', phone: '9876543211', permissions: [] },
    changeRole: { email: 'new@example.com', role: 'USER' },
    closeAccount: { email: 'new@example.com' },
    containAccount: { email: 'new@example.com', reason: 'Stolen' },
    ownFactors: {},
    addTotp: {},
    confirmTotp: { id: '1', name: 'Phone', code: '123456' },
    addPasskey: {},
    confirmPasskey: { name: 'Key', passkey: {} },
    removeFactor: { id: '1' },
    renewRecoveryCodes: {},
    resetFactors: { email: 'new@example.com' },
    identityOptions: {},
    proveIdentity: { password: 'long enough' },
    commandUse: {},
    liftCommandPause: { email: 'new@example.com' },
    approvals: {},
    decideApproval: { id: '1', decision: 'refuse', reason: 'A mistake' },
  };
  return bodies[name];
}

/** Returns the commands that a call about commands can name: those whose row names the call, or that have a batch. */
export function commandsOf(name: TokenCallName): readonly Command[] {
  if (name === 'lockNotification') return commandList.filter((command) => command.send === 'lockNotification');
  if (name === 'getImeiDetails') return commandList.filter((command) => command.batch?.dispatch === 'getImeiDetails');
  return commandList.filter((command) => command.batch !== null);
}
