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

const discard = {
  title: t('Leave without saving?'),
  message: t('Your changes will be lost.'),
  leave: t('Leave'),
  stay: t('Stay here'),
} as const;

interface UserDialogProps {
  readonly subject: UserSubject;
  readonly users: readonly UserRow[];
  /** Days that a password counts which is given here; null: as any other (S27). */
  readonly givenPasswordDays: number | null;
  readonly onClose: () => void;
  /** Saved; the text says so. */
  readonly onSaved: (text: string) => void;
  /** Something was sent of which the outcome is not known: the list has to be read again. */
  readonly onUnknown: () => void;
}

const texts = {
  add: { title: t('Add User'), save: t('Add User') },
  invite: { title: t('Invite a user'), save: t('Send an invitation') },
  edit: { title: t('Edit User'), save: t('Save') },
} as const;

/** Adds, invites or edits a user (U2, U3, U5). What was typed stays through every failure, and leaving it asks. */
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
        <Buttons
          form={form}
          label={save}
          isSending={isSending}
          isReady={permissions.state.last !== null}
          onLeave={leave}
        />
      }
    >
      {subject.kind === 'invite' && (
        <p>
          {t(
            'The person gets a mail with a link that works once, for 72 hours, and chooses the password. Nobody ' +
              'else knows it.',
          )}
        </p>
      )}
      {subject.kind === 'add' && givenPasswordDays !== null && (
        <p>
          {t(
            'Tell the person this password yourself. It works for {days} days: the first login asks for one of ' +
              'their own, which nobody else knows.',
            { days: givenPasswordDays },
          )}
        </p>
      )}
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
      <LeaveQuestion isOpen={isLeaving} onLeave={onClose} onStay={() => setLeaving(false)} />
    </Dialog>
  );
}

interface LeaveQuestionProps {
  readonly isOpen: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

function LeaveQuestion({ isOpen, onLeave, onStay }: LeaveQuestionProps): ReactNode {
  return (
    <ConfirmDialog
      {...discard}
      isOpen={isOpen}
      confirmLabel={discard.leave}
      cancelLabel={discard.stay}
      tone="danger"
      onConfirm={onLeave}
      onCancel={onStay}
    />
  );
}

interface ButtonsProps {
  readonly form: string;
  readonly label: string;
  readonly isSending: boolean;
  readonly isReady: boolean;
  readonly onLeave: () => void;
}

function Buttons({ form, label, isSending, isReady, onLeave }: ButtonsProps): ReactNode {
  return (
    <>
      <Button onPress={onLeave} isDisabled={isSending}>
        {t('Cancel')}
      </Button>
      <Button type="submit" form={form} variant="primary" isPending={isSending} isDisabled={!isReady}>
        {label}
      </Button>
    </>
  );
}
