import {
  calls,
  commandByAction,
  commandByStatusOf,
  commandList,
  reports,
  type CallName,
  type Command,
  type OperatorAuditRow,
} from '@device-console/shared-lib/contract';
import { t } from '../t.ts';

const names: Readonly<Record<CallName, string>> = {
  login: t('Login'),
  logout: t('Logout'),
  signOut: t('Logout, also of single sign-on'),
  forgotPassword: t('Forgot Password'),
  resetPassword: t('Reset Password'),
  homeData: t('Home'),
  deviceDetails: t('Device Details'),
  lockNotification: t('Command to one device'),
  formattedDevice: t('Formatted Device'),
  adminLockNotification: t('Device Action'),
  updateCommandOnServer: t('Batch list'),
  getImeiDetails: t('Batch device'),
  updateStatusOnServer: t('Batch progress'),
  batchRuns: t('Batches'),
  batchItems: t('Devices of a batch'),
  batchCheck: t('Devices checked before a batch'),
  batchClaim: t('Batch begun or taken over'),
  batchOutcomes: t('Outcomes of a batch read'),
  downloadReports: t('Reports'),
  auditReportByImei: t('Audit Report'),
  getAppVersionDevices: t('App Version'),
  homeOverview: t('Home'),
  deviceCounts: t('Devices counted'),
  deviceList: t('Devices listed'),
  commandChanges: t('Changes of commands'),
  ownCommands: t('States of own commands'),
  operatorAudit: t('Operator Audit'),
  platformReport: t('Loads and failures reported'),
  platformFigures: t('Platform figures read'),
  operations: t('Command queue read'),
  operationsCommands: t('Commands of the queue read'),
  operationsDecide: t('Commands retried or cancelled'),
  operationsDispatch: t('Dispatch paused or continued'),
  getUsers: t('Users read'),
  getPermissions: t('Permissions read'),
  addUser: t('Add User'),
  updateUser: t('Edit User'),
  updateUserStatus: t('Enable or disable user'),
  updateLoginStatus: t('Log user out'),
  viewKeys: t('Keys read'),
  generateKey: t('Generate Key'),
  updateKeyStatus: t('Activate or deactivate key'),
  revokeKeys: t('Keys of a user revoked'),
  ownSessions: t('Own sessions read'),
  endSessions: t('Own sessions ended'),
  keepSession: t('Session kept'),
  changePassword: t('Own password changed'),
  inviteUser: t('Invite a user'),
  sendPasswordLink: t('Password link sent'),
  acceptInvitation: t('Password set by a mailed link'),
  beginSignIn: t('Single sign-on begun'),
  signInByCode: t('Login by single sign-on'),
  changeRole: t('Role changed'),
  loginFactor: t('Logged in with a second factor'),
  ownFactors: t('Own second factors read'),
  addTotp: t('Authenticator app begun'),
  confirmTotp: t('Authenticator app added'),
  addPasskey: t('Passkey begun'),
  confirmPasskey: t('Passkey added'),
  removeFactor: t('Second factor removed'),
  renewRecoveryCodes: t('New recovery codes'),
  resetFactors: t('Second factors of a user removed'),
  identityOptions: t('Ways to confirm the identity read'),
  proveIdentity: t('Identity confirmed'),
  beginSignOnProof: t('Confirmation by single sign-on begun'),
  proveBySignOn: t('Identity confirmed by single sign-on'),
  closeAccount: t('Account deleted'),
  containAccount: t('Account contained'),
  commandUse: t('Commands counted'),
  liftCommandPause: t('Pause of sending lifted'),
  approvals: t('Approvals read'),
  decideApproval: t('Approved or refused'),
  beginPreview: t('Preview of a remote begun'),
  endPreview: t('Preview of a remote ended'),
  endedPreviews: t('Ended previews read'),
};
const downloaded = { path: 'files' };

const copyPaths = new Set(commandList.flatMap(({ batch }) => (batch ? [batch.copyPath] : [])));
const titles = new Map<string, string>([
  ...Object.entries(calls).map(([name, { path }]) => [path, names[name as CallName]] as const),
  ...[...copyPaths].map((path) => [path, t('Batch file')] as const),
  [downloaded.path, t('Uploaded file fetched')],
  ['commandPause', t('Sending paused by the server')],
]);

const commandPaths = new Set<string>(
  [
    calls.lockNotification,
    calls.getImeiDetails,
    calls.batchItems,
    calls.batchCheck,
    calls.batchClaim,
    calls.updateCommandOnServer,
    calls.updateStatusOnServer,
  ].map(({ path }) => path),
);

const lookups = new Set<string>(
  [calls.deviceDetails, calls.auditReportByImei, calls.operatorAudit].map(({ path }) => path),
);

/** Somebody only viewed a device, as everybody who opens its page does. */
export const isLookup = ({ call }: Pick<OperatorAuditRow, 'call'>): boolean => lookups.has(call);

function commandOf({ call, action }: OperatorAuditRow): Command | undefined {
  if (copyPaths.has(call)) return commandList.find(({ batch }) => batch?.copyPath === call);
  return commandPaths.has(call) ? (commandByAction(action)?.command ?? commandByStatusOf(action)) : undefined;
}

/** Gives the path if it has no name. */
export const titleOfPath = (path: string): string => titles.get(path) ?? path;

/** In the console's words, such as 'Lock Device: Batch device'; calls without a name are unchanged. */
export function callTitle(row: OperatorAuditRow): string {
  const title = titleOfPath(row.call);
  const command = commandOf(row);
  if (!command) return title;
  return row.call === calls.lockNotification.path ? t.known(command.title) : `${t.known(command.title)}: ${title}`;
}

/** The command's action, report or status in the call; reports by title. */
export function actionText({ call, action }: OperatorAuditRow): string {
  if (call !== calls.downloadReports.path && call !== downloaded.path) return action;
  return t.known(reports.find(({ report }) => report === action)?.title ?? action);
}

/** The server matches part of a path, so one choice covers all uploads. */
export const callChoices: readonly { readonly value: string; readonly title: string }[] = [
  ...Object.entries(calls)
    .filter(([name]) => name !== 'homeData')
    .map(([name, { path }]) => ({ value: path, title: names[name as CallName] })),
  { value: 'Copy.php', title: t('Batch file') },
  { value: downloaded.path, title: t('Uploaded file fetched') },
].toSorted((left, right) => left.title.localeCompare(right.title));

const vias: Readonly<Record<string, string>> = {
  session: t('Console'),
  key: t('API key'),
  anonymous: t('No login'),
  cli: t('Command line'),
};

export const viaText = (via: string): string => vias[via] ?? via;

export const outcomes = {
  success: { title: t('Success'), tone: 'success' },
  error: { title: t('Error'), tone: 'warning' },
  refused: { title: t('Refused'), tone: 'danger' },
} as const;

const badges = new Map<string, (typeof outcomes)[keyof typeof outcomes]>(Object.entries(outcomes));

/** Keeps unknown results unchanged. */
export const outcomeBadge = (outcome: string) => badges.get(outcome) ?? ({ title: outcome, tone: 'neutral' } as const);
