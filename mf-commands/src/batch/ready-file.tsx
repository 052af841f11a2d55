import type { ReactNode } from 'react';
import { batchInput, type BatchRunner } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import { INCORRECT_FORMAT, type ImeiFile } from '@device-console/shared-lib/csv';
import { formatCount } from '@device-console/shared-lib/console';
import { Actions, Button, Notice } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import { AskedButton } from './asked-button.tsx';
import { FileDetails } from './file-details.tsx';
import { InvalidRows } from './invalid-rows.tsx';

interface ReadyFileProps {
  readonly command: Command;
  readonly runner: BatchRunner;
  readonly file: ImeiFile;
}

/** A file with valid rows: what is wrong with the others, and the confirmation before anything is sent (B3, B4, D13, D14). */
export function ReadyFile({ command, runner, file }: ReadyFileProps): ReactNode {
  const count = formatCount(file.totals.valid);
  const hasErrors = file.errors.length > 0;
  const [firstWarning] = file.warnings.lines;
  return (
    <>
      <FileDetails file={file} />
      {hasErrors && (
        <>
          <Notice tone="danger" title={INCORRECT_FORMAT}>{`${formatCount(file.errors.length)} of ${formatCount(file.totals.total)} rows cannot be used.`}</Notice>
          <InvalidRows errors={file.errors} />
        </>
      )}
      {file.duplicates.length > 0 && <Notice tone="warning">{messages.duplicates(formatCount(file.duplicates.length))}</Notice>}
      {firstWarning !== undefined && <Notice tone="warning">{messages.checkDigits(formatCount(file.warnings.count), firstWarning)}</Notice>}
      <Actions>
        <AskedButton
          label={hasErrors ? messages.continueWith(count) : messages.startBatch}
          variant={command.destructive ? 'danger' : 'primary'}
          title={messages.confirmTitle(command.title)}
          message={messages.confirmBatch(command.title, count, file.name)}
          confirmLabel={messages.startBatch}
          isDangerous={command.destructive}
          onConfirm={() => runner.start(batchInput(file))}
        />
        <Button onPress={() => runner.cancel()}>{messages.anotherFile}</Button>
      </Actions>
    </>
  );
}
