import type { PermissionName, UserRow } from '@device-console/shared-lib/contract';
import { t } from '../t.ts';

/** The specification's permissions, by purpose (D20). */
const groups: readonly { readonly title: string; readonly names: readonly PermissionName[] }[] = [
  { title: t('Look up and report'), names: ['Device Details', 'App Version', 'Audit Report', 'Reports'] },
  { title: t('Lock and block'), names: ['Lock Device', 'Unlock Device', 'Block App', 'Unblock App'] },
  { title: t('Notify and alarm'), names: ['Enable Notification', 'Activate Alarm', 'Deactivate Alarm'] },
  { title: t('Apps and camera'), names: ['Disable App', 'Restore App', 'Disable Camera', 'Enable Camera'] },
  { title: t('Wallpaper'), names: ['Set Wallpaper', 'Remove Wallpaper'] },
  { title: t('Credit'), names: ['Enable Credit', 'Revoke Credit'] },
  { title: t('Release'), names: ['Release Device', 'Formatted Device'] },
];

export interface PermissionGroup {
  readonly title: string;
  readonly names: readonly string[];
}

/** True if a user sees every screen (N5). An existing back end does not return the role (D1a). */
export function isAdmin({ userlevel }: Pick<UserRow, 'userlevel'>): boolean {
  return ['ADMIN', 'SUPERADMIN'].includes(userlevel.toUpperCase());
}

/** From a user's display text; none for 'No Permission' or an empty text (U1). */
export function permissionNamesOf(permissions: string): readonly string[] {
  const names = permissions
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 1 && names[0] === t('No Permission') ? [] : names;
}

/** Permissions that only the server's list has come last. */
export function groupPermissions(names: readonly string[]): readonly PermissionGroup[] {
  const given = new Set(names);
  const known = new Set<string>(groups.flatMap((group) => group.names));
  return [
    ...groups.map((group) => ({ title: group.title, names: group.names.filter((name) => given.has(name)) })),
    { title: t('Others'), names: names.filter((name) => !known.has(name)) },
  ].filter((group) => group.names.length > 0);
}
