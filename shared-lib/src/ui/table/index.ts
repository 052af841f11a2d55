export { cellOf } from './column.ts';
export type { Column, ColumnPriority, RowSource } from './column.ts';
export { exportedRows, type ExportedRows } from './export-rows.ts';
export { DataTable, type DataTableProps } from './data-table.tsx';
export { ShortText, type ShortTextProps } from './short-text.tsx';
export type { SortState, SortValue } from './sort-order.ts';
export { usePrinting } from '../print/use-printing.ts';
