import { type ReactNode, Fragment, useEffect, useRef } from 'react';
import type { UserRow } from '@device-console/shared-lib/contract';
import { Digits, StatusBadge, Actions, Button } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import type { Column } from '@device-console/shared-lib/ui/table';
import { HoverView } from '@device-console/shared-lib/ui/hover';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import { isAdmin, permissionNamesOf, groupPermissions } from './user-draft.ts';
import { isActive, type MoreChange, isLoggedIn } from './user-changes.ts';
import { t } from '../t.ts';
import styles from './users.module.css';

/** Keeps unknown states unchanged (U4, D1a). */
function presenceText(user: UserRow): string {
  if (isLoggedIn(user)) return t('Online');
  return user.loginstatus.toUpperCase() === 'LOGOUT' ? t('Offline') : user.loginstatus;
}

interface RowRequests {
  /** Nobody can log out or disable themselves here. */
  readonly ownEmail: string;
  readonly onEdit: (user: UserRow) => void;
  readonly onLogOut: (user: UserRow) => void;
  readonly onToggle: (user: UserRow) => void;
  /** Further changes (U5 to U7); empty if the back end supports none. */
  readonly moreOf: (user: UserRow) => readonly MoreChange[];
  readonly onMore: (user: UserRow, change: MoreChange) => void;
}

interface RowProps {
  readonly user: UserRow;
  readonly requests: RowRequests;
}

function isOwn({ user: { email }, requests: { ownEmail } }: RowProps): boolean {
  return email.toLowerCase() === ownEmail.toLowerCase();
}

/**
 * LOGIN or LOGOUT, and whether the user is online. Pressing LOGIN asks, then ends the user's sessions; LOGOUT, and the
 * operator's own state, are plain text (U4).
 */
function LoginStatus({ user, requests }: RowProps): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  const presence = presenceText(user);
  const isButton = isLoggedIn(user) && !isOwn({ user, requests });
  // The button goes with the session, before or after the dialog has returned the focus: keyboard users stay in this
  // row either way.
  useEffect(() => {
    if (isButton || !wasPressed.current) return;
    wasPressed.current = false;
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [isButton]);
  const ask = (): void => {
    wasPressed.current = true;
    requests.onLogOut(user);
  };
  return (
    <span ref={place} tabIndex={-1} className={styles['place']}>
      {isButton ? (
        <Button size="small" aria-label={`${user.loginstatus}: ${`${t('Log out')} ${user.email}`}`} onPress={ask}>
          {user.loginstatus}
        </Button>
      ) : (
        user.loginstatus
      )}
      {presence !== user.loginstatus && (
        <StatusBadge tone={isLoggedIn(user) ? 'success' : 'neutral'}>{presence}</StatusBadge>
      )}
    </span>
  );
}

/** Edit, and the icon that enables or disables. The operator's own row says why it has neither (U3, U4). */
function UserActions({ user, requests }: RowProps): ReactNode {
  const { onEdit, onToggle, moreOf, onMore } = requests;
  const more = moreOf(user);
  const isTheirOwn = isOwn({ user, requests });
  const toggle = isActive(user) ? t('Disable') : t('Enable');
  return (
    <Actions>
      <Button size="small" variant="quiet" aria-label={`${t('Edit')} ${user.email}`} onPress={() => onEdit(user)}>
        <LineIcon name="edit" size={14} />
        {t('Edit')}
      </Button>
      {isTheirOwn ? (
        <HoverView label={t('Your account')}>
          {t(
            'You cannot log yourself out or disable yourself here. Logout in the menu ends your session; another ' +
              'admin can disable your account.',
          )}
        </HoverView>
      ) : (
        <Button size="small" variant="quiet" aria-label={`${toggle} ${user.email}`} onPress={() => onToggle(user)}>
          <LineIcon name="device-action" size={14} />
          {toggle}
        </Button>
      )}
      {!isTheirOwn && more.length > 0 && (
        <MenuButton
          size="small"
          label={t('Manage')}
          spokenLabel={`${t('Manage')} ${user.email}`}
          choices={more.map(({ id, label }) => ({ id, label }))}
          onChoose={(id) => {
            const change = more.find((one) => one.id === id);
            if (change) onMore(user, change);
          }}
        />
      )}
    </Actions>
  );
}

/** Permissions that a cell lists. */
const NAMED = 2;

const titlesOf = (names: readonly string[]): string => names.map((name) => t.known(name)).join(', ');

/** The first permissions; all of them in groups on hover or focus. Admins have all (U1, N5). */
function PermissionView({ user }: { readonly user: UserRow }): ReactNode {
  if (isAdmin(user))
    return (
      <span className={styles['hover']}>
        <HoverView label={t('All')}>{t('Admins may open every screen and send every command.')}</HoverView>
      </span>
    );
  const names = permissionNamesOf(user.permissions);
  if (names.length === 0) return <span className={styles['none']}>{t('No Permission')}</span>;
  const [first = '', ...others] = names;
  return (
    <span className={styles['hover']}>
      <HoverView
        label={
          names.length > NAMED
            ? t('{first} and {count} more', { first: t.known(first), count: String(others.length) })
            : titlesOf(names)
        }
      >
        <span className={styles['groups']}>
          {groupPermissions(names).map(({ title, names: members }) => (
            <Fragment key={title}>
              <span className={styles['group']}>{title}</span>
              <span>{titlesOf(members)}</span>
            </Fragment>
          ))}
        </span>
      </HoverView>
    </span>
  );
}

/** The columns of U1, U3 and U4. */
export function userColumns(requests: RowRequests): readonly Column<UserRow>[] {
  return [
    { id: 'email', header: t('Email'), sortValue: ({ email }) => email, isRowHeader: true, width: 180 },
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
      cell: (user) => <LoginStatus user={user} requests={requests} />,
      sortValue: ({ loginstatus }) => loginstatus,
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
        <div className={styles['actions']}>
          <UserActions user={user} requests={requests} />
        </div>
      ),
    },
  ];
}

/** Names all permissions, for the filter and files. */
function permissionText(user: UserRow): string {
  if (isAdmin(user)) return t('All');
  return permissionNamesOf(user.permissions).join(', ') || t('No Permission');
}

/** ACTIVE or INACTIVE as the server says; a placeholder if it says nothing. */
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
