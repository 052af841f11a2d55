import { validRowsFile } from '../headless/writers.ts';

/** A list of IMEIs as the CSV file of the specification, with the columns sno and imei1 (B1). */
export function imeiListFile(imeis: readonly string[], name = 'imeis.csv'): File {
  return new File([...validRowsFile(Float64Array.from(imeis, Number))], name, { type: 'text/csv' });
}
