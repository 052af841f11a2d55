export { FileDetails, sizeAndReadingTime } from './file-details.tsx';
export { FileDropArea, type FileDropAreaProps } from './file-drop-area.tsx';
export { FileField, type FileFieldProps } from './file-field.tsx';
export { FileFaults, type FileFaultsProps, IncorrectRows, type IncorrectRowsProps } from './file-faults.tsx';
export {
  ImeiFilePicker,
  type ImeiFilePickerProps,
  RejectedFileReport,
  type RejectedFileReportProps,
} from './imei-file-picker.tsx';
export { PasteList, type PasteListProps } from './paste-list.tsx';
export { SampleLink, type SampleLinkProps } from './sample-link.tsx';
export { InvalidRows, type InvalidRowsProps, saveCsv } from './invalid-rows.tsx';
export { WorkbookTables, type WorkbookTablesProps } from './workbook-tables.tsx';
export { useFileReading, type FileReading, type FileReadingState, type ImeiFileReader } from './use-file-reading.ts';
