import { isWithinDomains, type UserRow } from '@device-console/shared-lib/contract';
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
