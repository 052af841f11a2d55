import { useEffect, useRef, type ReactNode } from 'react';
import type { UserRow } from '@device-console/shared-lib/contract';
import { Button, StatusBadge } from '@device-console/shared-lib/ui';
import { isLoggedIn } from './user-changes.ts';
import styles from './users.module.css';
import { t } from '../t.ts';

/** Whether somebody is online, in a plain word; a state that is not known stays as it is (U4, D1a). */
export function presenceText(user: UserRow): string {
  if (isLoggedIn(user)) return t('Online');
  return user.loginstatus.toUpperCase() === 'LOGOUT' ? t('Offline') : user.loginstatus;
}

interface LoginStatusProps {
  readonly user: UserRow;
  readonly isOwn: boolean;
  readonly onLogOut: (user: UserRow) => void;
}

/**
 * LOGIN or LOGOUT, and beside it whether somebody is online. LOGIN is pressed to end that user's sessions, after a
 * question; LOGOUT, and the operator's own, can only be read (U4).
 */
export function LoginStatus({ user, isOwn, onLogOut }: LoginStatusProps): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  const isButton = isLoggedIn(user) && !isOwn;
  // The button goes with the session that it ended, before or after the dialog has given the focus back: whoever works
  // by keyboard stays in this row either way.
  useEffect(() => {
    if (isButton || !wasPressed.current) return;
    wasPressed.current = false;
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [isButton]);
  const ask = (): void => {
    wasPressed.current = true;
    onLogOut(user);
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
      <Presence user={user} />
    </span>
  );
}

/** The state in a plain word, where it is one that is known. */
function Presence({ user }: { readonly user: UserRow }): ReactNode {
  const text = presenceText(user);
  if (text === user.loginstatus) return null;
  return <StatusBadge tone={isLoggedIn(user) ? 'success' : 'neutral'}>{text}</StatusBadge>;
}
