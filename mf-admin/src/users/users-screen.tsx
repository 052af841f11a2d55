import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { calls, type UserRow } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole, useSession } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Card, Page } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { ListState } from '../list/list-state.tsx';
import { useList } from '../list/use-list.ts';
import { userColumns } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import { moreChangesOf } from './more-changes.ts';
import type { UserSubject } from './user-draft.ts';
import { ConfirmUserChange, type WantedChange } from './confirm-user-change.tsx';
import { t } from '../t.ts';

type Open =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'dialog'; readonly subject: UserSubject }
  | { readonly kind: 'question'; readonly wanted: WantedChange };

const nothing: Open = { kind: 'nothing' };

function useColumns(setOpen: (open: Open) => void): readonly Column<UserRow>[] {
  const { api } = useConsole();
  const { email: ownEmail, userlevel } = useSession();
  return useMemo(() => {
    const ask =
      (kind: 'log-out' | 'toggle') =>
      (user: UserRow): void =>
        setOpen({ kind: 'question', wanted: { kind, user } });
    return userColumns({
      ownEmail,
      onLogOut: ask('log-out'),
      onToggle: ask('toggle'),
      onEdit: (user) => setOpen({ kind: 'dialog', subject: { kind: 'edit', user } }),
      moreOf: (user) => moreChangesOf(user, userlevel === 'SUPERADMIN', api),
      onMore: (user, change) =>
        setOpen({
          kind: 'question',
          wanted: change.kind === 'contain' ? { kind: change.kind, user } : { kind: 'more', user, change },
        }),
    });
  }, [ownEmail, userlevel, api, setOpen]);
}

/** User Management: everybody who may log in, what each may do, and whether they are logged in (U1 to U4). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const list = useList(useCallback((signal: AbortSignal) => api.call(calls.getUsers, {}, { signal }), [api]));
  const [open, setOpen] = useState<Open>(nothing);
  const close = (): void => setOpen(nothing);
  const mayInvite = api.offers(calls.inviteUser) && list.state.last?.invitations === 'yes';
  const columns = useColumns(setOpen);
  const settled =
    <Result,>(tell: (result: Result) => void) =>
    (result: Result): void => {
      close();
      tell(result);
    };

  return (
    <Page
      title={t('User Management')}
      actions={
        <PageActions
          isLoading={list.state.status === 'loading'}
          onAdd={() => setOpen({ kind: 'dialog', subject: { kind: 'add' } })}
          onRefresh={list.refresh}
        />
      }
    >
      <ListState list={list} fetching={t('Fetching the users')}>
        {({ items }) => (
          <UserTable
            users={items}
            columns={columns}
            onInvite={mayInvite ? () => setOpen({ kind: 'dialog', subject: { kind: 'invite' } }) : undefined}
          />
        )}
      </ListState>
      {open.kind === 'dialog' && (
        <UserDialog
          subject={open.subject}
          users={list.state.last?.items ?? []}
          givenPasswordDays={list.state.last?.given_password_days ?? null}
          onClose={close}
          onSaved={settled(list.done)}
          onUnknown={list.refresh}
        />
      )}
      {open.kind === 'question' && (
        <ConfirmUserChange
          wanted={open.wanted}
          logoutRevokesKeys={list.state.last?.logout_revokes_keys === 'yes'}
          onDone={settled(list.done)}
          onFailed={settled(list.failed)}
          onCancel={close}
        />
      )}
    </Page>
  );
}

interface PageActionsProps {
  readonly isLoading: boolean;
  readonly onAdd: () => void;
  readonly onRefresh: () => void;
}

function PageActions({ isLoading, onAdd, onRefresh }: PageActionsProps): ReactNode {
  const { to } = useAddresses();
  return (
    <>
      <Button variant="primary" onPress={onAdd}>
        <LineIcon name="user-add" size={16} />
        {t('Add User')}
      </Button>
      <Button isPending={isLoading} onPress={onRefresh}>
        {t('Refresh')}
      </Button>
      <Link className={buttonClass()} to={to('keyManagement')}>
        {t('Key Management')}
      </Link>
    </>
  );
}

interface UserTableProps {
  readonly users: readonly UserRow[];
  readonly columns: readonly Column<UserRow>[];
  /** Only the list says whether invitations can be mailed, so their button comes with it and moves nothing. */
  readonly onInvite: (() => void) | undefined;
}

function UserTable({ users, columns, onInvite }: UserTableProps): ReactNode {
  return (
    <Card
      title={t('Users')}
      actions={
        onInvite && (
          <Button size="small" onPress={onInvite}>
            {t('Send an invitation')}
          </Button>
        )
      }
    >
      <DataTable
        label={t('Users')}
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        columnsName="users"
        minHeight={400}
        emptyText={t('No results found')}
        isFilterable
        exportName={t('users')}
      />
    </Card>
  );
}
