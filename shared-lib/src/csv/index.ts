export { fileLimitsOf } from './headless/file-limits.ts';
export { imeiText } from './headless/imei-cell.ts';
export type {
  FileLimits,
  ImeiFile,
  ImeiFileAnswer,
  ImeiFileTotals,
  IncorrectRow,
  RejectedFile,
  RepairedRow,
  RowList,
  WorkbookSource,
  WorkbookTable,
} from './headless/imei-file.ts';
export {
  amountText,
  isLostName,
  notificationTemplates,
  readAmount,
  type NotificationFile,
  type NotificationList,
  type NotificationRow,
  type NotificationTemplate,
} from './headless/notification-file.ts';
export { diagnoseRow, type MendableFault, type RowFinding } from './headless/row-diagnosis.ts';
export { rowList } from './headless/packed-answer.ts';
export { isNotificationFile, leaveOutDevices, leaveOutRepeats } from './headless/repeats.ts';
export { HEADERS_NOT_MATCHED, INCORRECT_FORMAT, UNCLEAR_AMOUNT } from './headless/texts.ts';
export * from './headless/writers.ts';
export {
  csvBlob,
  imeiListFile,
  pastedListFile,
  repairedFileOf,
  tableFileOf,
  unrepairedFileOf,
  windows1252FileOf,
} from './browser/csv-blob.ts';
export {
  chosenFileOf,
  readImeiCsv,
  readNotificationCsv,
  wholeFileOf,
  type BrowserReadOptions,
} from './browser/read-csv.ts';
export { forEachInSlices, pageClock, range, type SliceClock } from '../async/index.ts';
