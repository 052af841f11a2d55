import type { ReactNode } from 'react';
import { batchInput } from '@device-console/shared-lib/batch';
import { wholeFileOf } from '@device-console/shared-lib/csv';
import { commandTitle, formatCount, useConsole } from '@device-console/shared-lib/console';
import type { Command, CommandId, CommandVariant } from '@device-console/shared-lib/contract';
import { Actions, Button } from '@device-console/shared-lib/ui';
import { FileDetails, FileFaults, InvalidRows, WorkbookTables } from '@device-console/shared-lib/imei-file';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { useBatchSubject } from './batch-context.ts';
import type { ReadyFileProps } from './batch-file-kind.ts';
import { ChooseVariant } from './choose-variant.tsx';
import { ReadySummary } from './ready-summary.tsx';
import { useWaitsForTurn } from './use-waits-for-turn.tsx';
import { mayStart, PreflightReport } from '../preflight/preflight-report.tsx';
import { usePreflight } from '../preflight/use-preflight.ts';
import styles from './batch.module.css';
import { t } from '../t.ts';

/** What the button that starts a batch says that it does, of commands with a verb and of the others (D14). */
const startVerb = {
  release: (devices: string) => t('Release {devices}', { devices }),
  lock: (devices: string) => t('Lock {devices}', { devices }),
  unlock: (devices: string) => t('Unlock {devices}', { devices }),
} as const;

/**
 * A file with valid rows: what is wrong with the others, what will be sent, and the button that does it (B3, B4, D13,
 * D14).
 */
export function ReadyFile({ command, runner, file, onTable, onFile }: ReadyFileProps): ReactNode {
  const { variant } = useBatchSubject();
  const preflight = usePreflight(variant?.action, file);
  const { used } = preflight;
  const { waitsForTurn, choice } = useWaitsForTurn();
  return (
    <>
      <FileDetails file={file} />
      <WorkbookTables workbook={file.workbook} onTable={onTable} />
      <FileFaults file={file} isDiagnosed onFile={onFile} purpose={t('sent')} />
      <ReadySummary file={used} validTerm={t('Devices to be commanded')} />
      <ChooseVariant />
      <PreflightReport file={file} preflight={preflight} />
      {choice}
      <div className={styles['start']}>
        <Actions>
          <StartButton
            command={command}
            file={used}
            isDisabled={!mayStart(preflight)}
            onStart={(variant) =>
              runner.start({ ...batchInput(used, variant), chosen: wholeFileOf(used), waitsForTurn })
            }
          />
          <Button onPress={() => runner.cancel()}>{t('Choose another file')}</Button>
        </Actions>
      </div>
      <InvalidRows errors={file.errors} isDiagnosed onFile={onFile} />
    </>
  );
}

interface StartButtonProps extends Pick<ReadyFileProps, 'command' | 'file'> {
  readonly isDisabled: boolean;
  readonly onStart: (variant: CommandVariant) => void;
}

/**
 * Says what it does, and does it. Where config.json says so, a large batch of a destructive command asks for the count
 * to be typed (D14).
 */
function StartButton({ command, file, isDisabled, onStart }: StartButtonProps): ReactNode {
  const { typedConfirmationAbove } = useConsole().config;
  const { variant } = useBatchSubject();
  const { valid, total } = file.totals;
  const count = formatCount(valid);
  const title = commandTitle(command, variant);
  const devices =
    file.errors.length > 0
      ? t('{count} valid of {of, plural, one {{of} device} other {{of} devices}}', { count, of: formatCount(total) })
      : t('{count, plural, one {{count} device} other {{count} devices}}', { count });
  const button = {
    variant: command.destructive ? 'danger' : 'primary',
    isDisabled: variant === null || isDisabled,
  } as const;
  const label = startLabel(command, title, devices);
  const start = (): void => {
    if (variant) onStart(variant);
  };
  if (!command.destructive || typedConfirmationAbove === null || valid <= typedConfirmationAbove) {
    return (
      <Button {...button} onPress={start}>
        {label}
      </Button>
    );
  }
  return (
    <ConfirmButton
      {...button}
      label={label}
      title={t('{title}: start the batch?', { title })}
      message={t('{title} will be sent to {count, plural, one {{count} device} other {{count} devices}} of {file}.', {
        title,
        count,
        file: file.name,
      })}
      confirmLabel={label}
      tone="danger"
      typedWord={String(valid)}
      onConfirm={start}
    />
  );
}

function startLabel({ id }: Command, title: string, devices: string): string {
  const verbs: Partial<Readonly<Record<CommandId, (devices: string) => string>>> = startVerb;
  return verbs[id]?.(devices) ?? t('{title} on {devices}', { title, devices });
}
