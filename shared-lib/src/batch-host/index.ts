/** The batch engine and its stores, for the host alone: it makes the one manager of the page. */
export { createBatchManager } from '../batch/engine/index.ts';
export { browserBatchPorts } from '../batch/stores/index.ts';
