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

/** The shown results: all, or those of one status (B9, D11). */
export type ResultFilter = 'all' | Exclude<BatchRow['status'], 'pending'>;

/** Results beyond IMEI and status, and the file that contains them (T6). */
export interface ResultDetails {
  readonly columns: readonly Column<BatchRow>[];
  /** imei_data.csv in pieces, with the finished devices that pass the filter (B9). */
  readonly csv: (filter: ResultFilter) => Iterable<string>;
}

/** Props of the part that shows a file before its batch runs. */
export interface ReadyFileProps {
  readonly subject: BatchSubject;
  readonly file: ImeiFile;
  readonly onTable: (table: number) => void;
  /** Reads another file instead. */
  readonly onFile: (file: File) => void;
}

export interface ChooseFileProps {
  readonly subject: BatchSubject;
  readonly onSelect: (file: File) => void;
}

export interface BatchFileKind {
  readonly read: (file: File, options: BrowserReadOptions) => Promise<ImeiFileAnswer>;
  /** So the faults of its rows can be diagnosed, and a list can take its place (D10, D10b). */
  readonly holdsOnlyImeis: boolean;
  readonly Choose: ComponentType<ChooseFileProps>;
  /** Between reading a file and starting its batch (B4, D14, T5). */
  readonly Ready: ComponentType<ReadyFileProps>;
  /** What resuming needs from the file, which is read again; undefined if nothing. */
  readonly resumeWith: (
    runner: BatchRunner,
    file: ImeiFile,
    saved: SavedBatch,
    config: ConsoleConfig,
  ) => ResumeRows | undefined;
  /** What this page still has of the runner's batch, to retry a failed stage. */
  readonly kept: (runner: BatchRunner) => ResumeRows | undefined;
  readonly resultDetails: (runner: BatchRunner, results: BatchResults) => ResultDetails | null;
}

/** Shared by the parts of a batch card, with the chosen level or device action (B14, D6). */
export interface BatchSubject {
  readonly command: Command;
  readonly kind: BatchFileKind;
  readonly runner: BatchRunner;
  readonly manager: Pick<BatchManager, 'subscribe' | 'getSnapshot'>;
  /** Null until chosen; a command without a choice has only one. */
  readonly variant: CommandVariant | null;
  readonly chooseVariant: (variant: CommandVariant) => void;
}

export interface StageProps<Status extends BatchState['status']> {
  readonly subject: BatchSubject;
  readonly state: Extract<BatchState, { status: Status }>;
}
