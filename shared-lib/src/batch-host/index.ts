/** The batch engine and its stores, for the host alone: it makes the page's one manager. */
export { createBatchManager } from '../batch/engine/index.ts';
export { browserBatchPorts } from '../batch/stores/index.ts';
