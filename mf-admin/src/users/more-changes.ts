import { calls, roles, type Role, type UserRow } from '@device-console/shared-lib/contract';
import type { ApiClient } from '@device-console/shared-lib/api';
import { t } from '../t.ts';

/** A change of a user beside the specification's (U5 to U7, S15, S32). */
export type MoreChange = { readonly id: string; readonly label: string } & (
  | { readonly kind: 'invite-again' }
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'reset-factors' }
  | { readonly kind: 'contain' }
  | { readonly kind: 'delete' }
);

/** What this operator may do to a user besides, as far as the back end knows it. */
export function moreChangesOf(
  { userlevel, invitation, second_factor: factor }: Pick<UserRow, 'userlevel' | 'invitation' | 'second_factor'>,
  isSuperadmin: boolean,
  api: Pick<ApiClient, 'offers'>,
): readonly MoreChange[] {
  const others = isSuperadmin && api.offers(calls.changeRole) ? roles.filter((role) => role !== userlevel) : [];
  return [
    ...(invitation !== '' && api.offers(calls.inviteUser)
      ? [{ id: 'invite-again', kind: 'invite-again', label: t('Invite again…') } as const]
      : []),
    ...others.map((role) => ({ id: role, kind: 'role', role, label: t('Make {role}…', { role }) }) as const),
    ...(isSuperadmin && factor === 'yes' && api.offers(calls.resetFactors)
      ? [{ id: 'reset-factors', kind: 'reset-factors', label: t('Remove second factors…') } as const]
      : []),
    ...(isSuperadmin && api.offers(calls.containAccount)
      ? [{ id: 'contain', kind: 'contain', label: t('Contain this account…') } as const]
      : []),
    ...(api.offers(calls.closeAccount) ? [{ id: 'delete', kind: 'delete', label: t('Delete…') } as const] : []),
  ];
}
