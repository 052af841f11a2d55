import { useState, type ReactNode } from 'react';
import type { ImeiFile, RejectedFile } from '@device-console/shared-lib/csv';
import { FILE_NEEDED } from '@device-console/shared-lib/batch';
import { FileField, Notice, Progress } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import type { BatchFileKind } from './batch-file-kind.ts';
import { RejectedFileReport } from './rejected-file-report.tsx';

type FileState =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly file: File; readonly bytesRead: number }
  | { readonly status: 'read'; readonly file: ImeiFile }
  | { readonly status: 'rejected'; readonly file: RejectedFile }
  | { readonly status: 'failed'; readonly message: string };

interface FileAgainProps {
  readonly kind: BatchFileKind;
  /** Gets the file once it is read, and null as soon as another is chosen. */
  readonly onRead: (file: ImeiFile | null) => void;
}

/** Asks for the file of an unfinished batch, whose personal data this browser does not keep (D15). */
export function FileAgain({ kind, onRead }: FileAgainProps): ReactNode {
  const [state, setState] = useState<FileState>({ status: 'none' });
  const choose = (file: File): void => {
    onRead(null);
    setState({ status: 'reading', file, bytesRead: 0 });
    kind.read(file, { onProgress: (bytesRead) => setState({ status: 'reading', file, bytesRead }) }).then(
      (answer) => {
        if (answer.kind === 'cancelled') setState({ status: 'none' });
        else if (answer.kind === 'rejected') setState({ status: 'rejected', file: answer });
        else {
          setState({ status: 'read', file: answer });
          onRead(answer);
        }
      },
      (error: unknown) => setState({ status: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
  };
  const chosen = state.status === 'read' ? { name: state.file.name, size: state.file.sizeBytes } : undefined;
  return (
    <>
      <FileField label={messages.notification.fileAgain} description={FILE_NEEDED} onSelect={choose} file={chosen} isDisabled={state.status === 'reading'} />
      {state.status === 'reading' && <Progress label={messages.reading(state.file.name)} value={state.bytesRead} max={state.file.size} />}
      {state.status === 'read' && <Notice tone="info">{messages.notification.fileChosen(state.file.name)}</Notice>}
      {state.status === 'rejected' && <RejectedFileReport file={state.file} />}
      {state.status === 'failed' && <Notice tone="danger">{state.message}</Notice>}
    </>
  );
}
