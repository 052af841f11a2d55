import { useState, type ReactNode } from 'react';
import { copyText, saveFile } from '@device-console/shared-lib/console';
import { Actions, Button, Notice } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { factorMessages } from './factor-messages.ts';
import styles from './factors.module.css';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes this one time (S16). Escape does not close it: they are shown nowhere else. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps): ReactNode {
  const [copying, setCopying] = useState<'not-yet' | 'copied' | 'refused'>('not-yet');
  const text = codes.join('\n');
  const copy = async (): Promise<void> => setCopying((await copyText(text)) ? 'copied' : 'refused');
  const download = (): void =>
    saveFile('device-console-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }));
  return (
    <Dialog
      title={factorMessages.codesTitle}
      isOpen
      isBusy
      size="wide"
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          {factorMessages.kept}
        </Button>
      }
    >
      <Notice tone="warning" announce="off">
        {factorMessages.codesHint}
      </Notice>
      <ul className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Actions>
        <Button onPress={() => void copy()}>{factorMessages.copy}</Button>
        <Button onPress={() => window.print()}>{factorMessages.print}</Button>
        <Button onPress={download}>{factorMessages.download}</Button>
      </Actions>
      {copying === 'copied' && <Notice tone="success">{factorMessages.copied}</Notice>}
      {copying === 'refused' && <Notice tone="warning">{factorMessages.notCopied}</Notice>}
    </Dialog>
  );
}
