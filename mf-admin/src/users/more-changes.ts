import { calls, roles, type Role, type UserRow } from '@device-console/shared-lib/contract';
import type { ApiClient } from '@device-console/shared-lib/api';
import { userMessages } from '../messages.ts';
import { containedMessages } from './contained-messages.ts';
import { factorMessages } from './factor-messages.ts';

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
      ? [{ id: 'invite-again', kind: 'invite-again', label: userMessages.inviteAgain } as const]
      : []),
    ...others.map((role) => ({ id: role, kind: 'role', role, label: userMessages.makeRole(role) }) as const),
    ...(isSuperadmin && factor === 'yes' && api.offers(calls.resetFactors)
      ? [{ id: 'reset-factors', kind: 'reset-factors', label: factorMessages.choice } as const]
      : []),
    ...(isSuperadmin && api.offers(calls.containAccount)
      ? [{ id: 'contain', kind: 'contain', label: containedMessages.choice } as const]
      : []),
    ...(api.offers(calls.closeAccount) ? [{ id: 'delete', kind: 'delete', label: userMessages.delete } as const] : []),
  ];
}
