export { fileLimitsOf, type FileLimits } from './file-limits.ts';
export { imeiText } from './imei-cell.ts';
export { readImeiFile, readNotificationFile } from './read-batch-file.ts';
export { rowList } from './row-problems.ts';
export { isNotificationFile, leaveOutDevices, leaveOutRepeats } from './repeats.ts';
export * from './imei-file.ts';
export * from './notification-file.ts';
export * from './texts.ts';
export * from './notification-texts.ts';
export {
  IMEI_DATA_FILE,
  INCORRECT_DATA_FILE,
  imeiDataCsv,
  incorrectDataCsv,
  notificationDataCsv,
  notificationRowsFile,
  processedFileName,
  validRowsFile,
  type NotificationResultRow,
} from './writers.ts';
