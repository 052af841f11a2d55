export { imeiText } from './imei-cell.ts';
export { imeiCell, textCell } from './cells.ts';
export { isCsvFile, readImeiFile, readPackedImeiFile } from './read-imei-file.ts';
export { buffersOf, unpackAnswer, type PackedAnswer } from './packed-answer.ts';
export { rowList } from './packed-rows.ts';
export * from './imei-file.ts';
export * from './texts.ts';
export { IMEI_DATA_FILE, INCORRECT_DATA_FILE, imeiDataCsv, incorrectDataCsv, processedFileName, validRowsFile } from './writers.ts';
