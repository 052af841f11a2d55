import { useEffect, useRef, useState, type ReactNode } from 'react';
import { failureText, formatCount, saveFile } from '@device-console/shared-lib/console';
import type { Sheet } from '@device-console/shared-lib/sheets';
import { Button } from '@device-console/shared-lib/ui';
import styles from './tables.module.css';
import { t } from '../t.ts';

type Writing =
  | { readonly status: 'idle' }
  | { readonly status: 'writing'; readonly rows: number }
  | { readonly status: 'failed'; readonly message: string };

interface DownloadWorkbookProps {
  readonly label: string;
  readonly fileName: string;
  readonly sheets: () => readonly Sheet[];
}

/** Writes a workbook and saves it. Can be stopped; shows its progress and failures (R1, A4). */
export function DownloadWorkbook({ label, fileName, sheets }: DownloadWorkbookProps): ReactNode {
  const [writing, setWriting] = useState<Writing>({ status: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const stop = (): void => {
    running.current?.abort();
    setWriting({ status: 'idle' });
  };
  const write = async (signal: AbortSignal): Promise<void> => {
    const { writeWorkbook } = await import('@device-console/shared-lib/sheets');
    const onProgress = (rows: number): void => {
      if (!signal.aborted) setWriting({ status: 'writing', rows });
    };
    const file = await writeWorkbook(sheets(), { signal, onProgress });
    if (signal.aborted) return;
    saveFile(`${fileName}.xlsx`, file);
    setWriting({ status: 'idle' });
  };
  const start = (): void => {
    const { signal } = (running.current = new AbortController());
    setWriting({ status: 'writing', rows: 0 });
    write(signal).catch((error: unknown) => {
      if (!signal.aborted)
        setWriting({
          status: 'failed',
          message: t('The file could not be written. {why}', { why: failureText(error) }),
        });
    });
  };

  return (
    <>
      <Button isPending={writing.status === 'writing'} pendingLabel={t('Writing the file')} onPress={start}>
        {label}
      </Button>
      {writing.status === 'writing' && (
        <Button onPress={stop}>
          {writing.rows > 0 ? `${t('Stop writing')} (${formatCount(writing.rows)})` : t('Stop writing')}
        </Button>
      )}
      {writing.status === 'failed' && (
        <span role="alert" className={styles['failed']}>
          {writing.message}
        </span>
      )}
    </>
  );
}
