import { useId, useState, type ReactNode } from 'react';
import type { UserRow } from '@device-console/shared-lib/contract';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { ConfirmDialog, Dialog } from '@device-console/shared-lib/ui/dialog';
import { FailureNotice } from '../change/change-notices.tsx';
import type { UserSubject } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';
import { useUserForm } from './use-user-form.ts';
import { UserPermissions } from './user-permissions.tsx';
import { t } from '../t.ts';

interface UserDialogProps {
  readonly subject: UserSubject;
  readonly users: readonly UserRow[];
  /** Days that a password set here is valid; null: as long as any other (S27). */
  readonly givenPasswordDays: number | null;
  readonly onClose: () => void;
  /** Saved; the text to show. */
  readonly onSaved: (text: string) => void;
  /** Something was sent and its outcome is unknown, so the list must be read again. */
  readonly onUnknown: () => void;
}

const texts = {
  add: { title: t('Add User'), save: t('Add User') },
  invite: { title: t('Invite a user'), save: t('Send an invitation') },
  edit: { title: t('Edit User'), save: t('Save') },
} as const;

/** How a new user gets a password. */
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

/** Adds, invites or edits a user (U2, U3, U5). Keeps what was typed through every failure; asks before leaving it. */
export function UserDialog(props: UserDialogProps): ReactNode {
  const { subject, users, givenPasswordDays, onClose, onSaved, onUnknown } = props;
  const form = useId();
  const [isLeaving, setLeaving] = useState(false);
  const { draft, change, submit, state, isIncomplete, isChanged, permissions, domains } = useUserForm({
    subject,
    onSaved,
    onUnknown,
  });
  const isAdding = subject.kind !== 'edit';
  const { title, save } = texts[subject.kind];
  const hint = hintOf(subject, givenPasswordDays);
  const isSending = state.status === 'sending';
  const leave = (): void => {
    if (isChanged) setLeaving(true);
    else onClose();
  };

  return (
    <Dialog
      title={title}
      isOpen
      size="wide"
      isBusy={isSending}
      onClose={leave}
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
      {isIncomplete && <Notice tone="danger">{t('Please fill all required fields.')}</Notice>}
      {state.status === 'failed' && <FailureNotice failure={state.failure} />}
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
