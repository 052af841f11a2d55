export * from './headless/index.ts';
export { csvBlob } from './browser/csv-blob.ts';
export { type BrowserReadOptions } from './browser/read-in-browser.ts';
export { readImeiCsv } from './browser/read-imei-csv.ts';
export { readNotificationCsv } from './browser/read-notification-csv.ts';
export { forEachInSlices, pageClock, range, type SliceClock } from '../async/index.ts';
