import { serveReading } from './serve-reading.ts';

// Text alone: the code for workbooks is twenty times as large.
serveReading();
