import { useId, useState, type ReactNode } from 'react';
import { useConsole } from '@device-console/shared-lib/console';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { ConfirmDialog, Dialog } from '@device-console/shared-lib/ui/dialog';
import { FailureNotice } from '../change/failure-notice.tsx';
import { messages, userMessages } from '../messages.ts';
import { draftOf, emailProblem, isChanged, type UserDraft, type UserSubject } from './user-draft.ts';
import { UserFields } from './user-fields.tsx';
import { useSaveUser } from './use-save-user.ts';
import { UserPermissions } from './user-permissions.tsx';
import { usePermissions } from './use-permissions.ts';

interface UserDialogProps {
  readonly subject: UserSubject;
  readonly onClose: () => void;
  /** Saved; the text says so. */
  readonly onSaved: (text: string) => void;
  /** Something was sent of which the outcome is not known: the list has to be read again. */
  readonly onUnknown: () => void;
}

/** Adds or edits a user (U2, U3). What was typed stays through every failure, and leaving it asks. */
export function UserDialog({ subject, onClose, onSaved, onUnknown }: UserDialogProps): ReactNode {
  const form = useId();
  const { config } = useConsole();
  const [draft, setDraft] = useState<UserDraft>(() => draftOf(subject));
  const [isIncomplete, setIncomplete] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const permissions = usePermissions();
  const { state, send, clear } = useSaveUser(subject);
  const isAdding = subject.kind === 'add';
  const domains = isAdding ? config.emailDomains : config.emailDomains.slice(0, 2);
  const isSending = state.status === 'sending';

  const change = (changed: Partial<UserDraft>): void => {
    setDraft((before) => ({ ...before, ...changed }));
    if (state.status === 'failed') clear();
  };
  const submit = async (): Promise<void> => {
    const isMissing = subject.kind === 'edit' && (subject.user.id === '' || draft.email === '');
    setIncomplete(isMissing);
    if (isMissing || isSending || permissions.state.last === null || emailProblem(draft.email, domains) !== null)
      return;
    const result = await send(draft);
    if (result.status === 'done') onSaved(isAdding ? userMessages.added : userMessages.updated);
    else if (result.failure.outcome === 'unknown') onUnknown();
  };
  const leave = (): void => {
    if (isChanged(draft, subject)) setLeaving(true);
    else onClose();
  };

  return (
    <Dialog
      title={isAdding ? userMessages.add : userMessages.edit}
      isOpen
      size="wide"
      isBusy={isSending}
      onClose={leave}
      actions={
        <>
          <Button onPress={leave} isDisabled={isSending}>
            {messages.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            isPending={isSending}
            isDisabled={permissions.state.last === null}
          >
            {isAdding ? userMessages.add : userMessages.save}
          </Button>
        </>
      }
    >
      <UserFields
        form={form}
        isAdding={isAdding}
        domains={domains}
        draft={draft}
        onChange={change}
        onSubmit={() => void submit()}
      />
      <UserPermissions
        query={permissions}
        subject={subject}
        chosen={draft.permissions}
        onChange={(chosen) => change({ permissions: chosen })}
      />
      {isIncomplete && <Notice tone="danger">{userMessages.incomplete}</Notice>}
      {state.status === 'failed' && <FailureNotice failure={state.failure} />}
      <ConfirmDialog
        {...messages.discard}
        isOpen={isLeaving}
        confirmLabel={messages.discard.leave}
        cancelLabel={messages.discard.stay}
        tone="danger"
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      />
    </Dialog>
  );
}
