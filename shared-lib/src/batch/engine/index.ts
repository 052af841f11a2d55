export type {
  BatchApi,
  BatchClock,
  BatchIds,
  BatchLock,
  LegacyRecordStore,
  BatchPorts,
  BatchVault,
  HeldLock,
} from './ports.ts';
export { BatchStorageError, keyName, keysOf, SEGMENT_LENGTH, toldProgress } from './record.ts';
export type {
  ArchivedBatch,
  BatchFileFacts,
  BatchHeader,
  BatchKey,
  BatchPhase,
  BatchProgress,
  BatchStore,
  BatchTotals,
  OutcomeSegment,
  LegacyRecord,
  Sending,
  StoredBatch,
} from './record.ts';
export type {
  ActiveBatchState,
  BatchFile,
  BatchState,
  BatchSummary,
  BatchView,
  PauseReason,
  RetryDelay,
  SavedBatch,
  Undecided,
} from './state.ts';
export type { BatchResults, BatchRow } from './results.ts';
export { batchInput, type BatchExtras, type BatchInput } from './input.ts';
export type { ResumeRows } from './saved-batch.ts';
export { createBatchRunner, type BatchRunner } from './runner.ts';
export type { BatchRunnerOptions } from './runner-control.ts';
export { createBatchManager, type ActiveBatch, type BatchManager, type BatchManagerOptions } from './manager.ts';
export { ANOTHER_FILE, CANNOT_BE_PROCESSED, EVALUATING, EXECUTING, FILE_NEEDED, UPLOAD_FAILED } from './texts.ts';
export { Pace } from './pace.ts';
export { Publisher } from './publisher.ts';
export { classifyFailure, type FailureClass } from './classify-failure.ts';
