import type { ReactNode } from 'react';
import type { UserRow } from '@device-console/shared-lib/contract';
import { Digits, StatusBadge } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import type { Column } from '@device-console/shared-lib/ui/table';
import { LoginStatus } from './login-status.tsx';
import { presenceText } from './presence-text.ts';
import { isAdmin, permissionNamesOf } from './permission-names.ts';
import { PermissionView } from './permission-view.tsx';
import { UserActions } from './user-actions.tsx';
import type { MoreChange } from './more-changes.ts';
import { isActive } from './user-row.ts';
import { t } from '../t.ts';

/** What can be asked for in a user's row. */
export interface RowRequests {
  /** E-mail of the operator, who cannot log out or disable himself here. */
  readonly ownEmail: string;
  readonly onEdit: (user: UserRow) => void;
  readonly onLogOut: (user: UserRow) => void;
  readonly onToggle: (user: UserRow) => void;
  readonly moreOf: (user: UserRow) => readonly MoreChange[];
  readonly onMore: (user: UserRow, change: MoreChange) => void;
}

/** The columns of the table of users, in their order (U1, U3, U4). */
export function userColumns(requests: RowRequests): readonly Column<UserRow>[] {
  return [
    {
      id: 'email',
      header: t('Email'),
      cell: ({ email }) => email,
      sortValue: ({ email }) => email,
      isRowHeader: true,
      width: 180,
    },
    {
      id: 'phone',
      header: t('Phone'),
      cell: ({ phone }) => <Digits>{phone}</Digits>,
      sortValue: ({ phone }) => phone,
      width: 110,
    },
    {
      id: 'permissions',
      header: t('Permission'),
      width: 165,
      cell: (user) => <PermissionView user={user} />,
      sortValue: (user) => (isAdmin(user) ? Number.MAX_SAFE_INTEGER : permissionNamesOf(user.permissions).length),
      text: permissionText,
    },
    {
      id: 'login',
      header: t('Login Status'),
      width: 185,
      cell: (user) => <LoginStatus user={user} isOwn={isOwn(user, requests)} onLogOut={requests.onLogOut} />,
      sortValue: ({ loginstatus }) => loginstatus,
      text: ({ loginstatus }) => loginstatus,
      foundBy: presenceText,
    },
    {
      id: 'status',
      header: t('User Status'),
      width: 100,
      cell: (user) => <UserStatus user={user} />,
      sortValue: ({ userstatus }) => userstatus,
    },
    {
      id: 'actions',
      header: t('Actions'),
      width: 290,
      isExported: false,
      text: () => '',
      cell: (user) => (
        <UserActions user={user} isOwn={isOwn(user, requests)} more={requests.moreOf(user)} {...requests} />
      ),
    },
  ];
}

/** What the filter finds and a file holds: every permission by its name. */
function permissionText(user: UserRow): string {
  if (isAdmin(user)) return t('All');
  return permissionNamesOf(user.permissions).join(', ') || t('No Permission');
}

/** ACTIVE or INACTIVE as the server says it; a back end that says nothing is shown to say nothing. */
function UserStatus({ user }: { readonly user: UserRow }): ReactNode {
  if (user.userstatus === '') return '';
  return (
    <StatusBadge
      tone={isActive(user) ? (user.invitation === '' ? 'success' : 'warning') : 'danger'}
      icon={<LineIcon name={isActive(user) ? 'success' : 'app-blocked'} size={14} />}
    >
      {stateText(user)}
    </StatusBadge>
  );
}

function stateText({ contained, invitation, userstatus }: UserRow): string {
  if (contained === 'yes') return t('Contained');
  return invitation === '' ? userstatus : invitation === 'open' ? t('Invited') : t('Invitation over');
}

function isOwn({ email }: UserRow, { ownEmail }: RowRequests): boolean {
  return email.toLowerCase() === ownEmail.toLowerCase();
}
