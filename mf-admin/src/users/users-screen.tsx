import { useCallback, useEffect, type ReactNode } from 'react';
import { calls, type UserRow } from '@device-console/shared-lib/contract';
import { failureText, useConsole, useQuery } from '@device-console/shared-lib/console';
import { Button, Card, Notice, Page, Spinner, StatusBadge } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';

const columns: readonly Column<UserRow>[] = [
  { id: 'email', header: 'Email', cell: ({ email }) => email, sortValue: ({ email }) => email, isRowHeader: true },
  { id: 'phone', header: 'Phone', cell: ({ phone }) => phone },
  { id: 'permissions', header: 'Permission', cell: ({ permissions }) => permissions || 'No Permission' },
  {
    id: 'login',
    header: 'Login Status',
    cell: ({ loginstatus }) => <StatusBadge tone={loginstatus === 'LOGIN' ? 'success' : 'neutral'}>{loginstatus}</StatusBadge>,
    sortValue: ({ loginstatus }) => loginstatus,
  },
  {
    id: 'status',
    header: 'User Status',
    cell: ({ userstatus }) => <StatusBadge tone={userstatus === 'ACTIVE' ? 'success' : 'danger'}>{userstatus}</StatusBadge>,
    sortValue: ({ userstatus }) => userstatus,
  },
];

/** User Management: everybody who may log in, and what each may do (U1). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { state, ask } = useQuery(useCallback((_: null, signal: AbortSignal) => api.call(calls.getUsers, {}, { signal }), [api]));
  useEffect(() => ask(null), [ask]);
  return (
    <Page title="User Management" actions={<Button isPending={state.status === 'loading'} onPress={() => ask(null)}>Refresh</Button>}>
      {state.status === 'failed' && (
        <Notice tone="danger" actions={<Button onPress={() => ask(null)}>Retry</Button>}>
          {failureText(state.error, 'Cannot fetch the data now, please try again.')}
        </Notice>
      )}
      {state.status === 'loading' && !state.last && <Spinner label="Fetching the users" />}
      {state.last && (
        <Card title="Users">
          <DataTable label="Users" columns={columns} rows={state.last.items} rowKey={({ id }) => id} emptyText="No results found" />
        </Card>
      )}
    </Page>
  );
}
