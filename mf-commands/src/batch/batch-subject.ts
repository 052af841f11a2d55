import type { ComponentType } from 'react';
import type {
  BatchManager,
  BatchRunner,
  ResumeRows,
  SavedBatch,
  BatchResults,
  BatchRow,
  BatchState,
} from '@device-console/shared-lib/batch';
import type { Command, CommandVariant, ConsoleConfig } from '@device-console/shared-lib/contract';
import type { BrowserReadOptions, ImeiFile, ImeiFileAnswer } from '@device-console/shared-lib/csv';
import type { Column } from '@device-console/shared-lib/ui/table';
import type { ResultFilter } from './result-filter.ts';

/** What the results of a batch show beyond IMEI and status, and the file that carries it (T6). */
export interface ResultDetails {
  readonly columns: readonly Column<BatchRow>[];
  /** imei_data.csv in pieces, with the devices that are done and pass the filter (B9). */
  readonly csv: (results: BatchResults, filter: ResultFilter) => Iterable<string>;
}

/** A part of the batch card that shows a file before its batch runs. */
export interface ReadyFileProps {
  readonly subject: BatchSubject;
  readonly file: ImeiFile;
  readonly onTable: (table: number) => void;
  /** Reads another file in the place of this one. */
  readonly onFile: (file: File) => void;
}

/** A part of the batch card that takes a file. */
export interface ChooseFileProps {
  readonly subject: BatchSubject;
  readonly onSelect: (file: File) => void;
}

export interface BatchFileKind {
  readonly read: (file: File, options: BrowserReadOptions) => Promise<ImeiFileAnswer>;
  /** Rows hold an IMEI and nothing else, so that it can be told what is wrong with them (D10). */
  readonly isDiagnosed: boolean;
  readonly takesList: boolean;
  readonly Choose: ComponentType<ChooseFileProps>;
  /** What stands between a file that was read and the start of its batch (B4, D14, T5). */
  readonly Ready: ComponentType<ReadyFileProps>;
  /** What a batch is resumed with, from its file read again; undefined where nothing of the file is needed. */
  readonly resumeWith: (
    runner: BatchRunner,
    file: ImeiFile,
    saved: SavedBatch,
    config: ConsoleConfig,
  ) => ResumeRows | undefined;
  /** What this page still has of the runner's batch, to try a failed stage again. */
  readonly kept: (runner: BatchRunner) => ResumeRows | undefined;
  readonly resultDetails: (runner: BatchRunner) => ResultDetails | null;
}

/** What the parts of a batch card share, with the level or device action that is chosen (B14, D6). */
export interface BatchSubject {
  readonly command: Command;
  readonly kind: BatchFileKind;
  readonly runner: BatchRunner;
  readonly manager: Pick<BatchManager, 'subscribe' | 'getSnapshot'>;
  /** Null until it is chosen; the only variant of a command without a choice. */
  readonly variant: CommandVariant | null;
  readonly chooseVariant: (variant: CommandVariant) => void;
}

/** What a part of the batch card shows of one state. */
export interface StageProps<Status extends BatchState['status']> {
  readonly subject: BatchSubject;
  readonly state: Extract<BatchState, { status: Status }>;
}
