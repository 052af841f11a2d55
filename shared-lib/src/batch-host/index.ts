/** The batch engine and its stores, for the host alone: it makes the one manager of the page. */
export {
  createBatchManager,
  createBatchRunner,
  type BatchManagerOptions,
  type BatchRunnerOptions,
} from '../batch/engine/index.ts';
export { browserBatchPorts, DATABASE_NAME, type BrowserBatchOptions } from '../batch/stores/index.ts';
