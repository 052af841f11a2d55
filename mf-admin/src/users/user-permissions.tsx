import type { ReactNode } from 'react';
import { failureNotice } from '@device-console/shared-lib/console';
import type { UserRow } from '@device-console/shared-lib/contract';
import { Button, Notice, Spinner } from '@device-console/shared-lib/ui';
import { PermissionChoice } from './permission-choice.tsx';
import { PermissionStarts } from './permission-starts.tsx';
import { presetStarts, userStarts } from './role-presets.ts';
import { givenPermissions, type UserSubject } from './user-draft.ts';
import type { usePermissions } from './use-permissions.ts';
import { t } from '../t.ts';

interface UserPermissionsProps {
  readonly query: ReturnType<typeof usePermissions>;
  readonly subject: UserSubject;
  /** Everybody in the list, whose permissions can be copied. */
  readonly users: readonly UserRow[];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

/** The permissions of the dialog: fetched, failed with Retry, or to choose from (U1 to U3). */
export function UserPermissions({ query, subject, users, chosen, onChange }: UserPermissionsProps): ReactNode {
  const { state, ask } = query;
  const others = subject.kind === 'edit' ? users.filter(({ id }) => id !== subject.user.id) : users;
  const { ids, unreadable } = givenPermissions(subject.kind === 'edit' ? subject.user.permissions_id : '');
  return (
    <>
      {unreadable.length > 0 && (
        <Notice tone="warning" announce="off">
          {t('This user has permissions that cannot be read and will be lost when you save: {texts}.', {
            texts: unreadable.join(', '),
          })}
        </Notice>
      )}
      {state.status === 'loading' && !state.last && <Spinner label={t('Fetching the permissions')} />}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={t('Cannot fetch the data now, please try again.')}
          actions={
            <Button size="small" onPress={ask}>
              {t('Retry')}
            </Button>
          }
          {...failureNotice(state.error)}
        />
      )}
      {state.last && (
        <PermissionChoice
          permissions={state.last}
          given={ids}
          chosen={chosen}
          starts={
            <PermissionStarts
              presets={presetStarts(state.last)}
              users={userStarts(others, state.last)}
              chosen={chosen}
              onChoose={onChange}
            />
          }
          onChange={onChange}
        />
      )}
    </>
  );
}
