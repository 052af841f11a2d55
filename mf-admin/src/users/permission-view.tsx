import { Fragment, type ReactNode } from 'react';
import type { UserRow } from '@device-console/shared-lib/contract';
import { HoverView } from '@device-console/shared-lib/ui/hover';
import { groupPermissions, isAdmin, permissionNamesOf } from './permission-names.ts';
import styles from './users.module.css';
import { t } from '../t.ts';

/** As many permissions as a cell names itself; of more only the first. */
const NAMED = 2;

const titlesOf = (names: readonly string[]): string => names.map((name) => t.known(name)).join(', ');

/**
 * A user's permissions: the first ones, and all of them in groups when it is pointed at or focused; admins have all
 * (U1, N5).
 */
export function PermissionView({ user }: { readonly user: UserRow }): ReactNode {
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
