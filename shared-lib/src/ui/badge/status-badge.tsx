import styles from './status-badge.module.css';

/** Props of {@link StatusBadge}. */
export interface StatusBadgeProps {
  readonly tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  /** The state in words; the colour never stands alone. */
  readonly children: string;
}

/** A state in one or two words. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>;
}
