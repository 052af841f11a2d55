export { cellOf, type Column, type ColumnPriority, type RowSource, sheetOf } from './column.ts';
export { DataTable, type DataTableProps } from './data-table.tsx';
export { imeiColumn } from './imei-column.tsx';
export { ShortText, type ShortTextProps } from './short-text.tsx';
export type { SortState, SortValue } from './sort-order.ts';
export { useFileWriting, type FileWriting, type WritingState } from './use-file-writing.ts';
export { usePrinting } from '../print/use-printing.ts';
