import type { ReactNode } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import { Notice } from '@device-console/shared-lib/ui';
import styles from './search-dialog.module.css';
import { t } from '../t.ts';

const SHOWN = 3;

interface SeveralResultProps {
  readonly imeis: readonly string[];
  /** There is a command whose batch takes them. */
  readonly hasCommands: boolean;
  /** The list could not be made into a file. */
  readonly hasFailed: boolean;
}

/** The IMEIs of a pasted list: how many, and the first of them. */
export function SeveralResult({ imeis, hasCommands, hasFailed }: SeveralResultProps): ReactNode {
  const first = imeis.slice(0, SHOWN).join(', ');
  const rest = imeis.length - SHOWN;
  return (
    <div className={styles['device']}>
      <p className={styles['subject']}>{t('{count} IMEIs', { count: formatCount(imeis.length) })}</p>
      <p className={styles['digits']}>
        {rest > 0 ? t('{shown} and {count} more', { shown: first, count: formatCount(rest) }) : first}
      </p>
      <p className={styles['muted']}>
        {hasCommands
          ? t('Choose a command. Its screen opens with the list as a file, and asks before anything is sent.')
          : t('You may not start a batch of any command')}
      </p>
      {hasFailed && (
        <Notice tone="danger" title={t('The list could not be made into a file')}>
          {t('A part of the console could not be fetched. Choose the command again.')}
        </Notice>
      )}
    </div>
  );
}
