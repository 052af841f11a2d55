export { browserBatchPorts, browserClock } from './browser-ports.ts';
