import { useMemo, useState, type ReactNode } from 'react';
import { calls, type UserRow } from '@device-console/shared-lib/contract';
import { useAddresses, useCode, useConsole, useSession } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Card, Page } from '@device-console/shared-lib/ui';
import { AlertDialog } from '@device-console/shared-lib/ui/dialog';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { type Question, notifyAfter } from '../change/use-change.tsx';
import { ListState, useList } from '../list/use-list.tsx';
import { userColumns } from './user-columns.tsx';
import { UserDialog } from './user-dialog.tsx';
import type { ContainDialogProps } from './contain-dialog.tsx';
import { logOutQuestion, moreChangesOf, toggleQuestion } from './user-changes.ts';
import type { UserSubject } from './user-draft.ts';
import { t } from '../t.ts';

// Fetched on demand: most operators contain nobody.
const loadDialog = () => import('./contain-dialog.tsx');

function ContainAccount(props: ContainDialogProps): ReactNode {
  const { state } = useCode(loadDialog);
  if (state.status === 'failed') return <DialogMissing {...props} />;
  return state.last && <state.last.ContainDialog {...props} />;
}

function DialogMissing({ email, onCancel }: ContainDialogProps): ReactNode {
  return (
    <AlertDialog
      title={email}
      message={t(
        'This part of the console could not be loaded, and nothing was done. Reload the page, then try again; until ' +
          'then Disable keeps the account out.',
      )}
      isOpen
      onClose={onCancel}
    />
  );
}

/** The subject of the dialog over the list. */
type Open = UserSubject | { readonly kind: 'contain'; readonly user: UserRow } | null;

function useColumns(
  setOpen: (open: Open) => void,
  ask: (question: Question) => void,
  { logout_revokes_keys: revokes, invitations }: { readonly logout_revokes_keys: string; readonly invitations: string },
): readonly Column<UserRow>[] {
  const { api } = useConsole();
  const { email: ownEmail, userlevel } = useSession();
  return useMemo(() => {
    const caller = { isSuperadmin: userlevel === 'SUPERADMIN', mailsPeople: invitations === 'yes' };
    return userColumns({
      ownEmail,
      onLogOut: (user) => ask(logOutQuestion(user, revokes === 'yes', api)),
      onToggle: (user) => ask(toggleQuestion(user, api)),
      onEdit: (user) => setOpen({ kind: 'edit', user }),
      moreOf: (user) => moreChangesOf(user, caller, api),
      onMore: (user, { asks }) => (asks === 'contain' ? setOpen({ kind: asks, user }) : ask(asks)),
    });
  }, [ownEmail, userlevel, api, setOpen, ask, revokes, invitations]);
}

const noAnswer = { logout_revokes_keys: '', invitations: '' };

/** Everybody who may log in, their permissions, and whether they are logged in (U1 to U7, S32). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { to } = useAddresses();
  const list = useList(calls.getUsers, {});
  const { state, refresh, ask } = list;
  const [open, setOpen] = useState<Open>(null);
  const columns = useColumns(setOpen, ask, state.last ?? noAnswer);
  const close = (): void => setOpen(null);
  const listener = notifyAfter(close, list.changes);

  return (
    <Page
      title={t('User Management')}
      actions={
        <>
          <Button variant="primary" onPress={() => setOpen({ kind: 'add' })}>
            <LineIcon name="user-add" size={16} />
            {t('Add User')}
          </Button>
          <Button isPending={state.status === 'loading'} onPress={refresh}>
            {t('Refresh')}
          </Button>
          <Link className={buttonClass()} to={to('keyManagement')}>
            {t('Key Management')}
          </Link>
        </>
      }
    >
      <ListState list={list} fetching={t('Fetching the users')}>
        {({ items, invitations }) => (
          <Card
            title={t('Users')}
            actions={
              // Only the list says whether invitations can be mailed: the button appears with it, and nothing moves.
              invitations === 'yes' &&
              api.offers(calls.inviteUser) && (
                <Button size="small" onPress={() => setOpen({ kind: 'invite' })}>
                  {t('Send an invitation')}
                </Button>
              )
            }
          >
            <DataTable
              label={t('Users')}
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              columnsName="users"
              minHeight={400}
              emptyText={t('No results found')}
              isFilterable
              exportName={t('users')}
            />
          </Card>
        )}
      </ListState>
      {open && open.kind !== 'contain' && (
        <UserDialog
          subject={open}
          users={state.last?.items ?? []}
          givenPasswordDays={state.last?.given_password_days ?? null}
          onClose={close}
          onSaved={listener.done}
        />
      )}
      {open?.kind === 'contain' && <ContainAccount email={open.user.email} listener={listener} onCancel={close} />}
    </Page>
  );
}
