import { useRef, useState, type ReactNode } from 'react';
import { copyText } from '@device-console/shared-lib/console';
import { Button, Notice, TextField } from '@device-console/shared-lib/ui';
import { ConfirmDialog, Dialog } from '@device-console/shared-lib/ui/dialog';
import styles from './keys.module.css';
import { t } from '../t.ts';

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
      title={t('Key {name}', { name: made.name })}
      isOpen
      size="wide"
      onClose={leave}
      actions={
        <>
          <Button onPress={leave}>{t('Close')}</Button>
          <Button variant="primary" autoFocus onPress={() => void copy()}>
            {t('Copy')}
          </Button>
        </>
      }
    >
      <Notice tone="warning" announce="off">
        {t('Copy it now and hand it over safely. It is not shown again.')}
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
      {copying === 'copied' && <Notice tone="success">{t('Copied.')}</Notice>}
      {copying === 'refused' && (
        <Notice tone="warning">
          {t('This browser does not let the console copy. The key is selected: copy it with Ctrl+C or by hand.')}
        </Notice>
      )}
      <ConfirmDialog
        title={t('Close without copying?')}
        message={t(
          'The key has not been copied with the button. It is not shown again; without it you have to generate ' +
            'another.',
        )}
        tone="danger"
        isOpen={isLeaving}
        confirmLabel={t('I have the key')}
        cancelLabel={t('Back to the key')}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      />
    </Dialog>
  );
}
