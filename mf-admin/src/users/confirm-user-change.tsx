import { type ReactNode, lazy, Suspense } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import { calls, type UserRow } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { ConfirmChange, type Question } from '../change/use-confirm.tsx';
import type { ChangeFailure } from '../change/change-failure.ts';
import type { MoreChange } from './more-changes.ts';
import { givenPermissions } from './user-draft.ts';
import { isActive } from './user-row.ts';
import { t } from '../t.ts';
import { AlertDialog } from '@device-console/shared-lib/ui/dialog';
import type { ContainDialogProps } from './contain-dialog.tsx';

function DialogMissing({ email, onCancel }: ContainDialogProps): ReactNode {
  return (
    <AlertDialog
      title={email}
      message={t(
        'This part of the console could not be loaded, and nothing was done. Reload the page, then try again; until ' +
          'then Disable keeps the account out.',
      )}
      isOpen
      onClose={onCancel}
    />
  );
}

// Fetched apart: most who open the list contain nobody.
const LoadedDialog = lazy(() =>
  import('./contain-dialog.tsx').then(
    (module) => ({ default: module.ContainDialog }),
    () => ({ default: DialogMissing }),
  ),
);

/** The dialog that contains an account, once its code is there. */
function ContainDialog(props: ContainDialogProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <LoadedDialog {...props} />
    </Suspense>
  );
}

type ConfirmText = Omit<Question, 'run'> & { readonly doneText: string };

type ConfirmedChange = Exclude<MoreChange, { readonly kind: 'contain' }>;

/** What a question alone stands before. */
type ConfirmedWish = { readonly user: UserRow } & (
  | { readonly kind: 'log-out' | 'toggle' }
  | { readonly kind: 'more'; readonly change: ConfirmedChange }
);

/** What the operator wants to do to a user (U4 to U7, S32). */
export type WantedChange = ConfirmedWish | { readonly user: UserRow; readonly kind: 'contain' };

interface ConfirmUserChangeProps<Wanted = WantedChange> {
  readonly wanted: Wanted;
  /** Whoever is logged out loses the API keys too (K3). */
  readonly logoutRevokesKeys: boolean;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
  readonly onCancel: () => void;
}

/** Asks before something is done to a user, and carries it out (U4 to U7, S32). */
export function ConfirmUserChange({ wanted, ...rest }: ConfirmUserChangeProps): ReactNode {
  if (wanted.kind === 'contain') return <ContainDialog email={wanted.user.email} {...rest} />;
  return <ConfirmWish wanted={wanted} {...rest} />;
}

function ConfirmWish({ wanted, logoutRevokesKeys, ...rest }: ConfirmUserChangeProps<ConfirmedWish>): ReactNode {
  const { api } = useConsole();
  const revokesKeys = wanted.kind === 'log-out' ? logoutRevokesKeys : api.offers(calls.revokeKeys);
  const { doneText, ...texts } = confirmTextOf(wanted, revokesKeys);
  const run = async (transactionId: string): Promise<string> => {
    await send(api, wanted, transactionId);
    return doneText;
  };
  return <ConfirmChange {...rest} question={{ ...texts, run }} />;
}

function send(api: Pick<ApiClient, 'call'>, wanted: ConfirmedWish, transactionId: string): Promise<unknown> {
  const { email } = wanted.user;
  if (wanted.kind === 'more') return sendMore(api, wanted.user, wanted.change, transactionId);
  if (wanted.kind === 'log-out') return api.call(calls.updateLoginStatus, { email }, { transactionId });
  const status = isActive(wanted.user) ? 'INACTIVE' : 'ACTIVE';
  return api.call(calls.updateUserStatus, { email, status }, { transactionId });
}

function sendMore(
  api: Pick<ApiClient, 'call'>,
  { email, phone, permissions_id: ids }: UserRow,
  change: ConfirmedChange,
  transactionId: string,
): Promise<unknown> {
  if (change.kind === 'delete') return api.call(calls.closeAccount, { email }, { transactionId });
  if (change.kind === 'role') return api.call(calls.changeRole, { email, role: change.role }, { transactionId });
  if (change.kind === 'reset-factors') return api.call(calls.resetFactors, { email }, { transactionId });
  const permissions = [...givenPermissions(ids).ids];
  return api.call(calls.inviteUser, { email, phone, permissions }, { transactionId });
}

function moreText({ email }: UserRow, change: ConfirmedChange): ConfirmText {
  if (change.kind === 'invite-again')
    return {
      title: t('Send another invitation?'),
      message: t('The link that {email} has counts no more then.', { email }),
      confirmLabel: t('Send an invitation'),
      tone: 'plain',
      doneText: t('An invitation is on its way to {email}.', { email }),
    };
  if (change.kind === 'role')
    return {
      title: t('Change the role to {role}?', { role: change.role }),
      message: t(
        '{email} may do what {role} may from the next login on. Every session of theirs ends at once, and their API ' +
          'keys are revoked for good.',
        { email, role: change.role },
      ),
      confirmLabel: change.label,
      tone: 'danger',
      doneText: t('{email} is {role} now.', { email, role: change.role }),
    };
  if (change.kind === 'reset-factors')
    return {
      title: t('Remove the second factors?'),
      message: t(
        'Make sure that you are speaking with {email} in person before you do this. Every session of theirs ends at ' +
          'once, and the next login asks for the password alone, until they add a factor again.',
        { email },
      ),
      confirmLabel: t('Remove second factors'),
      tone: 'danger',
      doneText: t('The second factors of {email} are removed.', { email }),
    };
  return {
    title: t('Delete this account?'),
    message: t(
      'Nobody can log in as {email} any more, and this cannot be undone. Sessions and API keys end at once. E-mail ' +
        'and phone are free for a new account; audit and reports go on naming {email}.',
      { email },
    ),
    confirmLabel: t('Delete the account'),
    tone: 'danger',
    doneText: t('The account of {email} is deleted.', { email }),
  };
}

/** `revokes`: the back end revokes the keys with the change (K3). */
function confirmTextOf(wanted: ConfirmedWish, revokes: boolean): ConfirmText {
  if (wanted.kind === 'more') return moreText(wanted.user, wanted.change);
  const { email, ...user } = wanted.user;
  const keys = revokes ? ` ${t('Their API keys are revoked for good.')}` : '';
  if (wanted.kind === 'log-out') {
    return {
      title: t('Log this user out?'),
      message:
        t(
          'Every session of {email} ends at once, on every computer. A batch of theirs pauses until they log in again.',
          { email },
        ) + keys,
      confirmLabel: t('Log out'),
      tone: 'danger',
      doneText: t('{email} is logged out.', { email }),
    };
  }
  if (user.contained === 'yes') {
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
      doneText: t('{email} is enabled. If its sending is still paused, lift the pause under Operations.', { email }),
    };
  }
  return isActive({ email, ...user })
    ? {
        title: t('Disable this user?'),
        message:
          t('Every session of {email} ends at once, and they cannot log in until they are enabled again.', { email }) +
          keys,
        confirmLabel: t('Disable'),
        tone: 'danger',
        doneText: t('{email} is disabled.', { email }),
      }
    : {
        title: t('Enable this user?'),
        message: t('{email} can log in again, with the permissions shown in the list.', { email }),
        confirmLabel: t('Enable'),
        tone: 'plain',
        doneText: t('{email} is enabled.', { email }),
      };
}
