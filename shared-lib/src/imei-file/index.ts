export { FileDetails, sizeAndReadingTime, WorkbookTables, type WorkbookTablesProps } from './file-details.tsx';
export { FileProgress, type FileProgressProps } from './file-progress.tsx';
export { FileDropArea, type FileDropAreaProps, FileField, type FileFieldProps } from './file-field.tsx';
export { FileProblems, type FileProblemsProps } from './file-problems.tsx';
export {
  failingCheckDigit,
  repeatedRows,
  type CheckDigitChoice,
  type FileProblem,
  type ProblemAction,
  type ProblemRows,
  type ProblemsOptions,
} from './problems-of-file.ts';
export {
  IncorrectRows,
  type IncorrectRowsProps,
  InvalidRows,
  type InvalidRowsProps,
  saveCsv,
} from './invalid-rows.tsx';
export * from './imei-file-picker.tsx';
export { useFileReading, type FileReading, type FileReadingState, type ImeiFileReader } from './use-file-reading.ts';
