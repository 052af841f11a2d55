export * from './headless/index.ts';
export { csvBlob } from './browser/csv-blob.ts';
export { readImeiCsv, type BrowserReadOptions } from './browser/read-imei-csv.ts';
