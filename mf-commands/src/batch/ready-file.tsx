import type { ReactNode } from 'react';
import { batchInput } from '@device-console/shared-lib/batch';
import { formatCount, useConsole } from '@device-console/shared-lib/console';
import type { CommandVariant } from '@device-console/shared-lib/contract';
import { Actions, Button } from '@device-console/shared-lib/ui';
import { FileDetails, FileFaults, WorkbookTables } from '@device-console/shared-lib/imei-file';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { messages } from '../messages.ts';
import { useBatchSubject } from './batch-context.ts';
import type { ReadyFileProps } from './batch-file-kind.ts';
import { ChooseVariant } from './choose-variant.tsx';
import { ReadySummary } from './ready-summary.tsx';
import { useWaitsForTurn } from './use-waits-for-turn.tsx';
import { mayStart, PreflightReport } from '../preflight/preflight-report.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import { t } from '../t.ts';

/**
 * A file with valid rows: what is wrong with the others, what will be sent, and the confirmation before that (B3, B4,
 * D13, D14).
 */
export function ReadyFile({ command, runner, file, onTable }: ReadyFileProps): ReactNode {
  const { variant } = useBatchSubject();
  const preflight = usePreflight(variant?.action, file);
  const { used } = preflight;
  const { waitsForTurn, choice } = useWaitsForTurn();
  return (
    <>
      <FileDetails file={file} />
      <WorkbookTables workbook={file.workbook} onTable={onTable} />
      <FileFaults file={file} isDiagnosed purpose={messages.sent} />
      <ReadySummary file={used} validTerm={messages.ready.devices} />
      <ChooseVariant />
      <PreflightReport file={file} preflight={preflight} />
      {choice}
      <Actions>
        <StartButton
          command={command}
          file={used}
          isDisabled={!mayStart(preflight)}
          onStart={(variant) => runner.start({ ...batchInput(used, variant), waitsForTurn })}
        />
        <Button onPress={() => runner.cancel()}>{messages.anotherFile}</Button>
      </Actions>
    </>
  );
}

interface StartButtonProps extends Pick<ReadyFileProps, 'command' | 'file'> {
  readonly isDisabled: boolean;
  readonly onStart: (variant: CommandVariant) => void;
}

/**
 * Asks with command, level, count and file; a large batch of a destructive command asks for the count to be typed
 * (D14).
 */
function StartButton({ command, file, isDisabled, onStart }: StartButtonProps): ReactNode {
  const { typedConfirmationAbove } = useConsole().config;
  const { variant } = useBatchSubject();
  const { valid } = file.totals;
  const count = formatCount(valid);
  const title = variant?.choice
    ? messages.withChoice(t.known(command.title), t.known(variant.choice.title))
    : t.known(command.title);
  const asksForCount = command.destructive && valid > typedConfirmationAbove;
  return (
    <ConfirmButton
      label={file.errors.length > 0 ? messages.continueWith(count) : messages.startBatch}
      variant="primary"
      title={messages.confirmTitle(title)}
      message={messages.confirmBatch(title, count, file.name)}
      confirmLabel={messages.startBatch}
      tone={command.destructive ? 'danger' : 'plain'}
      isDisabled={variant === null || isDisabled}
      typedWord={asksForCount ? String(valid) : undefined}
      onConfirm={() => variant && onStart(variant)}
    >
      <ReadySummary file={file} validTerm={messages.ready.devices} />
    </ConfirmButton>
  );
}
