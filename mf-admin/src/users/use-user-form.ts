import { useState } from 'react';
import { useConsole, useAnswer, type Answered } from '@device-console/shared-lib/console';
import { type Change, useChange } from '../change/use-change.ts';
import { draftOf, emailProblem, isChanged, type UserDraft, type UserSubject } from './user-draft.ts';
import { t } from '../t.ts';
import { calls, type AnswerOf } from '@device-console/shared-lib/contract';
import type { FailureTexts } from '../change/change-failure.ts';

const failureTexts: Readonly<Record<UserSubject['kind'], FailureTexts>> = {
  invite: { refused: t('Error updating user') },
  add: { refused: t('Error updating user'), exception: t('Please try after sometime') },
  edit: { refused: t('Error saving user. Please try again.'), exception: t('Error saving user. Please try again.') },
};

/** Sends the draft: addUser.php for a new user, inviteUser.php for an invitation, else updateUser.php (U2, U3, U5). */
function useSaveUser(subject: UserSubject): Change<UserDraft, unknown> {
  const { api } = useConsole();
  return useChange<UserDraft, unknown>(({ email, phone, password, permissions }, transactionId) => {
    const fields = { email: email.trim(), phone, permissions: [...permissions] };
    if (subject.kind === 'add') return api.call(calls.addUser, { ...fields, password }, { transactionId });
    if (subject.kind === 'invite') return api.call(calls.inviteUser, fields, { transactionId });
    return api.call(calls.updateUser, { ...fields, id: subject.user.id }, { transactionId });
  }, failureTexts[subject.kind]);
}

interface UserFormOptions {
  readonly subject: UserSubject;
  /** Saved; the text to show. */
  readonly onSaved: (text: string) => void;
  /** Something was sent and its outcome is unknown. */
  readonly onUnknown: () => void;
}

export interface UserForm {
  readonly draft: UserDraft;
  readonly change: (changed: Partial<UserDraft>) => void;
  readonly submit: () => void;
  readonly state: Change<UserDraft, unknown>['state'];
  readonly isIncomplete: boolean;
  readonly isChanged: boolean;
  readonly permissions: Answered<AnswerOf<typeof calls.getPermissions>>;
  /** Domains allowed in the e-mail. */
  readonly domains: readonly string[];
}

function savedText({ kind }: UserSubject, { email }: UserDraft): string {
  if (kind === 'invite') return t('An invitation is on its way to {email}.', { email: email.trim() });
  return kind === 'add' ? t('User Added successfully') : t('User updated successfully');
}

/** Keeps what was typed through every failure, and saves it (U2, U3, U5). */
export function useUserForm({ subject, onSaved, onUnknown }: UserFormOptions): UserForm {
  const { config } = useConsole();
  const [draft, setDraft] = useState<UserDraft>(() => draftOf(subject));
  const [isIncomplete, setIncomplete] = useState(false);
  // The admin's list of permissions (D20).
  const permissions = useAnswer(calls.getPermissions, {});
  const { state, send, clear } = useSaveUser(subject);
  const isAdding = subject.kind !== 'edit';
  const domains = isAdding ? config.emailDomains : config.emailDomains.slice(0, 2);

  const change = (changed: Partial<UserDraft>): void => {
    setDraft((before) => ({ ...before, ...changed }));
    if (state.status === 'failed') clear();
  };
  const save = async (): Promise<void> => {
    const isMissing = subject.kind === 'edit' && (subject.user.id === '' || draft.email === '');
    setIncomplete(isMissing);
    const isReady = state.status !== 'sending' && permissions.state.last !== null;
    if (isMissing || !isReady || emailProblem(draft.email, domains) !== null) return;
    const result = await send(draft);
    if (result.status === 'done') onSaved(savedText(subject, draft));
    else if (result.failure.outcome === 'unknown') onUnknown();
  };
  return {
    draft,
    change,
    submit: () => void save(),
    state,
    isIncomplete,
    isChanged: isChanged(draft, subject),
    permissions,
    domains,
  };
}
