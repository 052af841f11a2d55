import type { ReactNode } from 'react';
import { formatCount } from '../console/index.ts';
import type { WorkbookSource, WorkbookTable } from '../csv/index.ts';
import { Notice, Select } from '../ui/index.ts';
import { messages } from './messages.ts';

/** A table of a workbook in words: its sheet, column and heading. */
export function tableName({ sheet, column, heading, isHidden }: WorkbookTable): string {
  const name = heading === '' ? messages.table(sheet, column) : messages.tableWithHeading(sheet, column, heading);
  return isHidden ? messages.hiddenTable(name) : name;
}

/** Props of {@link WorkbookTables}. */
export interface WorkbookTablesProps {
  /** Undefined for a file that is no workbook. */
  readonly workbook: WorkbookSource | undefined;
  /** Reads another table of the file, by its index. */
  readonly onTable: (table: number) => void;
}

/** The choice among the columns of IMEIs of a workbook that has several, and that hidden rows are read (D10a). */
export function WorkbookTables({ workbook, onTable }: WorkbookTablesProps): ReactNode {
  if (!workbook) return null;
  const { tables, read, hiddenRows } = workbook;
  return (
    <>
      {tables.length > 1 && (
        <Select
          label={messages.otherTable}
          description={messages.otherTableHint}
          options={tables.map((table, index) => ({ value: String(index), title: tableName(table) }))}
          value={String(read)}
          onChange={(value) => onTable(Number(value))}
        />
      )}
      {hiddenRows > 0 && <Notice tone="warning">{messages.hiddenRows(formatCount(hiddenRows))}</Notice>}
    </>
  );
}
