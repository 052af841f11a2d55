import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  chosenFileOf,
  type ImeiFile,
  INCORRECT_FORMAT,
  pastedListFile,
  type RejectedFile,
  tableFileOf,
  windows1252FileOf,
} from '../csv/index.ts';
import { Actions, Button, Form, Notice, Progress } from '../ui/index.ts';
import { FileField } from './file-field.tsx';
import type { FileReading } from './use-file-reading.ts';
import { FileDetails, WorkbookTables } from './file-details.tsx';
import { t } from '../i18n/own.ts';
import { FileProblems } from './file-problems.tsx';
import type { ReadAgain } from './problems-of-file.ts';
import { InvalidRows } from './invalid-rows.tsx';
import { useConsole } from '../console/index.ts';
import { TextArea } from '../ui/fields/fields.tsx';

export interface RejectedFileReportProps {
  readonly file: RejectedFile;
  /** Its rows hold only an IMEI, so their faults can be diagnosed (D10). */
  readonly isDiagnosed: boolean;
  readonly onTable: (table: number) => void;
  readonly onFile: ReadAgain;
}

/** What may be tried with a file that cannot be used as it is. */
const offers = {
  table: { label: t('Look for the IMEIs in it'), fileOf: tableFileOf },
  'windows-1252': { label: t('Read it as Windows-1252'), fileOf: windows1252FileOf },
} as const;

/** Why a file cannot be used at all (B1, B3, D14); invalid lines are listed under the summary of B3. */
export function RejectedFileReport({ file, isDiagnosed, onTable, onFile }: RejectedFileReportProps): ReactNode {
  const { reason, detail, errors, offer, rejection } = file;
  const hasRows = errors.length > 0;
  const chosen = chosenFileOf(file);
  return (
    <>
      <FileDetails file={file} />
      <Notice
        tone="danger"
        title={hasRows ? INCORRECT_FORMAT : reason}
        actions={
          offer && chosen && <Button onPress={() => onFile(offers[offer].fileOf(chosen))}>{offers[offer].label}</Button>
        }
      >
        {hasRows && rejection !== 'no-valid-row' && <div>{reason}</div>}
        <div>{detail}</div>
      </Notice>
      <WorkbookTables workbook={file.workbook} onTable={onTable} />
      <FileProblems file={file} isDiagnosed={isDiagnosed} onFile={onFile} purpose="" />
      <InvalidRows errors={errors} isRepairable={isDiagnosed} />
    </>
  );
}

export interface ImeiFilePickerProps {
  readonly reading: FileReading;
  /** Default: 'CSV file'. */
  readonly label?: string | undefined;
  /** Default: the two columns of B1. */
  readonly description?: ReactNode;
  readonly isDiagnosed: boolean;
  /** Gets the file once read; null as soon as another is chosen. */
  readonly onRead?: ((file: ImeiFile | null) => void) | undefined;
  /** Introduces a failure of the console itself, before its detail. */
  readonly failureTitle?: string | undefined;
  /** Allows pasting a list of IMEIs instead. */
  readonly takesList?: boolean | undefined;
}

/** Chooses a file of IMEIs and reads it: progress, cancelling, and why it cannot be used (B1 to B4). */
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

export interface SampleLinkProps {
  /** Its columns: of devices alone (B1), or of messages (T4). */
  readonly of: 'imei' | 'notify';
}

const samples = {
  imei: { title: t('Sample CSV'), file: 'sample.csv' },
  notify: { title: t('Notification sample CSV'), file: 'notification-sample.csv' },
} as const;

/** Saves a sample file, beside the field for such a file (H2). */
export function SampleLink({ of }: SampleLinkProps): ReactNode {
  const { config } = useConsole();
  const { title, file } = samples[of];
  return (
    <p>
      <a href={config.samples[of]} download={file}>
        {title}
      </a>
    </p>
  );
}

export interface PasteListProps {
  readonly onList: (file: File) => void;
  readonly isDisabled?: boolean | undefined;
}

/** A list of IMEIs instead of a file: a button, then a field to paste or type it into (D10b). */
export function PasteList({ onList, isDisabled = false }: PasteListProps): ReactNode {
  const [text, setText] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = text !== null && !isDisabled;
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  if (!isOpen)
    return (
      <Actions>
        <Button onPress={() => setText('')} isDisabled={isDisabled}>
          {t('Paste a list')}
        </Button>
      </Actions>
    );
  const isEmpty = text.trim() === '';
  return (
    <Form onSubmit={() => !isEmpty && onList(pastedListFile(text))}>
      <TextArea
        label={t('List of IMEIs')}
        description={t(
          'One IMEI a line, or several with commas, semicolons, tabs or spaces between them. Columns copied from a ' +
            'spreadsheet work too.',
        )}
        value={text}
        onChange={setText}
        inputRef={field}
        digits
      />
      <Actions>
        <Button type="submit" variant="primary" isDisabled={isEmpty}>
          {t('Read the list')}
        </Button>
        <Button onPress={() => setText(null)}>{t('Cancel')}</Button>
      </Actions>
    </Form>
  );
}
