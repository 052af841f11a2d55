import styles from './chart.module.css';
import { patternUrl } from './patterns.tsx';
import type { ChartSeries } from './series.ts';

interface LegendSeries extends ChartSeries {
  readonly text: string;
}

interface LegendProps {
  readonly id: string;
  readonly series: readonly LegendSeries[];
  /** Makes each a button; the chosen one is pressed. */
  readonly chosen?: string | null | undefined;
  readonly onChoose?: ((name: string | null) => void) | undefined;
}

export function Legend({ id, series, chosen, onChoose }: LegendProps) {
  return (
    <ul className={styles['legend']}>
      {series.map((one, index) => (
        <li key={one.name}>
          {onChoose ? (
            <button
              type="button"
              className={styles['choice']}
              aria-pressed={chosen === one.name}
              onClick={() => onChoose(chosen === one.name ? null : one.name)}
            >
              <Entry id={id} index={index} of={one} />
            </button>
          ) : (
            <Entry id={id} index={index} of={one} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Entry({ id, index, of }: { readonly id: string; readonly index: number; readonly of: LegendSeries }) {
  return (
    <>
      <svg className={styles['key']} aria-hidden="true">
        <rect width="100%" height="100%" rx="2" fill={patternUrl(id, index)} />
      </svg>
      {of.name} <b>{of.text}</b>
    </>
  );
}
