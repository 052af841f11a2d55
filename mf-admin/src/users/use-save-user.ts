import { useCallback } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import type { FailureTexts } from '../change/change-failure.ts';
import { useChange, type Change } from '../change/use-change.ts';
import type { UserDraft, UserSubject } from './user-draft.ts';
import { t } from '../t.ts';

const failureTexts: Readonly<Record<UserSubject['kind'], FailureTexts>> = {
  invite: { refused: t('Error updating user') },
  add: { refused: t('Error updating user'), exception: t('Please try after sometime') },
  edit: { refused: t('Error saving user. Please try again.'), exception: t('Error saving user. Please try again.') },
};

/**
 * Sends the dialog's draft: addUser.php for somebody new, inviteUser.php for who is invited, updateUser.php else (U2,
 * U3, U5).
 */
export function useSaveUser(subject: UserSubject): Change<UserDraft, unknown> {
  const { api } = useConsole();
  const run = useCallback(
    ({ email, phone, password, permissions }: UserDraft, transactionId: string) => {
      const fields = { email: email.trim(), phone, permissions: [...permissions] };
      if (subject.kind === 'add') return api.call(calls.addUser, { ...fields, password }, { transactionId });
      if (subject.kind === 'invite') return api.call(calls.inviteUser, fields, { transactionId });
      return api.call(calls.updateUser, { ...fields, id: subject.user.id }, { transactionId });
    },
    [api, subject],
  );
  return useChange<UserDraft, unknown>(run, failureTexts[subject.kind]);
}
