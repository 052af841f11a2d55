export {
  fileLimitsOf,
  imeiText,
  readImeiFile,
  readNotificationFile,
  rowList,
  isNotificationFile,
  leaveOutDevices,
  leaveOutRepeats,
  IMEI_DATA_FILE,
  INCORRECT_DATA_FILE,
  imeiDataCsv,
  incorrectDataCsv,
  notificationDataCsv,
  notificationRowsFile,
  processedFileName,
  validRowsFile,
  notificationTemplates,
  HEADERS_NOT_MATCHED,
  INCORRECT_FORMAT,
  type FileLimits,
  type NotificationResultRow,
  type IncorrectRow,
  type RowList,
  type ImeiFileTotals,
  type ImeiFile,
  type RejectedFile,
  type ImeiFileAnswer,
  type WorkbookSource,
  type WorkbookTable,
  type NotificationTemplate,
  type NotificationRow,
  type NotificationList,
  type NotificationFile,
} from './headless/index.ts';
export { csvBlob } from './browser/csv-blob.ts';
export { imeiListFile } from './browser/imei-list-file.ts';
export { pastedListFile } from './browser/pasted-list-file.ts';
export { chosenFileOf, wholeFileOf } from './browser/read-again.ts';
export type { BrowserReadOptions } from './browser/read-in-browser.ts';
export { readImeiCsv } from './browser/read-imei-csv.ts';
export { readNotificationCsv } from './browser/read-notification-csv.ts';
export { forEachInSlices, pageClock, range, type SliceClock } from '../async/index.ts';
