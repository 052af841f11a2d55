import { useState, type ReactNode } from 'react';
import { failureText, formatCount } from '@device-console/shared-lib/console';
import type { Sheet } from '@device-console/shared-lib/sheets';
import { Button, type ButtonSize } from '@device-console/shared-lib/ui';
import { useFileWriting } from '@device-console/shared-lib/ui/table';
import styles from './tables.module.css';
import { t } from '../t.ts';

interface DownloadWorkbookProps {
  readonly label: string;
  readonly fileName: string;
  /** What is not fetched yet says how far it is. */
  readonly sheets: (options: {
    readonly signal: AbortSignal;
    readonly onStep: (step: string) => void;
  }) => readonly Sheet[] | Promise<readonly Sheet[]>;
  readonly size?: ButtonSize;
  readonly isDisabled?: boolean;
}

const neverAborted = new AbortController().signal;

/** Can be stopped; shows its progress and failures (R1, A4). */
export function DownloadWorkbook({ label, fileName, sheets, size, isDisabled }: DownloadWorkbookProps): ReactNode {
  const { state, start, cancel } = useFileWriting();
  const [step, setStep] = useState('');
  const isWriting = state.status === 'writing';
  const done = isWriting && state.rows > 0 ? formatCount(state.rows) : step;
  const write = (): void => {
    setStep('');
    start(`${fileName}.xlsx`, async ({ writeWorkbook }, options) => {
      const given = await sheets({ signal: options.signal ?? neverAborted, onStep: setStep });
      return writeWorkbook(given, options);
    });
  };
  return (
    <>
      <Button
        size={size}
        isDisabled={isDisabled}
        isPending={isWriting}
        pendingLabel={t('Writing the file')}
        onPress={write}
      >
        {label}
      </Button>
      {isWriting && (
        <Button size={size} onPress={cancel}>
          {done === '' ? t('Stop writing') : `${t('Stop writing')} (${done})`}
        </Button>
      )}
      {state.status === 'failed' && (
        <span role="alert" className={styles['failed']}>
          {t('The file could not be written. {why}', { why: failureText(state.error) })}
        </span>
      )}
    </>
  );
}
