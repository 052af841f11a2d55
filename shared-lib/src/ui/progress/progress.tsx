import { useId } from 'react';
import styles from './progress.module.css';

export interface ProgressProps {
  readonly label: string;
  /** From 0 to `max`; clamped. */
  readonly value: number;
  readonly max: number;
  /** In words, such as '1,250 of 40,000'. Default: the percentage. */
  readonly text?: string | undefined;
  /** Shows only the bar; label and text are still announced. */
  readonly isCompact?: boolean | undefined;
}

/** The progress of long work. */
export function Progress({ label, value, max, text, isCompact }: ProgressProps) {
  const id = useId();
  const part = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0;
  const shown = text ?? `${Math.floor(part * 100)} %`;
  return (
    <div className={styles['progress']}>
      {!isCompact && (
        <div className={styles['head']}>
          <span id={id}>{label}</span>
          <span className={styles['figures']}>{shown}</span>
        </div>
      )}
      <div
        className={styles['track']}
        role="progressbar"
        aria-label={isCompact ? label : undefined}
        aria-labelledby={isCompact ? undefined : id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(Math.max(value, 0), max)}
        aria-valuetext={shown}
      >
        <div className={styles['bar']} style={{ width: `${part * 100}%` }} />
      </div>
    </div>
  );
}
