import { useId, type ReactNode } from 'react';
import styles from './figures.module.css';

export interface StatCardProps {
  readonly label: ReactNode;
  readonly value?: ReactNode;
  readonly note?: ReactNode;
  readonly trend?: ReactNode;
  /** `warning`: needs action. */
  readonly tone?: 'plain' | 'warning' | undefined;
  /** In two lines, its trend beside them. The note, which stands behind the value, comes with it. */
  readonly isSlim?: boolean | undefined;
}

/** One figure of the dashboard with its name (H1). */
export function StatCard({ label, value, note, trend, tone = 'plain', isSlim = false }: StatCardProps) {
  const id = useId();
  return (
    <div className={styles['stat']} data-tone={tone} data-slim={isSlim || undefined} role="group" aria-labelledby={id}>
      <div id={id} className={styles['label']}>
        {label}
      </div>
      <div className={styles['figure']}>{value ?? <span className={styles['unknown']} aria-hidden="true" />}</div>
      {note !== undefined && (!isSlim || value !== undefined) && <div className={styles['note']}>{note}</div>}
      {trend !== undefined && trend !== false && <div className={styles['trend']}>{trend}</div>}
    </div>
  );
}

/** One entry of a {@link DefinitionList}. */
export interface Definition {
  readonly term: string;
  readonly value: ReactNode;
  readonly tone?: 'plain' | 'success' | 'warning' | 'danger' | undefined;
}

export interface DefinitionListProps {
  readonly items: readonly Definition[];
  /** Values as wide as an IMEI. */
  readonly isWide?: boolean | undefined;
}

/** Names and values side by side, such as a batch summary (B9) or a file's details (B4). */
export function DefinitionList({ items, isWide = false }: DefinitionListProps) {
  return (
    <dl className={styles['definitions']} data-wide={isWide || undefined}>
      {items.map(({ term, value, tone = 'plain' }) => (
        <div key={term} data-tone={tone}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
