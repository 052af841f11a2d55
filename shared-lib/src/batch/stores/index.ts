export { browserBatchPorts, type BrowserBatchOptions } from './browser-ports.ts';
export { DATABASE_NAME } from './batch-database.ts';
export { browserClock } from './browser-clock.ts';
