export type {
  BatchApi,
  BatchClock,
  BatchIds,
  BatchLock,
  LegacyRecordStore,
  BatchPorts,
  BatchVault,
  CopyContent,
  HeldLock,
} from './ports.ts';
export { BatchStorageError, keyName, reportedProgress } from './record.ts';
export type { StorageReason } from './reasons.ts';
export type {
  ArchivedBatch,
  BatchHeader,
  BatchKey,
  BatchProgress,
  BatchStore,
  ListedBatch,
  OutcomeSegment,
  LegacyRecord,
  StoredBatch,
  UnfinishedBatch,
} from './record.ts';
export type { ServerBatch, TakeOver } from './take-over.ts';
export type { BatchHolder, BatchState, BatchView, PauseReason, SavedBatch, Undecided } from './state.ts';
export type { BatchResults, BatchRow } from './outcomes.ts';
export { batchInput, type BatchExtras, type BatchInput } from './new-batch.ts';
export type { ResumeRows } from './batch-repository.ts';
export type { BatchRunner } from './runner.ts';
export { createBatchManager, type ActiveBatch, type BatchManager } from './manager.ts';
export { EVALUATING, EXECUTING, FILE_NEEDED, UPLOAD_FAILED } from './texts.ts';
export { Pace } from './pace.ts';
export { Publisher } from './publisher.ts';
export { classifyFailure } from './classify-failure.ts';
