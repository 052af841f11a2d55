export { browserBatchPorts, type BrowserBatchOptions } from './browser-ports.ts';
export type { BatchClient } from './client-api.ts';
export { DATABASE_NAME } from './batch-database.ts';
export { browserClock } from './browser-clock.ts';
