import { useCallback, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import type { ChangeFailure } from '../change/change-failure.ts';
import { ConfirmChangeDialog, type ConfirmText } from '../change/confirm-change-dialog.tsx';
import { keyMessages } from './key-messages.ts';
import { isActive, type KeyRow } from './key-columns.tsx';

/** What the operator wants to do to a key, or to all of its account's. */
export interface WantedKeyChange {
  readonly kind: 'toggle' | 'revoke-all';
  readonly key: KeyRow;
}

interface ConfirmKeyChangeProps {
  readonly wanted: WantedKeyChange;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
  readonly onCancel: () => void;
}

/** Asks before a key is activated or deactivated, or an account's are revoked, and carries it out (K1, K3). */
export function ConfirmKeyChange({ wanted, ...rest }: ConfirmKeyChangeProps): ReactNode {
  const { api } = useConsole();
  const run = useCallback(
    ({ kind, key }: WantedKeyChange, transactionId: string) =>
      kind === 'revoke-all'
        ? api.call(calls.revokeKeys, { email: key.owner }, { transactionId })
        : api.call(
            calls.updateKeyStatus,
            { keyId: key.id, status: isActive(key) ? 'inactive' : 'active' },
            { transactionId },
          ),
    [api],
  );
  return <ConfirmChangeDialog {...rest} input={wanted} run={run} asked={confirmTextOf(wanted)} />;
}

function confirmTextOf({ kind, key }: WantedKeyChange): ConfirmText {
  const { key_name: name, owner } = key;
  if (kind === 'revoke-all')
    return {
      title: keyMessages.revokeTitle,
      message: keyMessages.revokeQuestion(owner),
      confirmLabel: keyMessages.revokeAll,
      tone: 'danger',
      doneText: keyMessages.allRevoked(owner),
    };
  return isActive(key)
    ? {
        title: keyMessages.deactivateTitle,
        message: keyMessages.deactivateQuestion(name),
        confirmLabel: keyMessages.deactivate,
        tone: 'danger',
        doneText: keyMessages.deactivated(name),
      }
    : {
        title: keyMessages.activateTitle,
        message: keyMessages.activateQuestion(name),
        confirmLabel: keyMessages.activate,
        tone: 'plain',
        doneText: keyMessages.activated(name),
      };
}
