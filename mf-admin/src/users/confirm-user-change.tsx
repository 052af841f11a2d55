import { useCallback, type ReactNode } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import { calls, type UserRow } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { ConfirmChangeDialog, type ConfirmText } from '../change/confirm-change-dialog.tsx';
import type { ChangeFailure } from '../change/change-failure.ts';
import { userMessages } from '../messages.ts';
import { ContainDialog } from './lazy-contain-dialog.tsx';
import { containedMessages } from './contained-messages.ts';
import { factorMessages } from './factor-messages.ts';
import type { MoreChange } from './more-changes.ts';
import { givenPermissions } from './user-draft.ts';
import { isActive } from './user-row.ts';

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
  const run = useCallback(
    (asked: ConfirmedWish, transactionId: string): Promise<unknown> => {
      const { email } = asked.user;
      if (asked.kind === 'more') return sendMore(api, asked.user, asked.change, transactionId);
      if (asked.kind === 'log-out') return api.call(calls.updateLoginStatus, { email }, { transactionId });
      const status = isActive(asked.user) ? 'INACTIVE' : 'ACTIVE';
      return api.call(calls.updateUserStatus, { email, status }, { transactionId });
    },
    [api],
  );
  return <ConfirmChangeDialog {...rest} input={wanted} run={run} asked={confirmTextOf(wanted, revokesKeys)} />;
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
      title: userMessages.inviteAgainTitle,
      message: userMessages.inviteAgainQuestion(email),
      confirmLabel: userMessages.sendInvitation,
      tone: 'plain',
      doneText: userMessages.invited(email),
    };
  if (change.kind === 'role')
    return {
      title: userMessages.roleTitle(change.role),
      message: userMessages.roleQuestion(email, change.role),
      confirmLabel: change.label,
      tone: 'danger',
      doneText: userMessages.roleChanged(email, change.role),
    };
  if (change.kind === 'reset-factors')
    return {
      title: factorMessages.title,
      message: factorMessages.question(email),
      confirmLabel: factorMessages.confirm,
      tone: 'danger',
      doneText: factorMessages.done(email),
    };
  return {
    title: userMessages.deleteTitle,
    message: userMessages.deleteQuestion(email),
    confirmLabel: userMessages.deleteAccount,
    tone: 'danger',
    doneText: userMessages.deleted(email),
  };
}

/** `revokes`: the back end revokes the keys with the change (K3). */
function confirmTextOf(wanted: ConfirmedWish, revokes: boolean): ConfirmText {
  if (wanted.kind === 'more') return moreText(wanted.user, wanted.change);
  const { email, ...user } = wanted.user;
  const keys = revokes ? ` ${userMessages.keysRevoked}` : '';
  if (wanted.kind === 'log-out') {
    return {
      title: userMessages.logOutTitle,
      message: userMessages.logOutQuestion(email) + keys,
      confirmLabel: userMessages.logOut,
      tone: 'danger',
      doneText: userMessages.loggedOut(email),
    };
  }
  if (user.contained === 'yes') {
    return {
      title: containedMessages.letInTitle,
      message: containedMessages.letInQuestion(email),
      confirmLabel: containedMessages.letIn,
      tone: 'plain',
      doneText: containedMessages.letInDone(email),
    };
  }
  return isActive({ email, ...user })
    ? {
        title: userMessages.disableTitle,
        message: userMessages.disableQuestion(email) + keys,
        confirmLabel: userMessages.disable,
        tone: 'danger',
        doneText: userMessages.disabled(email),
      }
    : {
        title: userMessages.enableTitle,
        message: userMessages.enableQuestion(email),
        confirmLabel: userMessages.enable,
        tone: 'plain',
        doneText: userMessages.enabled(email),
      };
}
