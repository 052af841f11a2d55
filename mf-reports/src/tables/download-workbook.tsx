import type { ReactNode } from 'react';
import { failureText, formatCount } from '@device-console/shared-lib/console';
import type { Sheet } from '@device-console/shared-lib/sheets';
import { Button } from '@device-console/shared-lib/ui';
import { useFileWriting } from '@device-console/shared-lib/ui/table';
import styles from './tables.module.css';
import { t } from '../t.ts';

interface DownloadWorkbookProps {
  readonly label: string;
  readonly fileName: string;
  readonly sheets: () => readonly Sheet[];
}

/** Can be stopped; shows its progress and failures (R1, A4). */
export function DownloadWorkbook({ label, fileName, sheets }: DownloadWorkbookProps): ReactNode {
  const { state, start, cancel } = useFileWriting();
  const isWriting = state.status === 'writing';
  const write = (): void => start(`${fileName}.xlsx`, ({ writeWorkbook }, options) => writeWorkbook(sheets(), options));
  return (
    <>
      <Button isPending={isWriting} pendingLabel={t('Writing the file')} onPress={write}>
        {label}
      </Button>
      {isWriting && (
        <Button onPress={cancel}>
          {state.rows > 0 ? `${t('Stop writing')} (${formatCount(state.rows)})` : t('Stop writing')}
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
