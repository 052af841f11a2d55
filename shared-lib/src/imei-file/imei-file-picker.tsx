import type { ReactNode } from 'react';
import { chosenFileOf, type ImeiFile, type RejectedFile } from '../csv/index.ts';
import { Actions, Button, FileField, Notice, Progress } from '../ui/index.ts';
import { SampleLink } from './sample-link.tsx';
import { RejectedFileReport } from './rejected-file-report.tsx';
import { PasteList } from './paste-list.tsx';
import type { FileReading } from './use-file-reading.ts';
import { WorkbookTables } from './workbook-tables.tsx';
import { t } from '../i18n/own.ts';

export interface ImeiFilePickerProps {
  readonly reading: FileReading;
  /** Default: 'CSV file'. */
  readonly label?: string | undefined;
  /** Default: the two columns of B1. */
  readonly description?: ReactNode;
  /** As of {@link RejectedFileReport}. */
  readonly isDiagnosed: boolean;
  /** Gets the file once it is read, and null as soon as another is chosen. */
  readonly onRead?: ((file: ImeiFile | null) => void) | undefined;
  /** Said of a failure that is the console's own, before its detail. */
  readonly failureTitle?: string | undefined;
  /** A list of IMEIs can be pasted instead. */
  readonly takesList?: boolean | undefined;
}

/**
 * Chooses a file of IMEIs and reads it: progress, cancelling, and why it cannot be used. Any kind of file may be chosen
 * (B1 to B4).
 */
export function ImeiFilePicker(props: ImeiFilePickerProps): ReactNode {
  const {
    reading: { state, choose, cancel },
    label = t('CSV file'),
    description = t(
      'CSV with the columns sno and imei1, one device a line, or a workbook (.xlsx, .ods) with a column imei1.',
    ),
    isDiagnosed,
    onRead,
    failureTitle,
    takesList = false,
  } = props;
  const chosen = state.status === 'read' ? { name: state.file.name, size: state.file.sizeBytes } : undefined;
  const take = (file: File, table?: number): void => {
    onRead?.(null);
    void choose(file, table).then((read) => read && onRead?.(read));
  };
  const takeTable = (answer: ImeiFile | RejectedFile, table: number): void => {
    const file = chosenFileOf(answer);
    if (file) take(file, table);
  };
  return (
    <>
      <FileField
        label={label}
        description={description}
        onSelect={(file) => take(file)}
        file={chosen}
        isDisabled={state.status === 'reading'}
      />
      <SampleLink of="imei" />
      {takesList && <PasteList onList={(list) => take(list)} isDisabled={state.status === 'reading'} />}
      {state.status === 'reading' && (
        <>
          <Progress
            label={t('Reading {name}', { name: state.file.name })}
            value={state.bytesRead}
            max={state.file.size}
          />
          <Actions>
            <Button onPress={cancel}>{t('Cancel reading')}</Button>
          </Actions>
        </>
      )}
      {state.status === 'rejected' && (
        <RejectedFileReport
          file={state.file}
          isDiagnosed={isDiagnosed}
          onTable={(table) => takeTable(state.file, table)}
          onFile={take}
        />
      )}
      {state.status === 'read' && (
        <WorkbookTables workbook={state.file.workbook} onTable={(table) => takeTable(state.file, table)} />
      )}
      {state.status === 'failed' && (
        <Notice tone="danger" title={failureTitle}>
          {state.message}
        </Notice>
      )}
    </>
  );
}
