/** What screens need of batches. The engine itself is the host's (subpath batch-host); screens reach it by `loadBatches()` of the console. */
export {
  ANOTHER_FILE, apiFailure, batchInput, BatchStorageError, CANNOT_BE_PROCESSED, EVALUATING, EXECUTING, FILE_NEEDED, judge, keyName, Pace,
  Publisher, SEGMENT_LENGTH, UPLOAD_FAILED,
} from './engine/index.ts';
export type {
  ActiveBatch, ArchivedBatch, BatchApi, BatchApiFailure, BatchCallOptions, BatchClock, BatchExtras, BatchFailureKind,
  BatchFile,
  BatchFileFacts, BatchHeader, BatchIds,
  BatchInput, BatchKey, BatchLock, BatchManager, BatchMirror, BatchPhase, BatchPorts, BatchProgress, BatchResults, BatchRow, BatchRunner,
  BatchState, BatchStore, BatchSummary, BatchTotals, BatchVault, BatchView, HeldLock, OutcomeSegment, PauseReason, Rest, ResumeRows, SavedBatch,
  SeedsRecord, Sending, StoredBatch, Undecided, Verdict,
} from './engine/index.ts';
export { browserClock } from './stores/index.ts';
