/**
 * What screens need of batches. The engine itself is the host's (subpath batch-host); screens reach it by
 * `loadBatches()` of the console.
 */
export {
  batchInput,
  BatchStorageError,
  EVALUATING,
  EXECUTING,
  FILE_NEEDED,
  classifyFailure,
  keyName,
  Pace,
  Publisher,
} from './engine/index.ts';
export type {
  ActiveBatch,
  ArchivedBatch,
  BatchClock,
  BatchExtras,
  BatchHolder,
  BatchKey,
  BatchLock,
  BatchManager,
  BatchProgress,
  BatchResults,
  BatchRow,
  BatchRunner,
  BatchState,
  BatchStore,
  BatchVault,
  BatchView,
  PauseReason,
  ResumeRows,
  SavedBatch,
  ServerBatch,
  StoredBatch,
  TakeOver,
  Undecided,
  UnfinishedBatch,
} from './engine/index.ts';
export { browserClock } from './stores/index.ts';
