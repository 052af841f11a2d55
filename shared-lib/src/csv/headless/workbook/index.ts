export { readWorkbook } from './read-workbook.ts';
