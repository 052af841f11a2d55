export { browserBatchPorts } from './browser-ports.ts';
