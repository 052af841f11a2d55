import type { ReactNode } from 'react';
import { Button, Notice, Spinner } from '@device-console/shared-lib/ui';
import { messages, userMessages } from '../messages.ts';
import { PermissionChoice } from './permission-choice.tsx';
import { givenPermissions, type UserSubject } from './user-draft.ts';
import type { usePermissions } from './use-permissions.ts';

interface UserPermissionsProps {
  readonly query: ReturnType<typeof usePermissions>;
  readonly subject: UserSubject;
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

/** The permissions of the dialog: fetched, failed with Retry, or to choose from (U1 to U3). */
export function UserPermissions({ query: { state, ask }, subject, chosen, onChange }: UserPermissionsProps): ReactNode {
  const { ids, unreadable } = givenPermissions(subject.kind === 'edit' ? subject.user.permissions_id : '');
  return (
    <>
      {unreadable.length > 0 && (
        <Notice tone="warning" announce="off">
          {userMessages.unreadablePermissions(unreadable)}
        </Notice>
      )}
      {state.status === 'loading' && !state.last && <Spinner label={userMessages.fetchingPermissions} />}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={messages.fetchFailed}
          actions={
            <Button size="small" onPress={ask}>
              {messages.retry}
            </Button>
          }
        >
          {state.error.message}
        </Notice>
      )}
      {state.last && <PermissionChoice permissions={state.last} given={ids} chosen={chosen} onChange={onChange} />}
    </>
  );
}
