import { useEffect, useRef, type ReactNode } from 'react';
import type { UserRow } from '@device-console/shared-lib/contract';
import { Button, HiddenText, StatusBadge } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { userMessages } from '../messages.ts';
import { presenceText } from './presence-text.ts';
import { isLoggedIn } from './user-row.ts';
import styles from './users.module.css';

interface LoginStatusProps {
  readonly user: UserRow;
  readonly isOwn: boolean;
  readonly onLogOut: (user: UserRow) => void;
}

/**
 * Whether somebody is online, with a button beside it that asks to end the sessions of whoever is. LOGOUT, and the
 * operator's own, can only be read (U4).
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
      <Presence user={user} />
      {isButton && (
        <Button
          size="small"
          variant="quiet"
          aria-label={userMessages.of(userMessages.logOut, user.email)}
          onPress={ask}
        >
          <LineIcon name="logout" size={14} />
          {userMessages.askLogOut}
        </Button>
      )}
    </span>
  );
}

/**
 * The state in a plain word; assistive tools are told the specification's (U4). An unknown one is shown as it is.
 */
function Presence({ user }: { readonly user: UserRow }): ReactNode {
  const { loginstatus } = user;
  const text = presenceText(user);
  if (text === loginstatus) return text;
  return (
    <>
      <span aria-hidden="true" title={loginstatus}>
        <StatusBadge tone={isLoggedIn(user) ? 'success' : 'neutral'}>{text}</StatusBadge>
      </span>
      <HiddenText>{loginstatus}</HiddenText>
    </>
  );
}
