import { useCallback, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import type { ChangeFailure } from '../change/change-failure.ts';
import { ConfirmChangeDialog, type ConfirmText } from '../change/confirm-change-dialog.tsx';
import { keyMessages } from './key-messages.ts';
import { isActive, type KeyRow } from './key-columns.tsx';

interface ConfirmKeyChangeProps {
  readonly apiKey: KeyRow;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
  readonly onCancel: () => void;
}

/** Asks before a key is activated or deactivated, and carries it out (K1). */
export function ConfirmKeyChange({ apiKey, ...rest }: ConfirmKeyChangeProps): ReactNode {
  const { api } = useConsole();
  const run = useCallback(
    (key: KeyRow, transactionId: string) =>
      api.call(
        calls.updateKeyStatus,
        { keyId: key.id, status: isActive(key) ? 'inactive' : 'active' },
        { transactionId },
      ),
    [api],
  );
  return <ConfirmChangeDialog {...rest} input={apiKey} run={run} asked={confirmTextOf(apiKey)} />;
}

function confirmTextOf(key: KeyRow): ConfirmText {
  const { key_name: name } = key;
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
