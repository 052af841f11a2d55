import type { ApiClient } from '@device-console/shared-lib/api';
import { calls, roles, type UserRow } from '@device-console/shared-lib/contract';
import { type AskedChange, changeBy, type Question } from '../change/use-change.tsx';
import { givenPermissions } from './user-draft.ts';
import { t } from '../t.ts';

type Api = Pick<ApiClient, 'call' | 'offers'>;

/** Existing back ends write it in upper or lower case (D1a). */
export const isActive = ({ userstatus }: Pick<UserRow, 'userstatus'>): boolean => userstatus.toUpperCase() === 'ACTIVE';

/** True if a user has a session (U4). */
export function isLoggedIn({ loginstatus }: Pick<UserRow, 'loginstatus'>): boolean {
  return loginstatus.toUpperCase() === 'LOGIN';
}

const keysText = (areRevoked: boolean): string => (areRevoked ? ` ${t('Their API keys are revoked for good.')}` : '');

/** May also revoke the user's API keys (U4, K3). */
export function logOutQuestion({ email }: UserRow, revokesKeys: boolean, api: Api): Question {
  return {
    title: t('Log this user out?'),
    message:
      t('Every session of {email} ends at once, on every computer. A batch of theirs pauses until they log in again.', {
        email,
      }) + keysText(revokesKeys),
    confirmLabel: t('Log out'),
    tone: 'danger',
    change: changeBy(api, calls.updateLoginStatus, { email }, email, t('{email} is logged out.', { email })),
  };
}

/** Enables or disables a user, or readmits a contained one (U4, S35). */
export function toggleQuestion(user: UserRow, api: Api): Question {
  const { email } = user;
  const set = (status: 'ACTIVE' | 'INACTIVE', text: string): AskedChange =>
    changeBy(api, calls.updateUserStatus, { email, status }, email, text);
  if (isActive(user))
    return {
      title: t('Disable this user?'),
      message:
        t('Every session of {email} ends at once, and they cannot log in until they are enabled again.', { email }) +
        keysText(api.offers(calls.revokeKeys)),
      confirmLabel: t('Disable'),
      tone: 'danger',
      change: set('INACTIVE', t('{email} is disabled.', { email })),
    };
  if (user.contained === 'yes')
    return {
      title: t('Let the owner in again?'),
      message: t(
        'Make sure that you are speaking with the owner of {email}. A mail brings a link to choose a new password, ' +
          'once, within 72 hours; where passwords are not used, the usual login opens it. Former sessions and API ' +
          'keys stay gone.',
        { email },
      ),
      confirmLabel: t('Let in again'),
      tone: 'plain',
      change: set(
        'ACTIVE',
        t('{email} is enabled. If its sending is still paused, lift the pause under Operations.', { email }),
      ),
    };
  return {
    title: t('Enable this user?'),
    message: t('{email} can log in again, with the permissions shown in the list.', { email }),
    confirmLabel: t('Enable'),
    tone: 'plain',
    change: set('ACTIVE', t('{email} is enabled.', { email })),
  };
}

/** Beyond the specification (U5 to U7, S15, S32). */
export interface MoreChange {
  readonly id: string;
  readonly label: string;
  /** Containing an account has its own dialog. */
  readonly asks: Question | 'contain';
}

interface Caller {
  readonly isSuperadmin: boolean;
  /** The server's mails reach people. */
  readonly mailsPeople: boolean;
}

/** What else this operator may do to a user, if the back end supports it. */
export function moreChangesOf(user: UserRow, { isSuperadmin, mailsPeople }: Caller, api: Api): readonly MoreChange[] {
  const { email, phone, permissions_id: ids, userlevel, invitation, second_factor: factor } = user;
  const invite: MoreChange = {
    id: 'invite-again',
    label: t('Invite again…'),
    asks: {
      title: t('Send another invitation?'),
      message: t('The link that {email} has now then stops working.', { email }),
      confirmLabel: t('Send an invitation'),
      tone: 'plain',
      change: changeBy(
        api,
        calls.inviteUser,
        { email, phone, permissions: [...givenPermissions(ids).ids] },
        email,
        t('An invitation is on its way to {email}.', { email }),
      ),
    },
  };
  const become = (role: (typeof roles)[number]): MoreChange => ({
    id: role,
    label: t('Make {role}…', { role }),
    asks: {
      title: t('Change the role to {role}?', { role }),
      message: t(
        '{email} may do what {role} may from the next login on. Every session of theirs ends at once, and their API ' +
          'keys are revoked for good.',
        { email, role },
      ),
      confirmLabel: t('Make {role}…', { role }),
      tone: 'danger',
      change: changeBy(api, calls.changeRole, { email, role }, email, t('{email} is {role} now.', { email, role })),
    },
  });
  const others = api.offers(calls.changeRole) ? roles.filter((role) => role !== userlevel) : [];
  return [
    ...(invitation !== '' && api.offers(calls.inviteUser) ? [invite] : []),
    ...(invitation === '' && mailsPeople && isActive(user) && api.offers(calls.sendPasswordLink)
      ? [passwordLink(email, api)]
      : []),
    ...(isSuperadmin ? others.map(become) : []),
    ...(isSuperadmin && factor === 'yes' && api.offers(calls.resetFactors) ? [resetFactors(email, api)] : []),
    ...(isSuperadmin && api.offers(calls.containAccount)
      ? [{ id: 'contain', label: t('Contain this account…'), asks: 'contain' } as const]
      : []),
    ...(api.offers(calls.closeAccount) ? [deletion(email, api)] : []),
  ];
}

function passwordLink(email: string, api: Api): MoreChange {
  return {
    id: 'password-link',
    label: t('Send a reset link…'),
    asks: {
      title: t('Send a reset link?'),
      message: t(
        '{email} gets a mail with a link to choose a new password, once, within 72 hours. Until then the present ' +
          'password works; then every session of theirs ends, and their API keys are revoked for good.',
        { email },
      ),
      confirmLabel: t('Send a reset link'),
      tone: 'plain',
      change: changeBy(
        api,
        calls.sendPasswordLink,
        { email },
        email,
        t('A reset link is on its way to {email}.', { email }),
      ),
    },
  };
}

function resetFactors(email: string, api: Api): MoreChange {
  return {
    id: 'reset-factors',
    label: t('Remove second factors…'),
    asks: {
      title: t('Remove the second factors?'),
      message: t(
        'Make sure that you are speaking with {email} in person before you do this. Every session of theirs ends at ' +
          'once, and the next login asks for the password alone, until they add a factor again.',
        { email },
      ),
      confirmLabel: t('Remove second factors'),
      tone: 'danger',
      change: changeBy(
        api,
        calls.resetFactors,
        { email },
        email,
        t('The second factors of {email} are removed.', { email }),
      ),
    },
  };
}

function deletion(email: string, api: Api): MoreChange {
  return {
    id: 'delete',
    label: t('Delete…'),
    asks: {
      title: t('Delete this account?'),
      message: t(
        'Nobody can log in as {email} any more, and this cannot be undone. Sessions and API keys end at once. ' +
          'E-mail and phone are free for a new account; audit and reports keep naming {email}.',
        { email },
      ),
      confirmLabel: t('Delete the account'),
      tone: 'danger',
      change: changeBy(api, calls.closeAccount, { email }, email, t('The account of {email} is deleted.', { email })),
    },
  };
}
