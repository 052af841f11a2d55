import type { UserRow } from '@device-console/shared-lib/contract';
import { Digits, StatusBadge } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { messages, userMessages } from '../messages.ts';
import { LoginStatus } from './login-status.tsx';
import { permissionNamesOf, PermissionView } from './permission-view.tsx';
import { UserActions } from './user-actions.tsx';
import { isActive } from './user-row.ts';
import { t } from '../t.ts';

/** What can be asked for in a user's row. */
export interface RowRequests {
  /** E-mail of the operator, who cannot log out or disable himself here. */
  readonly ownEmail: string;
  readonly onEdit: (user: UserRow) => void;
  readonly onLogOut: (user: UserRow) => void;
  readonly onToggle: (user: UserRow) => void;
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
      width: 200,
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
      width: 285,
      cell: ({ permissions }) => <PermissionView permissions={permissions} />,
      sortValue: ({ permissions }) => permissionNamesOf(permissions).length,
      text: ({ permissions }) => permissionNamesOf(permissions).join(', ') || userMessages.noPermission,
    },
    {
      id: 'login',
      header: t('Login Status'),
      width: 125,
      cell: (user) => <LoginStatus user={user} isOwn={isOwn(user, requests)} onLogOut={requests.onLogOut} />,
      sortValue: ({ loginstatus }) => loginstatus,
    },
    {
      id: 'status',
      header: t('User Status'),
      width: 120,
      cell: (user) => <StatusBadge tone={isActive(user) ? 'success' : 'danger'}>{user.userstatus}</StatusBadge>,
      sortValue: ({ userstatus }) => userstatus,
    },
    {
      id: 'actions',
      header: messages.actions,
      width: 235,
      isExported: false,
      text: () => '',
      cell: (user) => (
        <UserActions user={user} isOwn={isOwn(user, requests)} onEdit={requests.onEdit} onToggle={requests.onToggle} />
      ),
    },
  ];
}

function isOwn({ email }: UserRow, { ownEmail }: RowRequests): boolean {
  return email.toLowerCase() === ownEmail.toLowerCase();
}
