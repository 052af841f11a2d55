import { type ReactNode, useMemo, useState } from 'react';
import { batchInput } from '@device-console/shared-lib/batch';
import { leaveOutDevices, wholeFileOf, readImeiCsv } from '@device-console/shared-lib/csv';
import { commandTitle, formatCount, useConsole } from '@device-console/shared-lib/console';
import type { CommandId, CommandVariant } from '@device-console/shared-lib/contract';
import { Actions, Button } from '@device-console/shared-lib/ui';
import {
  FileDetails,
  failingCheckDigit,
  FileProblems,
  InvalidRows,
  WorkbookTables,
  PasteList,
  SampleLink,
  FileField,
} from '@device-console/shared-lib/imei-file';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import type { BatchFileKind, BatchSubject, ChooseFileProps, ReadyFileProps } from './batch-subject.ts';
import { outcomeSentence, ReadySummary, useWaitsForTurn } from './ready-summary.tsx';
import { MoreOfFile } from './more-of-file.tsx';
import { ReadyLayout } from './ready-layout.tsx';
import { mayStart, PreflightReport, usePreflight } from '../preflight/preflight.tsx';
import { t } from '../t.ts';
import { VariantSelect } from '../command/variant-select.tsx';

function ChooseVariant({ subject }: { readonly subject: BatchSubject }): ReactNode {
  const { command, variant, chooseVariant } = subject;
  return (
    <VariantSelect
      command={command}
      chosen={variant}
      onChoose={chooseVariant}
      description={variant ? undefined : t('Choose this first; the file comes after it.')}
    />
  );
}

/** Disabled until level or device action is chosen (B14, D6). Accepts any file (B1). */
function ChooseFile({ subject, onSelect }: ChooseFileProps): ReactNode {
  const { variant } = subject;
  const isDisabled = variant === null;
  return (
    <>
      <ChooseVariant subject={subject} />
      <FileField
        label={t('CSV file')}
        description={t(
          'CSV with the columns sno and imei1, one device a line, or a workbook (.xlsx, .ods) with a column imei1.',
        )}
        onSelect={onSelect}
        isDisabled={isDisabled}
      />
      <PasteList onList={onSelect} isDisabled={isDisabled} />
      <MoreOfFile>
        <SampleLink of="imei" />
      </MoreOfFile>
    </>
  );
}

/** Label of the start button, for commands with a verb and without (D14). */
const startVerbs: Partial<Readonly<Record<CommandId, (devices: string) => string>>> = {
  release: (devices) => t('Release {devices}', { devices }),
  lock: (devices) => t('Lock {devices}', { devices }),
  unlock: (devices) => t('Unlock {devices}', { devices }),
};

/** A file with valid rows: faults of the others, what will be sent, and the button (B3, B4, D13, D14). */
function ReadyFile({ subject, file, onTable, onFile }: ReadyFileProps): ReactNode {
  const { runner, variant } = subject;
  const [leavesUnsure, setLeavesUnsure] = useState(false);
  const wanted = useMemo(
    () => (leavesUnsure ? leaveOutDevices(file, new Set(failingCheckDigit(file))) : file),
    [file, leavesUnsure],
  );
  const preflight = usePreflight(variant?.action, wanted);
  const { used } = preflight;
  const { waitsForTurn, choice } = useWaitsForTurn(subject);
  return (
    <ReadyLayout
      sentence={outcomeSentence(subject.command, used)}
      file={<FileDetails file={file} />}
      problems={
        <>
          <WorkbookTables workbook={file.workbook} onTable={onTable} />
          <FileProblems
            file={file}
            isDiagnosed
            onFile={onFile}
            purpose={t('sent')}
            checkDigits={{ areLeftOut: leavesUnsure, onChange: setLeavesUnsure }}
          />
        </>
      }
      start={
        <>
          <ReadySummary file={used} validTerm={t('Devices to be commanded')} />
          <ChooseVariant subject={subject} />
          <PreflightReport file={wanted} preflight={preflight} />
          {choice}
          <Actions staysInView>
            <StartButton
              subject={subject}
              file={used}
              isDisabled={!mayStart(preflight)}
              onStart={(variant) =>
                runner.start({ ...batchInput(used, variant), chosen: wholeFileOf(used), waitsForTurn })
              }
            />
            <Button onPress={() => runner.cancel()}>{t('Choose another file')}</Button>
          </Actions>
        </>
      }
      rows={<InvalidRows errors={file.errors} isRepairable />}
    />
  );
}

interface StartButtonProps extends Pick<ReadyFileProps, 'subject' | 'file'> {
  readonly isDisabled: boolean;
  readonly onStart: (variant: CommandVariant) => void;
}

/** config.json may require typing the count of a large destructive batch (D14). */
function StartButton({ subject: { command, variant }, file, isDisabled, onStart }: StartButtonProps): ReactNode {
  const { typedConfirmationAbove } = useConsole().config;
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
  const label = startVerbs[command.id]?.(devices) ?? t('{title} on {devices}', { title, devices });
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

/** The file has one IMEI per row and nothing else (B1 to B4). */
export const imeiFileKind: BatchFileKind = {
  read: readImeiCsv,
  holdsOnlyImeis: true,
  Choose: ChooseFile,
  Ready: ReadyFile,
  resumeWith: () => undefined,
  kept: () => undefined,
  resultDetails: () => null,
};
