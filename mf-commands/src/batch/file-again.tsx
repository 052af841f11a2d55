import { useEffect, useState, type ReactNode } from 'react';
import { failureText } from '@device-console/shared-lib/console';
import { FILE_NEEDED, type BatchRunner } from '@device-console/shared-lib/batch';
import type { ImeiFile } from '@device-console/shared-lib/csv';
import { ImeiFilePicker, useFileReading } from '@device-console/shared-lib/imei-file';
import { Notice, Spinner } from '@device-console/shared-lib/ui';
import type { BatchFileKind } from './batch-file-kind.ts';
import { t } from '../t.ts';

interface FileAgainProps {
  readonly kind: BatchFileKind;
  readonly runner: BatchRunner;
  readonly fileName: string;
  /** Gets the file once it is read, and null as soon as another is chosen. */
  readonly onRead: (file: ImeiFile | null) => void;
}

type Keeping =
  | { readonly status: 'looking' | 'kept' | 'gone' }
  | { readonly status: 'failed'; readonly message: string };

/**
 * The rows of an unfinished batch with personal data: those that this session has kept, else the operator is asked for
 * the file (D15).
 */
export function FileAgain({ kind, runner, fileName, onRead }: FileAgainProps): ReactNode {
  const reading = useFileReading(kind.read);
  const [keeping, setKeeping] = useState<Keeping>({ status: 'looking' });
  const { state, choose } = reading;

  useEffect(() => {
    let wanted = true;
    const look = async (): Promise<void> => {
      const pieces = await runner.keptRows();
      if (!wanted) return;
      const file = pieces && (await choose(new File([...pieces], fileName, { type: 'text/csv' })));
      if (!wanted) return;
      setKeeping({ status: file ? 'kept' : 'gone' });
      if (file) onRead(file);
    };
    look().catch((error: unknown) => wanted && setKeeping({ status: 'failed', message: failureText(error) }));
    return () => {
      wanted = false;
    };
  }, [runner, choose, fileName, onRead]);

  if (keeping.status === 'looking') return <Spinner label={t('Looking for the rows of this batch')} />;
  if (keeping.status === 'kept')
    return (
      <Notice tone="info">
        {t('The names and amounts of this batch are kept, encrypted, until this login ends. Press Process to go on.')}
      </Notice>
    );
  return (
    <>
      {keeping.status === 'failed' && (
        <Notice tone="warning">
          {t('The names and amounts that were kept cannot be read. {why}', { why: keeping.message })}
        </Notice>
      )}
      <ImeiFilePicker
        reading={reading}
        label={t('The same CSV file')}
        description={FILE_NEEDED}
        isDiagnosed={kind.isDiagnosed}
        onRead={onRead}
      />
      {state.status === 'read' && (
        <Notice tone="info">{t('{name} has been read. Press Process to go on.', { name: state.file.name })}</Notice>
      )}
    </>
  );
}
