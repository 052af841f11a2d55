import type { ComponentType } from 'react';
import type { BatchRunner, ResumeRows, SavedBatch } from '@device-console/shared-lib/batch';
import type { Command, ConsoleConfig } from '@device-console/shared-lib/contract';
import type { BrowserReadOptions, ImeiFile, ImeiFileAnswer } from '@device-console/shared-lib/csv';
import type { ResultDetails } from './result-details.ts';

/** A part of the batch card that shows a file before its batch runs. */
export interface ReadyFileProps {
  readonly command: Command;
  readonly runner: BatchRunner;
  readonly file: ImeiFile;
  readonly onTable: (table: number) => void;
  /** Reads another file in the place of this one. */
  readonly onFile: (file: File) => void;
}

export interface BatchFileKind {
  readonly read: (file: File, options: BrowserReadOptions) => Promise<ImeiFileAnswer>;
  /** Rows hold an IMEI and nothing else, so that it can be told what is wrong with them (D10). */
  readonly isDiagnosed: boolean;
  readonly takesList: boolean;
  readonly Choose: ComponentType<{ readonly onSelect: (file: File) => void }>;
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
