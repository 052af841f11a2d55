import { useCallback, useRef, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole, useSession } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Form, TextField } from '@device-console/shared-lib/ui';
import { FailureNotice } from '../change/failure-notice.tsx';
import { useChange } from '../change/use-change.ts';
import { keyMessages } from './key-messages.ts';
import { NewKeyDialog, type NewKey } from './new-key-dialog.tsx';

const NAME_LIMIT = 64;

const failureTexts = { refused: keyMessages.generateRefused };

const isGoodName = (name: string): boolean => name.trim() !== '' && name.trim().length <= NAME_LIMIT;

/** Makes a key and shows it once: it is forgotten with its dialog (K1, D21, D21a). */
export function GenerateKeyCard({ onChanged }: { readonly onChanged: () => void }): ReactNode {
  const { api } = useConsole();
  const { id, email } = useSession();
  const [name, setName] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  const { state, send, clear } = useChange(
    useCallback(
      (keyName: string, transactionId: string) =>
        api.call(calls.generateKey, { key_name: keyName, user_id: id || email }, { transactionId }),
      [api, id, email],
    ),
    failureTexts,
  );
  const generate = async (): Promise<void> => {
    setWasTried(!isGoodName(name));
    if (!isGoodName(name)) {
      field.current?.focus();
      return;
    }
    const result = await send(name.trim());
    if (result.status === 'done') {
      const { key, message } = result.answer;
      setMade({
        name: name.trim(),
        ...(key === '' ? { label: keyMessages.answer, text: message } : { label: keyMessages.key, text: key }),
      });
      setName('');
      onChanged();
    } else if (result.failure.outcome === 'unknown') onChanged();
  };
  const change = (text: string): void => {
    setName(text);
    if (state.status === 'failed') clear();
  };
  return (
    <Card title={keyMessages.newKey} description={keyMessages.newKeyHint}>
      <Form aria-label={keyMessages.newKey} onSubmit={() => void generate()}>
        <TextField
          label={keyMessages.name}
          description={keyMessages.nameHint}
          value={name}
          onChange={change}
          inputRef={field}
          autoComplete="off"
          errorMessage={wasTried && !isGoodName(name) ? keyMessages.nameMissing : undefined}
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={state.status === 'sending'}>
            {keyMessages.generate}
          </Button>
        </Actions>
      </Form>
      {state.status === 'failed' && <FailureNotice failure={state.failure} afterUnknown={keyMessages.unknown} />}
      {made && <NewKeyDialog made={made} onClose={() => setMade(null)} />}
    </Card>
  );
}
