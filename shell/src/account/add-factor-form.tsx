import { type ReactNode, useState } from 'react';
import { type FailureNotice, failureNotice, useConsole } from '@device-console/shared-lib/console';
import { Actions, Button, Form, Notice, TextField } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';
import { calls, type BodyOf } from '@device-console/shared-lib/contract';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { makePasskey } from '../identity/passkeys.ts';
import { useOwnChange } from './use-own-change.tsx';

export interface AddFactorProps {
  /** Recovery codes; empty unless this was the first factor. */
  readonly onAdded: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

export const codesIn = (text: string): readonly string[] => text.split(' ').filter((code) => code !== '');

interface AddFactorFormProps extends Pick<AddFactorProps, 'onClose'> {
  readonly label: string;
  readonly children: ReactNode;
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly more?: ReactNode;
  readonly failure: FailureNotice | null;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
}

/** Names a factor and adds it (S15, S19). */
export function AddFactorForm(props: AddFactorFormProps): ReactNode {
  const { label, children, name, onName, more, failure, isBusy, onSubmit, onClose } = props;
  return (
    <Form aria-label={label} onSubmit={onSubmit}>
      {children}
      <TextField
        label={t('Name')}
        description={t('What you will know it by, such as "Work phone".')}
        isRequired
        maxLength={64}
        value={name}
        onChange={onName}
      />
      {more}
      {failure && <Notice tone="danger" {...failure} />}
      <Actions>
        <Button onPress={onClose} isDisabled={isBusy}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="primary" isPending={isBusy}>
          {t('Add')}
        </Button>
      </Actions>
    </Form>
  );
}

/** Asks the server and the browser for a passkey. Returns undefined if none was made; `failure` says why. */
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
        // The browser has already said why.
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

/** Adds a passkey (S19). */
export function AddPasskeyDialog({ onAdded, onClose }: AddFactorProps): ReactNode {
  const { api } = useConsole();
  const [name, setName] = useState<string>(t('Security key'));
  const { failure, isMaking, make } = useMaking();
  const { state, send } = useOwnChange(async (body: BodyOf<typeof calls.confirmPasskey>, transactionId) => {
    const answer = await api.call(calls.confirmPasskey, body, { transactionId });
    onAdded(codesIn(answer.codes));
    return answer;
  });
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
