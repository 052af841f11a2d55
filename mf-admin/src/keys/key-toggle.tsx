import { useCallback, type ReactNode } from 'react';
import { calls, type AnswerOf } from '@device-console/shared-lib/contract';
import { useConsole } from '@device-console/shared-lib/console';
import { Button } from '@device-console/shared-lib/ui';
import type { ChangeFailure } from '../change/change-failure.ts';
import { useChange } from '../change/use-change.ts';
import { t } from '../t.ts';

/** A key as the list has it, without the key itself. */
export type KeyRow = AnswerOf<typeof calls.viewKeys>['items'][number];

/** Whether systems may use a key; existing back ends write it in any case (D1a). */
export function isActive({ status }: KeyRow): boolean {
  return status.toLowerCase() === 'active';
}

const failureTexts = { refused: t('The server refused this without saying why.') };

interface KeyToggleProps {
  readonly apiKey: KeyRow;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
}

/** Activates or deactivates a key, at once and once (K1). */
export function KeyToggle({ apiKey, onDone, onFailed }: KeyToggleProps): ReactNode {
  const { api } = useConsole();
  const { id: keyId, key_name: name } = apiKey;
  const wanted = isActive(apiKey) ? 'inactive' : 'active';
  const action = wanted === 'inactive' ? t('Deactivate') : t('Activate');
  const { state, send } = useChange(
    useCallback(
      (status: typeof wanted, transactionId: string) =>
        api.call(calls.updateKeyStatus, { keyId, status }, { transactionId }),
      [api, keyId],
    ),
    failureTexts,
  );
  const toggle = async (): Promise<void> => {
    const result = await send(wanted);
    if (result.status === 'failed') onFailed(result.failure);
    else onDone(wanted === 'inactive' ? t('{name} is inactive.', { name }) : t('{name} is active.', { name }));
  };
  return (
    <Button
      size="small"
      aria-label={`${action} ${name}`}
      isPending={state.status === 'sending'}
      onPress={() => void toggle()}
    >
      {action}
    </Button>
  );
}
