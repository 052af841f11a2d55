import type { ReactNode } from 'react';
import { formatCount } from '@device-console/shared-lib/console';
import { Notice } from '@device-console/shared-lib/ui';
import { messages } from './search-messages.ts';
import styles from './search-dialog.module.css';

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
      <p className={styles['subject']}>{messages.several(formatCount(imeis.length))}</p>
      <p className={styles['digits']}>{rest > 0 ? messages.severalMore(first, formatCount(rest)) : first}</p>
      <p className={styles['muted']}>{hasCommands ? messages.severalHelp : messages.severalNone}</p>
      {hasFailed && (
        <Notice tone="danger" title={messages.listFailed}>
          {messages.listFailedHelp}
        </Notice>
      )}
    </div>
  );
}
