// A second reading of the requirements, independent of all declarations: who sees what (N1 to N7, S10, D9, D20).
import { permissionNames, type Audience, type PermissionName, type Role } from '@device-console/shared-lib/contract';
import { sidebarsMore, specifiedSidebars } from './specified-addresses.ts';

export interface LoggedIn {
  readonly name: string;
  readonly session: 'valid';
  readonly userlevel: Role;
  readonly permissions: readonly string[];
}

export type Visitor = LoggedIn | { readonly name: string; readonly session: 'none' | 'expired' };

/** `superadmin twin`: the same screen under the other prefix. */
export type Outcome = 'shown' | 'not authorised' | 'login' | 'superadmin login' | 'superadmin twin' | 'no screen';

/** N1 and N2, with superadmins' Home first, and the section More. */
const sidebars: Readonly<Record<Audience, { readonly menu: readonly string[]; readonly more: readonly string[] }>> = {
  standard: { menu: specifiedSidebars.standard, more: sidebarsMore.standard },
  superadmin: { menu: ['/superadmin/', ...specifiedSidebars.superadmin], more: sidebarsMore.superadmin },
};

/** N5, D20; null if any session will do. */
const permissionOf: Readonly<Record<string, PermissionName | null>> = {
  '': null,
  logout: null,
  account: null,
  devices: 'Device Details',
  approvals: null,
  enableNotification: 'Enable Notification',
  setWallpaper: 'Set Wallpaper',
  batch: 'Set Wallpaper',
  removeWallpaper: 'Remove Wallpaper',
  activateAlarm: 'Activate Alarm',
  deactivateAlarm: 'Deactivate Alarm',
  gradeDisableApp: 'Disable App',
  restoreApp: 'Restore App',
  disableCamera: 'Disable Camera',
  enableCamera: 'Enable Camera',
  releaseDevice: 'Release Device',
  deviceDetails: 'Device Details',
  device: 'Device Details',
  formattedDevice: 'Formatted Device',
  enableCredit: 'Enable Credit',
  revokeCredit: 'Revoke Credit',
  lockDevice: 'Lock Device',
  unlockDevice: 'Unlock Device',
  blockApp: 'Block App',
  unblockapp: 'Unblock App',
  reports: 'Reports',
  'reports/:report': 'Reports',
  appversion: 'App Version',
  auditReport: 'Audit Report',
};

/** Of use with any permission for a command that has batches (N5, D17). */
const batchesNeedNoneOf: readonly string[] = [
  'Device Details',
  'Formatted Device',
  'Reports',
  'App Version',
  'Audit Report',
];

/** N6, N7, D9: no permission opens these. */
const rolesOf: Readonly<Record<string, readonly Role[]>> = {
  userManagement: ['ADMIN', 'SUPERADMIN'],
  keyManagement: ['ADMIN', 'SUPERADMIN'],
  operatorAudit: ['ADMIN', 'SUPERADMIN'],
  lastCommand: ['ADMIN', 'SUPERADMIN'],
  deviceAction: ['SUPERADMIN'],
  platform: ['SUPERADMIN'],
  operations: ['SUPERADMIN'],
};

const operator = (name: string, permissions: readonly string[]): LoggedIn => ({
  name,
  session: 'valid',
  userlevel: 'USER',
  permissions,
});

/** Every kind of visitor in the requirements; operators once without permissions and once with all. */
export const visitors: readonly Visitor[] = [
  { name: 'nobody', session: 'none' },
  { name: 'somebody whose session is over', session: 'expired' },
  { name: 'a SUPERADMIN', session: 'valid', userlevel: 'SUPERADMIN', permissions: [] },
  { name: 'an ADMIN', session: 'valid', userlevel: 'ADMIN', permissions: [] },
  operator('an operator without permissions', []),
  operator('an operator with every permission', permissionNames),
];

/**
 * For each permission: an operator who has only that one, which must be enough, one who has all others, which must not
 * be enough, and the screens that it opens.
 */
export const permissionVisitors = permissionNames.map((permission) => ({
  permission,
  screens: Object.keys(permissionOf).filter((path) => permissionOf[path] === permission),
  alone: operator(`an operator with ${permission} alone`, [permission]),
  others: operator(
    `an operator with all but ${permission}`,
    permissionNames.filter((name) => name !== permission),
  ),
}));

/** What the requirements give this visitor at this screen. Throws for an unknown screen. */
export function expectedAt(visitor: Visitor, audience: Audience, path: string): Outcome {
  // S10
  if (visitor.session !== 'valid') return audience === 'superadmin' ? 'superadmin login' : 'login';
  const { userlevel, permissions } = visitor;
  // N4
  if (audience === 'superadmin' && userlevel !== 'SUPERADMIN') return 'not authorised';
  // N6, and Platform and Operations are the superadmins' alone
  if (['deviceAction', 'platform', 'operations'].includes(path) && audience === 'standard') return 'no screen';
  const roles = rolesOf[path];
  // N6, N7, D9: each under its own prefix
  if (roles && !roles.includes(userlevel)) return path === 'userManagement' ? 'login' : 'not authorised';
  if (roles) return audience === 'standard' && userlevel === 'SUPERADMIN' ? 'superadmin twin' : 'shown';
  const ofUse = permissions.some((name) => !batchesNeedNoneOf.includes(name));
  if (path === 'batches') return userlevel !== 'USER' || ofUse ? 'shown' : 'not authorised';
  const permission = permissionOf[path];
  if (permission === undefined)
    throw new Error(`No principle says who may see the screen "${path}": add it to the table of its access.`);
  // N5
  return userlevel !== 'USER' || permission === null || permissions.includes(permission) ? 'shown' : 'not authorised';
}

/** The menu in the order of N1 or N2, and its section More. */
export function expectedSidebar(visitor: LoggedIn, list: 'menu' | 'more'): readonly string[] {
  const audience: Audience = visitor.userlevel === 'SUPERADMIN' ? 'superadmin' : 'standard';
  const prefix = audience === 'superadmin' ? '/superadmin/' : '/';
  return sidebars[audience][list].filter(
    (address) => expectedAt(visitor, audience, address.slice(prefix.length)) === 'shown',
  );
}
