export * from './sheet.ts';
export { saveFile } from './save-file.ts';
export { writeCsv } from './browser/write-csv.ts';
export { writeWorkbook } from './browser/write-workbook.ts';
