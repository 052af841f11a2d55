import { useRef, useState, type ReactNode } from 'react';
import { copyText } from '@device-console/shared-lib/console';
import { Button, Notice, TextField } from '@device-console/shared-lib/ui';
import { ConfirmDialog, Dialog } from '@device-console/shared-lib/ui/dialog';
import { messages } from '../messages.ts';
import { keyMessages } from './key-messages.ts';
import styles from './keys.module.css';

/** What the server gave for a new key: the key, or the sentence that an existing back end puts it into. */
export interface NewKey {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

type Copying = 'not-yet' | 'copied' | 'refused';

/** Shows a key this one time; closing asks until it was copied (K1, D21). */
export function NewKeyDialog({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [copying, setCopying] = useState<Copying>('not-yet');
  const [isLeaving, setLeaving] = useState(false);
  const copy = async (): Promise<void> => {
    if (field.current) setCopying((await copyText(made.text, field.current)) ? 'copied' : 'refused');
  };
  const leave = (): void => {
    if (copying === 'copied') onClose();
    else setLeaving(true);
  };
  return (
    <Dialog
      title={keyMessages.made(made.name)}
      isOpen
      size="wide"
      onClose={leave}
      actions={
        <>
          <Button onPress={leave}>{messages.close}</Button>
          <Button variant="primary" autoFocus onPress={() => void copy()}>
            {keyMessages.copy}
          </Button>
        </>
      }
    >
      <Notice tone="warning" announce="off">
        {keyMessages.once}
      </Notice>
      <div className={styles['key']}>
        <TextField
          label={made.label}
          value={made.text}
          isReadOnly
          inputRef={field}
          autoComplete="off"
          spellCheck="false"
        />
      </div>
      {copying === 'copied' && <Notice tone="success">{keyMessages.copied}</Notice>}
      {copying === 'refused' && <Notice tone="warning">{keyMessages.notCopied}</Notice>}
      <ConfirmDialog
        title={keyMessages.closeTitle}
        message={keyMessages.closeQuestion}
        tone="danger"
        isOpen={isLeaving}
        confirmLabel={keyMessages.haveIt}
        cancelLabel={keyMessages.backToKey}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      />
    </Dialog>
  );
}
