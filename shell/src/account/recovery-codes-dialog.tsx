import { useState, type ReactNode } from 'react';
import { copyText, saveFile } from '@device-console/shared-lib/console';
import { Actions, Button, Notice } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import styles from './factors.module.css';
import { t } from '../t.ts';

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
      title={t('Your recovery codes')}
      isOpen
      isBusy
      size="wide"
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('I have kept them')}
        </Button>
      }
    >
      <Notice tone="warning" announce="off">
        {t(
          'Keep them where nobody else finds them, and not on your phone alone. Each opens one login when your ' +
            'phone is lost. They are shown only now.',
        )}
      </Notice>
      <ul className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Actions>
        <Button onPress={() => void copy()}>{t('Copy')}</Button>
        <Button onPress={() => window.print()}>{t('Print')}</Button>
        <Button onPress={download}>{t('Download')}</Button>
      </Actions>
      {copying === 'copied' && <Notice tone="success">{t('Copied.')}</Notice>}
      {copying === 'refused' && (
        <Notice tone="warning">
          {t('The browser did not copy. Select the codes and copy them, print them or download them.')}
        </Notice>
      )}
    </Dialog>
  );
}
