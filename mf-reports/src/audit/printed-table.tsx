import type { ReactNode } from 'react';
import { cellOf, type Column } from '@device-console/shared-lib/ui/table';
import styles from './audit.module.css';
import { t } from '../t.ts';
import { formatCount } from '@device-console/shared-lib/console';

/** Most rows of a table that are printed: about 150 pages. */
export const MAX_PRINTED_ROWS = 5_000;

interface PrintedTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** A table for paper: all rows up to {@link MAX_PRINTED_ROWS}, its header on every sheet, no row cut in two (A4). */
export function PrintedTable<Row>({ label, columns, rows }: PrintedTableProps<Row>): ReactNode {
  return (
    <>
      {rows.length > MAX_PRINTED_ROWS && (
        <p>
          {t('Only the first {limit} of {rows} rows are printed. Download Report has them all.', {
            limit: formatCount(MAX_PRINTED_ROWS),
            rows: formatCount(rows.length),
          })}
        </p>
      )}
      <table className={styles['printed']} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, header }) => (
              <th key={id} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length}>{t('No results found')}</td>
            </tr>
          )}
          {rows.slice(0, MAX_PRINTED_ROWS).map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.id}>{cellOf(column, row, index)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
