import { isWithinDomains, type PermissionName, type UserRow } from '@device-console/shared-lib/contract';
import { t } from '../t.ts';

const PHONE = /^\d{10}$/;
/** The server may require more, and says so. */
const PASSWORD_MIN_LENGTH = 10;

/** A new user, with a password or invited by mail, or one of the list (U2, U3, U5). */
export type UserSubject =
  | { readonly kind: 'add' }
  | { readonly kind: 'invite' }
  | { readonly kind: 'edit'; readonly user: UserRow };

export interface UserDraft {
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly permissions: readonly number[];
}

/** `permissions_id`: its numbers, and the rest. */
export interface GivenPermissions {
  readonly ids: readonly number[];
  readonly unreadable: readonly string[];
}

/** Reads a user's comma list of numbers (U1). */
export function givenPermissions(permissionsId: string): GivenPermissions {
  const parts = permissionsId
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isId = (part: string): boolean => /^\d{1,15}$/.test(part);
  return { ids: [...new Set(parts.filter(isId).map(Number))], unreadable: parts.filter((part) => !isId(part)) };
}

export function draftOf(subject: UserSubject): UserDraft {
  if (subject.kind !== 'edit') return { email: '', phone: '', password: '', permissions: [] };
  const { email, phone, permissions_id: ids } = subject.user;
  return { email, phone, password: '', permissions: givenPermissions(ids).ids };
}

export function isChanged(draft: UserDraft, subject: UserSubject): boolean {
  const before = draftOf(subject);
  const sameFields = draft.email === before.email && draft.phone === before.phone && draft.password === '';
  const chosen = new Set(draft.permissions);
  return !sameFields || chosen.size !== before.permissions.length || before.permissions.some((id) => !chosen.has(id));
}

/** Removes the spaces, dashes, dots and brackets of a pasted number. */
export const cleanPhone = (text: string): string => text.replace(/[\s().-]/g, '');

/** An e-mail completed by a domain: the first if none was typed, the only one that begins so (D19); else unchanged. */
export function completedEmail(email: string, domains: readonly string[]): string {
  const [, name, begun] = /^\s*([^\s@]+)(?:@([^\s@]*))?\s*$/.exec(email) ?? [];
  if (name === undefined) return email;
  const [domain, ...others] = domains.filter((known) => known.toLowerCase().startsWith((begun ?? '').toLowerCase()));
  const isChosen = domain !== undefined && (!begun || others.length === 0);
  return isChosen ? `${name}@${domain}` : email;
}

/** Null if its domain is one of these or a subdomain (U2, U3, D19). */
export function emailProblem(email: string, domains: readonly string[]): string | null {
  const domain = /^[^\s@]+@([^\s@]+)$/.exec(email.trim())?.[1]?.toLowerCase();
  return domain !== undefined && isWithinDomains(domain, domains) ? null : t('Invalid email domain.');
}

/** Faults by field, in the specification's words (U2, U3). */
interface FieldProblems {
  readonly email?: string;
  readonly phone?: string;
  readonly password?: string;
}

/** Only a new user without an invitation has a password to check. */
export function fieldProblems(
  { email, phone, password }: UserDraft,
  domains: readonly string[],
  hasPassword: boolean,
): FieldProblems {
  const wrongEmail = emailProblem(email, domains);
  return {
    ...(wrongEmail !== null && { email: wrongEmail }),
    ...(!PHONE.test(phone) && { phone: t('Enter a valid 10 digits number.') }),
    ...(hasPassword &&
      password.length < PASSWORD_MIN_LENGTH && { password: t('The password needs at least 10 characters.') }),
  };
}

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
