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

/** Every call of the contract, as operators know it. */
const names: Readonly<Record<CallName, string>> = {
  login: 'Login',
  logout: 'Logout',
  forgotPassword: 'Forgot Password',
  resetPassword: 'Reset Password',
  homeData: 'Home',
  deviceDetails: 'Device Details',
  lockNotification: 'Command to one device',
  formattedDevice: 'Formatted Device',
  adminLockNotification: 'Device Action',
  updateCommandOnServer: 'Batch list',
  getImeiDetails: 'Batch device',
  updateStatusOnServer: 'Batch progress',
  batchRuns: 'Batches',
  downloadReports: 'Reports',
  auditReportByImei: 'Audit Report',
  getAppVersionDevices: 'App Version',
  homeOverview: 'Home',
  operatorAudit: 'Operator Audit',
  platformReport: 'Loads and failures reported',
  platformFigures: 'Platform figures read',
  getUsers: 'Users read',
  getPermissions: 'Permissions read',
  addUser: 'Add User',
  updateUser: 'Edit User',
  updateUserStatus: 'Enable or disable user',
  updateLoginStatus: 'Log user out',
  viewKeys: 'Keys read',
  generateKey: 'Generate Key',
  updateKeyStatus: 'Activate or deactivate key',
};

const uploaded = { path: 'Copy.php', title: 'Batch file' };
const downloaded = { path: 'files', title: 'Uploaded file fetched' };

const copyPaths = new Set(commandList.flatMap(({ batch }) => (batch ? [batch.copyPath] : [])));
const titles = new Map<string, string>([
  ...Object.entries(calls).map(([name, { path }]) => [path, names[name as CallName]] as const),
  ...[...copyPaths].map((path) => [path, uploaded.title] as const),
  [downloaded.path, downloaded.title],
]);

/** Calls that are a command's, whichever it is. */
const commandPaths = new Set<string>(
  [calls.lockNotification, calls.getImeiDetails, calls.updateCommandOnServer, calls.updateStatusOnServer].map(
    ({ path }) => path,
  ),
);

const lookups = new Set<string>(
  [calls.deviceDetails, calls.auditReportByImei, calls.operatorAudit].map(({ path }) => path),
);

/** True for an entry of somebody who only looked at a device, as whoever opens its page does. */
export function isLookup({ call }: Pick<OperatorAuditRow, 'call'>): boolean {
  return lookups.has(call);
}

function commandOf({ call, action }: OperatorAuditRow): Command | undefined {
  if (copyPaths.has(call)) return commandList.find(({ batch }) => batch?.copyPath === call);
  return commandPaths.has(call) ? (commandByAction(action)?.command ?? commandByStatusOf(action)) : undefined;
}

/**
 * What was done, in the words of the console: 'Lock Device', 'Lock Device: Batch device', 'Login'. A call that it has
 * no word for is shown as it is.
 */
export function callTitle(row: OperatorAuditRow): string {
  const title = titles.get(row.call) ?? row.call;
  const command = commandOf(row);
  if (!command) return title;
  return row.call === calls.lockNotification.path ? command.title : `${command.title}: ${title}`;
}

/** The command's action, the report or the status that the call named; a report by its title. */
export function actionText({ call, action }: OperatorAuditRow): string {
  if (call !== calls.downloadReports.path && call !== downloaded.path) return action;
  return reports.find(({ report }) => report === action)?.title ?? action;
}

/**
 * What the audit can be searched for; the server looks for the path by part of its text, so one choice stands for all
 * uploads.
 */
export const callChoices: readonly { readonly value: string; readonly title: string }[] = [
  ...Object.entries(calls)
    .filter(([name]) => name !== 'homeData')
    .map(([name, { path }]) => ({ value: path, title: names[name as CallName] })),
  { value: uploaded.path, title: uploaded.title },
  { value: downloaded.path, title: downloaded.title },
].toSorted((left, right) => left.title.localeCompare(right.title));

const vias: Readonly<Record<string, string>> = {
  session: 'Console',
  key: 'API key',
  anonymous: 'No login',
  cli: 'Command line',
};

/** How somebody came to the server. */
export function viaText(via: string): string {
  return vias[via] ?? via;
}

export const outcomeTitles = { success: 'Success', error: 'Error', refused: 'Refused' } as const;

/** How it ended, with the colour that goes with it; an outcome that is not known here is shown as it is. */
export function outcomeBadge(outcome: string): {
  readonly title: string;
  readonly tone: 'success' | 'warning' | 'danger' | 'neutral';
} {
  if (outcome === 'success') return { title: outcomeTitles.success, tone: 'success' };
  if (outcome === 'error') return { title: outcomeTitles.error, tone: 'warning' };
  return outcome === 'refused' ? { title: outcomeTitles.refused, tone: 'danger' } : { title: outcome, tone: 'neutral' };
}
