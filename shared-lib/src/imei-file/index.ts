export { FileDetails, sizeAndReadingTime } from './file-details.tsx';
export { FileFaults, type FileFaultsProps } from './file-faults.tsx';
export { ImeiFilePicker, type ImeiFilePickerProps } from './imei-file-picker.tsx';
export { IncorrectRows, type IncorrectRowsProps } from './incorrect-rows.tsx';
export { PasteList, type PasteListProps } from './paste-list.tsx';
export { RejectedFileReport, type RejectedFileReportProps } from './rejected-file-report.tsx';
export { saveCsv } from './save-csv.ts';
export { WorkbookTables, type WorkbookTablesProps } from './workbook-tables.tsx';
export { useFileReading, type FileReading, type FileReadingState, type ImeiFileReader } from './use-file-reading.ts';
