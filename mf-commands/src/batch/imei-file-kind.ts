import { readImeiCsv } from '@device-console/shared-lib/csv';
import type { BatchFileKind } from './batch-file-kind.ts';
import { ChooseFile } from './choose-file.tsx';
import { ReadyFile } from './ready-file.tsx';

/** Batches whose file holds an IMEI a row and nothing else (B1 to B4). */
export const imeiFileKind: BatchFileKind = {
  read: readImeiCsv,
  isDiagnosed: true,
  takesList: true,
  Choose: ChooseFile,
  Ready: ReadyFile,
  resumeWith: () => undefined,
  kept: () => undefined,
  resultDetails: () => null,
};
