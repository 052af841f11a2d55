import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { calls, type UserRow } from '@device-console/shared-lib/contract';
import { useAddresses, useConsole, useSession } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Card, Page } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { ListState } from '../list/list-state.tsx';
import { useList } from '../list/use-list.ts';
import { messages, userMessages } from '../messages.ts';
import { userColumns } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import type { UserSubject } from './user-draft.ts';
import { ConfirmUserChange, type WantedChange } from './confirm-user-change.tsx';

/** What stands above the list. */
type Open =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'dialog'; readonly subject: UserSubject }
  | { readonly kind: 'question'; readonly wanted: WantedChange };

const nothing: Open = { kind: 'nothing' };

/** User Management: everybody who may log in, what each may do, and whether they are logged in (U1 to U4). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { email: ownEmail } = useSession();
  const { to } = useAddresses();
  const list = useList(useCallback((signal: AbortSignal) => api.call(calls.getUsers, {}, { signal }), [api]));
  const [open, setOpen] = useState<Open>(nothing);
  const close = (): void => setOpen(nothing);
  const columns = useMemo(() => {
    const ask =
      (kind: WantedChange['kind']) =>
      (user: UserRow): void =>
        setOpen({ kind: 'question', wanted: { kind, user } });
    return userColumns({
      ownEmail,
      onLogOut: ask('log-out'),
      onToggle: ask('toggle'),
      onEdit: (user) => setOpen({ kind: 'dialog', subject: { kind: 'edit', user } }),
    });
  }, [ownEmail]);
  const settled =
    <Result,>(tell: (result: Result) => void) =>
    (result: Result): void => {
      close();
      tell(result);
    };

  return (
    <Page
      title={userMessages.title}
      actions={
        <>
          <Button variant="primary" onPress={() => setOpen({ kind: 'dialog', subject: { kind: 'add' } })}>
            {userMessages.add}
          </Button>
          <Button isPending={list.state.status === 'loading'} onPress={list.refresh}>
            {messages.refresh}
          </Button>
          <Link className={buttonClass()} to={to('keyManagement')}>
            {userMessages.keys}
          </Link>
        </>
      }
    >
      <ListState list={list} fetching={userMessages.fetching}>
        {({ items }) => <UserTable users={items} columns={columns} />}
      </ListState>
      {open.kind === 'dialog' && (
        <UserDialog subject={open.subject} onClose={close} onSaved={settled(list.done)} onUnknown={list.refresh} />
      )}
      {open.kind === 'question' && (
        <ConfirmUserChange
          wanted={open.wanted}
          onDone={settled(list.done)}
          onFailed={settled(list.failed)}
          onCancel={close}
        />
      )}
    </Page>
  );
}

interface UserTableProps {
  readonly users: readonly UserRow[];
  readonly columns: readonly Column<UserRow>[];
}

function UserTable({ users, columns }: UserTableProps): ReactNode {
  return (
    <Card title={userMessages.list}>
      <DataTable
        label={userMessages.list}
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        minHeight={400}
        emptyText={messages.noResults}
        isFilterable
        exportName={userMessages.exportName}
      />
    </Card>
  );
}
