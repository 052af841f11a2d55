import { useCallback, type ReactNode } from 'react';
import { calls, type UserRow } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { ConfirmChangeDialog, type ConfirmText } from '../change/confirm-change-dialog.tsx';
import type { ChangeFailure } from '../change/change-failure.ts';
import { userMessages } from '../messages.ts';
import { isActive } from './user-row.ts';

/** What the operator wants to do to a user (U4). */
export interface WantedChange {
  readonly kind: 'log-out' | 'toggle';
  readonly user: UserRow;
}

interface ConfirmUserChangeProps {
  readonly wanted: WantedChange;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
  readonly onCancel: () => void;
}

/** Asks before a user is logged out, disabled or enabled, and carries it out (U4). */
export function ConfirmUserChange({ wanted, ...rest }: ConfirmUserChangeProps): ReactNode {
  const { api } = useConsole();
  const run = useCallback(
    ({ kind, user }: WantedChange, transactionId: string) =>
      kind === 'log-out'
        ? api.call(calls.updateLoginStatus, { email: user.email }, { transactionId })
        : api.call(
            calls.updateUserStatus,
            { email: user.email, status: isActive(user) ? 'INACTIVE' : 'ACTIVE' },
            { transactionId },
          ),
    [api],
  );
  return <ConfirmChangeDialog {...rest} input={wanted} run={run} asked={confirmTextOf(wanted)} />;
}

function confirmTextOf({ kind, user: { email, ...user } }: WantedChange): ConfirmText {
  if (kind === 'log-out') {
    return {
      title: userMessages.logOutTitle,
      message: userMessages.logOutQuestion(email),
      confirmLabel: userMessages.logOut,
      tone: 'danger',
      doneText: userMessages.loggedOut(email),
    };
  }
  return isActive({ email, ...user })
    ? {
        title: userMessages.disableTitle,
        message: userMessages.disableQuestion(email),
        confirmLabel: userMessages.disable,
        tone: 'danger',
        doneText: userMessages.disabled(email),
      }
    : {
        title: userMessages.enableTitle,
        message: userMessages.enableQuestion(email),
        confirmLabel: userMessages.enable,
        tone: 'plain',
        doneText: userMessages.enabled(email),
      };
}
