/** The permissions of the specification's screens: each is a screen title (N5, D20); a server may have more. */
export const permissionNames = [
  'Enable Notification',
  'Set Wallpaper',
  'Remove Wallpaper',
  'Activate Alarm',
  'Deactivate Alarm',
  'Disable App',
  'Restore App',
  'Disable Camera',
  'Enable Camera',
  'Release Device',
  'Lock Device',
  'Unlock Device',
  'Block App',
  'Unblock App',
  'Device Details',
  'Formatted Device',
  'Enable Credit',
  'Revoke Credit',
  'Reports',
  'App Version',
  'Audit Report',
] as const;

export type PermissionName = (typeof permissionNames)[number];

/** The roles that the server gives (section 6 of the specification). USER is staff limited by permissions. */
export const roles = ['SUPERADMIN', 'ADMIN', 'USER'] as const;

export type Role = (typeof roles)[number];

/** The two sets of addresses: `standard` under `/`, `superadmin` under `/superadmin/` (N1, N2). */
export const audiences = ['standard', 'superadmin'] as const;

export type Audience = (typeof audiences)[number];

/** The part of a session that access needs. */
export interface Holder {
  readonly userlevel: Role;
  readonly permissions: readonly string[];
}

/**
 * What a screen or call requires. With no field, any session may pass. `roles` excludes all others; `permission` is
 * required of everyone but ADMIN and SUPERADMIN (N5, D9).
 */
export interface Access {
  readonly roles?: readonly Role[] | undefined;
  readonly permission?: string | undefined;
  readonly anyPermission?: readonly string[] | undefined;
}

/** The one rule of access, used by the shell's guards, the menu and the server alike (N4 to N6, D9). */
export function mayAccess(holder: Holder, access: Access): boolean {
  if (access.roles && !access.roles.includes(holder.userlevel)) return false;
  if (holder.userlevel === 'ADMIN' || holder.userlevel === 'SUPERADMIN') return true;
  if (access.permission !== undefined && !holder.permissions.includes(access.permission)) return false;
  if (access.anyPermission) return access.anyPermission.some((name) => holder.permissions.includes(name));
  return true;
}
