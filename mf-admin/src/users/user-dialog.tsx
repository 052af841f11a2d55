import { useId, useMemo, useState, type ReactNode } from 'react';
import { useAnswer, useConsole, useInvalidate } from '@device-console/shared-lib/console';
import { calls, type UserRow } from '@device-console/shared-lib/contract';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { ConfirmDialog, Dialog } from '@device-console/shared-lib/ui/dialog';
import { type ChangeState, FailureNotice, type FailureTexts, useChange } from '../change/use-change.tsx';
import { draftOf, emailProblem, isChanged, type UserDraft, type UserSubject } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';
import { UserPermissions } from './user-permissions.tsx';
import { t } from '../t.ts';

interface UserDialogProps {
  readonly subject: UserSubject;
  readonly users: readonly UserRow[];
  /** Days that a password set here is valid; null: like any other (S27). */
  readonly givenPasswordDays: number | null;
  readonly onClose: () => void;
  /** Gets the text to show. */
  readonly onSaved: (text: string) => void;
}

interface SubjectTexts {
  readonly title: string;
  readonly save: string;
  readonly saved: (email: string) => string;
  readonly failures: FailureTexts;
}

const texts: Readonly<Record<UserSubject['kind'], SubjectTexts>> = {
  add: {
    title: t('Add User'),
    save: t('Add User'),
    saved: () => t('User Added successfully'),
    failures: { refused: t('Error updating user'), exception: t('Please try after sometime') },
  },
  invite: {
    title: t('Invite a user'),
    save: t('Send an invitation'),
    saved: (email) => t('An invitation is on its way to {email}.', { email }),
    failures: { refused: t('Error updating user') },
  },
  edit: {
    title: t('Edit User'),
    save: t('Save'),
    saved: () => t('User updated successfully'),
    failures: {
      refused: t('Error saving user. Please try again.'),
      exception: t('Error saving user. Please try again.'),
    },
  },
};

function hintOf({ kind }: UserSubject, days: number | null): string | null {
  if (kind === 'invite')
    return t(
      'The person gets a mail with a link that works once, for 72 hours, and chooses the password. Nobody ' +
        'else knows it.',
    );
  if (kind !== 'add' || days === null) return null;
  return t(
    'Tell the person this password yourself. It works for {days} days: the first login asks for one of ' +
      'their own, which nobody else knows.',
    { days },
  );
}

/** By addUser.php for a new user, inviteUser.php for an invitation, else updateUser.php (U2, U3, U5). */
function useSaveUser({ subject, onSaved }: UserDialogProps) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { failures, saved } = texts[subject.kind];
  return useChange({
    name: subject.kind,
    subjectOf: ({ email }: UserDraft) => (subject.kind === 'edit' ? subject.user.id : email.trim()),
    run: ({ email, phone, password, permissions }: UserDraft, transactionId): Promise<unknown> => {
      const fields = { email: email.trim(), phone, permissions: [...permissions] };
      if (subject.kind === 'add') return api.call(calls.addUser, { ...fields, password }, { transactionId });
      if (subject.kind === 'invite') return api.call(calls.inviteUser, fields, { transactionId });
      return api.call(calls.updateUser, { ...fields, id: subject.user.id }, { transactionId });
    },
    texts: failures,
    done: (_, { email }) => onSaved(saved(email.trim())),
    failed: ({ outcome }) => outcome === 'unknown' && invalidate(calls.getUsers),
  });
}

function useUserForm(props: UserDialogProps) {
  const { subject } = props;
  const { config } = useConsole();
  const [draft, setDraft] = useState<UserDraft>(() => draftOf(subject));
  const [isIncomplete, setIncomplete] = useState(false);
  // The admin's list of permissions (D20).
  const permissions = useAnswer(calls.getPermissions, {});
  const { state, send, clear } = useSaveUser(props);
  const domains = subject.kind === 'edit' ? config.emailDomains.slice(0, 2) : config.emailDomains;
  const change = (changed: Partial<UserDraft>): void => {
    setDraft((before) => ({ ...before, ...changed }));
    if (state.status === 'failed') clear();
  };
  const submit = (): void => {
    const isMissing = subject.kind === 'edit' && (subject.user.id === '' || draft.email === '');
    setIncomplete(isMissing);
    const isReady = state.status !== 'sending' && permissions.state.last !== null;
    if (!isMissing && isReady && emailProblem(draft.email, domains) === null) send(draft);
  };
  return { draft, change, submit, state, isIncomplete, permissions, domains };
}

function refusedField(state: ChangeState) {
  if (state.status !== 'failed' || state.failure.outcome !== 'refused') return null;
  const { field, text } = state.failure;
  return field === undefined ? null : { field, text };
}

/** Adds, invites or edits a user (U2, U3, U5). What was typed stays through every failure; leaving it asks. */
export function UserDialog(props: UserDialogProps): ReactNode {
  const { subject, users, givenPasswordDays, onClose } = props;
  const form = useId();
  const [isLeaving, setLeaving] = useState(false);
  const { draft, change, submit, state, isIncomplete, permissions, domains } = useUserForm(props);
  const isAdding = subject.kind !== 'edit';
  const { title, save } = texts[subject.kind];
  const hint = hintOf(subject, givenPasswordDays);
  const isSending = state.status === 'sending';
  const refused = useMemo(() => refusedField(state), [state]);
  const leave = (): void => {
    if (isChanged(draft, subject)) setLeaving(true);
    else onClose();
  };

  return (
    <Dialog
      title={title}
      isOpen
      size="wide"
      isBusy={isSending}
      onClose={leave}
      notice={
        <>
          {isIncomplete && <Notice tone="danger">{t('Please fill all required fields.')}</Notice>}
          {state.status === 'failed' && <FailureNotice failure={state.failure} />}
        </>
      }
      actions={
        <>
          <Button onPress={leave} isDisabled={isSending}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            isPending={isSending}
            isDisabled={permissions.state.last === null}
          >
            {save}
          </Button>
        </>
      }
    >
      {hint !== null && <p>{hint}</p>}
      <UserFields
        form={form}
        isAdding={isAdding}
        hasPassword={subject.kind === 'add'}
        domains={domains}
        draft={draft}
        refused={refused}
        onChange={change}
        onSubmit={submit}
      />
      <UserPermissions
        query={permissions}
        subject={subject}
        users={users}
        chosen={draft.permissions}
        onChange={(chosen) => change({ permissions: chosen })}
      />
      <ConfirmDialog
        title={t('Leave without saving?')}
        message={t('Your changes will be lost.')}
        isOpen={isLeaving}
        confirmLabel={t('Leave')}
        cancelLabel={t('Stay here')}
        tone="danger"
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      />
    </Dialog>
  );
}
