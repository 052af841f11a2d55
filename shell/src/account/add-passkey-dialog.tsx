import { useCallback, useState, type ReactNode } from 'react';
import { failureNotice, useConsole, type FailureNotice } from '@device-console/shared-lib/console';
import { calls } from '@device-console/shared-lib/contract';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { makePasskey } from '../identity/passkeys.ts';
import { AddFactorForm, codesIn, type AddFactorProps } from './add-factor-form.tsx';
import { useOwnChange } from './use-own-change.ts';
import { t } from '../t.ts';

interface MadePasskey {
  readonly name: string;
  readonly passkey: Record<string, unknown>;
}

/** Asks server and browser for a passkey; undefined where there is none, and then `failure` says why. */
function useMaking() {
  const { api } = useConsole();
  const [isMaking, setMaking] = useState(false);
  const [failure, setFailure] = useState<FailureNotice | null>(null);
  const make = async (): Promise<Record<string, unknown> | undefined> => {
    setMaking(true);
    setFailure(null);
    try {
      const { passkey } = await api.call(calls.addPasskey, {});
      return await makePasskey(passkey).catch(() => {
        // The browser itself has told its user why.
        setFailure({
          children: t('The browser made no passkey. Nothing was added; try again, or add an app.'),
          details: undefined,
        });
        return undefined;
      });
    } catch (error) {
      setFailure(failureNotice(error));
      return undefined;
    } finally {
      setMaking(false);
    }
  };
  return { failure, isMaking, make };
}

/** Adds a passkey that the browser makes (S19). */
export function AddPasskeyDialog({ onAdded, onClose }: AddFactorProps): ReactNode {
  const { api } = useConsole();
  const [name, setName] = useState<string>(t('Security key'));
  const { failure, isMaking, make } = useMaking();
  const { state, send } = useOwnChange(
    useCallback(
      async (body: MadePasskey, transactionId: string) => {
        const answer = await api.call(calls.confirmPasskey, body, { transactionId });
        onAdded(codesIn(answer.codes));
        return answer;
      },
      [api, onAdded],
    ),
  );
  const add = async (): Promise<void> => {
    const passkey = await make();
    if (passkey) await send({ name, passkey });
  };
  const isBusy = isMaking || state.status === 'sending';
  return (
    <Dialog title={t('Add a passkey')} isOpen isBusy={isBusy} onClose={onClose}>
      <AddFactorForm
        label={t('Add a passkey')}
        name={name}
        onName={setName}
        failure={failure ?? (state.status === 'failed' ? state.failure : null)}
        isBusy={isBusy}
        onSubmit={() => void add()}
        onClose={onClose}
      >
        <p>{t('Your browser asks for a security key, your fingerprint or the lock of this device.')}</p>
      </AddFactorForm>
    </Dialog>
  );
}
