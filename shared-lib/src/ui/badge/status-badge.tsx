import type { ReactNode } from 'react';
import { classes } from '../props.ts';
import styles from './status-badge.module.css';

export interface StatusBadgeProps {
  readonly tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  readonly children: string;
  /** Instead of the dot, such as a `LineIcon` of 14 pixels. */
  readonly icon?: ReactNode;
}

/** A state in one or two words. */
export function StatusBadge({ tone, children, icon }: StatusBadgeProps) {
  return (
    <span className={classes(styles['badge'], icon !== undefined && styles['drawn'])} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
