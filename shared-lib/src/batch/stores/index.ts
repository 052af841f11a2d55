export { browserBatchPorts } from './browser-ports.ts';
export { browserClock } from './browser-clock.ts';
