import type { ReactNode } from 'react';
import type { ImeiFile } from '@device-console/shared-lib/csv';
import { FILE_NEEDED } from '@device-console/shared-lib/batch';
import { ImeiFilePicker, useFileReading } from '@device-console/shared-lib/imei-file';
import { Notice } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import type { BatchFileKind } from './batch-file-kind.ts';

interface FileAgainProps {
  readonly kind: BatchFileKind;
  /** Gets the file once it is read, and null as soon as another is chosen. */
  readonly onRead: (file: ImeiFile | null) => void;
}

/** Asks for the file of an unfinished batch, whose personal data this browser does not keep (D15). */
export function FileAgain({ kind, onRead }: FileAgainProps): ReactNode {
  const reading = useFileReading(kind.read);
  const { state } = reading;
  return (
    <>
      <ImeiFilePicker
        reading={reading} label={messages.notification.fileAgain} description={FILE_NEEDED} isDiagnosed={kind.isDiagnosed} onRead={onRead}
      />
      {state.status === 'read' && <Notice tone="info">{messages.notification.fileChosen(state.file.name)}</Notice>}
    </>
  );
}
