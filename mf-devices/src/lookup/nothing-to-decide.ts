import type { ImeiFile } from '@device-console/shared-lib/csv';

/**
 * True for a file whose lookup begins by itself (L2): no row is wrong (B3), and a workbook has one column of IMEIs and
 * hides no row (D10a). Repeated IMEIs are no fault.
 */
export function nothingToDecide({ errors, workbook }: Pick<ImeiFile, 'errors' | 'workbook'>): boolean {
  if (errors.length > 0) return false;
  return workbook === undefined || (workbook.tables.length === 1 && workbook.hiddenRows === 0);
}
