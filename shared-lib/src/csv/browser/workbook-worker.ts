import { readWorkbook } from '../headless/workbook/read-workbook.ts';
import { serveReading } from './serve-reading.ts';

serveReading(async () => readWorkbook);
