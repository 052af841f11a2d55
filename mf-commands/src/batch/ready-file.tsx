import type { ReactNode } from 'react';
import { batchInput, type BatchRunner } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import { INCORRECT_FORMAT, type ImeiFile } from '@device-console/shared-lib/csv';
import { formatCount, useConsole } from '@device-console/shared-lib/console';
import { Actions, Button, Notice } from '@device-console/shared-lib/ui';
import { FileDetails } from '@device-console/shared-lib/imei-file';
import { messages } from '../messages.ts';
import { AskedButton } from './asked-button.tsx';
import { useBatchSubject } from './batch-context.ts';
import { ChooseVariant } from './choose-variant.tsx';
import { InvalidRows } from './invalid-rows.tsx';

interface ReadyFileProps {
  readonly command: Command;
  readonly runner: BatchRunner;
  readonly file: ImeiFile;
}

/** A file with valid rows: what is wrong with the others, and the confirmation before anything is sent (B3, B4, D13, D14). */
export function ReadyFile({ command, runner, file }: ReadyFileProps): ReactNode {
  const [firstWarning] = file.warnings.lines;
  return (
    <>
      <FileDetails file={file} />
      {file.errors.length > 0 && (
        <>
          <Notice tone="danger" title={INCORRECT_FORMAT}>{`${formatCount(file.errors.length)} of ${formatCount(file.totals.total)} rows cannot be used.`}</Notice>
          <InvalidRows errors={file.errors} validRows={file.rows} />
        </>
      )}
      {file.duplicates.length > 0 && <Notice tone="warning">{messages.duplicates(formatCount(file.duplicates.length))}</Notice>}
      {firstWarning !== undefined && <Notice tone="warning">{messages.checkDigits(formatCount(file.warnings.count), firstWarning)}</Notice>}
      <ChooseVariant />
      <Actions>
        <StartButton command={command} runner={runner} file={file} />
        <Button onPress={() => runner.cancel()}>{messages.anotherFile}</Button>
      </Actions>
    </>
  );
}

/** Asks with command, level, count and file; a large batch of a destructive command asks for the count to be typed (D14). */
function StartButton({ command, runner, file }: ReadyFileProps): ReactNode {
  const { typedConfirmationAbove } = useConsole().config;
  const { variant } = useBatchSubject();
  const { valid } = file.totals;
  const count = formatCount(valid);
  const title = variant?.choice ? messages.withChoice(command.title, variant.choice.title) : command.title;
  const asksForCount = command.destructive && valid > typedConfirmationAbove;
  return (
    <AskedButton
      label={file.errors.length > 0 ? messages.continueWith(count) : messages.startBatch}
      variant={command.destructive ? 'danger' : 'primary'}
      title={messages.confirmTitle(title)}
      message={messages.confirmBatch(title, count, file.name)}
      confirmLabel={messages.startBatch}
      isDangerous={command.destructive}
      isDisabled={variant === null}
      typedWord={asksForCount ? String(valid) : undefined}
      onConfirm={() => variant && runner.start(batchInput(file, variant))}
    />
  );
}
