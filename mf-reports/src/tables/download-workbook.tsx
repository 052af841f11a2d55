import { useCallback, useState, type ReactNode } from 'react';
import { failureText, formatCount, saveFile, useQuery } from '@device-console/shared-lib/console';
import type { Sheet } from '@device-console/shared-lib/sheets';
import { Button } from '@device-console/shared-lib/ui';
import styles from './tables.module.css';
import { t } from '../t.ts';

interface DownloadWorkbookProps {
  readonly label: string;
  readonly fileName: string;
  readonly sheets: () => readonly Sheet[];
}

/** Can be stopped; shows its progress and failures (R1, A4). */
export function DownloadWorkbook({ label, fileName, sheets }: DownloadWorkbookProps): ReactNode {
  const [rows, setRows] = useState(0);
  const { state, ask, stop } = useQuery(
    useCallback(async (wanted: Pick<DownloadWorkbookProps, 'fileName' | 'sheets'>, signal: AbortSignal) => {
      const { writeWorkbook } = await import('@device-console/shared-lib/sheets');
      const onProgress = (written: number): void => {
        if (!signal.aborted) setRows(written);
      };
      onProgress(0);
      const file = await writeWorkbook(wanted.sheets(), { signal, onProgress });
      if (!signal.aborted) saveFile(`${wanted.fileName}.xlsx`, file);
      return wanted.fileName;
    }, []),
  );
  const isWriting = state.status === 'loading';
  return (
    <>
      <Button isPending={isWriting} pendingLabel={t('Writing the file')} onPress={() => ask({ fileName, sheets })}>
        {label}
      </Button>
      {isWriting && (
        <Button onPress={stop}>{rows > 0 ? `${t('Stop writing')} (${formatCount(rows)})` : t('Stop writing')}</Button>
      )}
      {state.status === 'failed' && (
        <span role="alert" className={styles['failed']}>
          {t('The file could not be written. {why}', { why: failureText(state.error) })}
        </span>
      )}
    </>
  );
}
