import { useEffect, useRef, type ReactNode } from 'react';
import type { UserRow } from '@device-console/shared-lib/contract';
import { Button, StatusBadge } from '@device-console/shared-lib/ui';
import { userMessages } from '../messages.ts';
import { isLoggedIn } from './user-row.ts';
import styles from './users.module.css';

interface LoginStatusProps {
  readonly user: UserRow;
  readonly isOwn: boolean;
  readonly onLogOut: (user: UserRow) => void;
}

/** LOGIN as a button that asks to end the user's sessions; LOGOUT, and the operator's own, can only be read (U4). */
export function LoginStatus({ user, isOwn, onLogOut }: LoginStatusProps): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  const isButton = isLoggedIn(user) && !isOwn;

  // The button goes with the session that it ended; whoever works by keyboard stays in this row.
  useEffect(() => {
    if (!isButton && hadFocus.current && document.activeElement === document.body) place.current?.focus();
  }, [isButton]);

  return (
    <span
      ref={place} tabIndex={-1} className={styles['place']}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null) hadFocus.current = false;
      }}
    >
      {isButton ? (
        <Button size="small" aria-label={userMessages.logOutOf(user.email, user.loginstatus)} onPress={() => onLogOut(user)}>{user.loginstatus}</Button>
      ) : (
        <StatusBadge tone={isLoggedIn(user) ? 'success' : 'neutral'}>{user.loginstatus}</StatusBadge>
      )}
    </span>
  );
}
