import { TextField } from '../text-field/text-field.tsx';
import { messages } from '../messages.ts';
import styles from './data-table.module.css';
import { LazyExportMenu } from './lazy-export-menu.tsx';
import type { ExportedRows } from './export-rows.ts';
import { formatLocale } from '../../i18n/index.ts';

const number = new Intl.NumberFormat(formatLocale());

interface TableBarProps {
  /** Names the table that the bar belongs to. */
  readonly label: string;
  readonly filter:
    | {
        readonly query: string;
        readonly change: (query: string) => void;
        readonly count: number;
        readonly total: number;
      }
    | undefined;
  readonly exported: ExportedRows | undefined;
}

/** What stands above a table: its filter, how many rows pass it, and the menu that exports them. */
export function TableBar({ label, filter, exported }: TableBarProps) {
  return (
    <div className={styles['bar']} role="group" aria-label={label}>
      {filter && (
        <div className={styles['filter']}>
          <TextField
            label={messages.filter}
            type="search"
            autoComplete="off"
            spellCheck="false"
            value={filter.query}
            onChange={filter.change}
          />
          <span className={styles['count']} role="status">
            {messages.rowsShown(number.format(filter.count), number.format(filter.total))}
          </span>
        </div>
      )}
      {exported && <LazyExportMenu exported={exported} />}
    </div>
  );
}
