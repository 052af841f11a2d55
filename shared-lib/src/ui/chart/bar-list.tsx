import styles from './chart.module.css';
import { plainValue } from './series.ts';

/** One bar of a {@link BarList}. */
export interface BarListBar {
  readonly name: string;
  readonly value: number;
  /** Beside the bar. Default: its value. */
  readonly text?: string | undefined;
}

export interface BarListProps {
  readonly label: string;
  readonly bars: readonly BarListBar[];
}

/** Bars below one another, relative to the largest, with name and figure as text. */
export function BarList({ label, bars }: BarListProps) {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <ul className={styles['list']} data-tone="accent" aria-label={label}>
      {bars.map(({ name, value, text = plainValue(value) }) => (
        <li key={name}>
          <span className={styles['name']}>{name}</span>
          <svg className={styles['track']} aria-hidden="true">
            <rect className={styles['bar']} width={`${(value / most) * 100}%`} height="100%" rx="3" />
          </svg>
          <span className={styles['figures']}>{text}</span>
        </li>
      ))}
    </ul>
  );
}
