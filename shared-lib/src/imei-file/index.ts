export { FileDetails } from './file-details.tsx';
export { saveCsv } from './save-csv.ts';
