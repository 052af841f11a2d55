import styles from './chart.module.css';
import { HiddenTable } from './hidden-table.tsx';
import { plainValue, type ChartTone } from './series.ts';
import { usePointed } from './use-pointed.ts';
import { t } from '../../i18n/own.ts';

/** One point of a {@link Sparkline}. */
export interface SparkPoint {
  /** For example a day. */
  readonly name: string;
  readonly value: number;
}

export interface SparklineProps {
  /** For assistive tools and above its table. */
  readonly label: string;
  readonly points: readonly SparkPoint[];
  readonly tone?: ChartTone | undefined;
  /** Formats a value. Default: with the language's digit groups. */
  readonly format?: ((value: number) => string) | undefined;
}

/** A figure's recent course, as a small line beside it. Hover and focus show its values. */
export function Sparkline({ label, points, tone = 'accent', format = plainValue }: SparklineProps) {
  const { pointed, area } = usePointed(points.length);
  const values = points.map(({ value }) => value);
  const low = Math.min(...values, 0);
  const span = Math.max(...values, 1) - low;
  const left = (index: number): number => (points.length > 1 ? (index / (points.length - 1)) * 100 : 100);
  const top = (value: number): number => 92 - ((value - low) / span) * 84;
  const shown = points[pointed ?? points.length - 1];
  if (!shown) return null;
  return (
    <div className={styles['spark']} data-tone={tone}>
      <div className={styles['sparkPlot']} role="img" aria-label={label} {...area}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polygon
            className={styles['sparkArea']}
            points={`0,100 ${values.map((value, index) => `${left(index)},${top(value)}`).join(' ')} 100,100`}
          />
          <polyline
            className={styles['sparkLine']}
            points={values.map((value, index) => `${left(index)},${top(value)}`).join(' ')}
          />
        </svg>
        <svg className={styles['sparkDot']} aria-hidden="true">
          <circle cx={`${left(pointed ?? points.length - 1)}%`} cy={`${top(shown.value)}%`} r="3" />
        </svg>
        {pointed !== null && (
          <div
            className={styles['tip']}
            data-edge={edgeOf(left(pointed))}
            style={{ insetInlineStart: `${left(pointed)}%` }}
          >
            <span>{shown.name}</span> <b>{format(shown.value)}</b>
          </div>
        )}
      </div>
      <HiddenTable
        caption={label}
        headers={[t('Name'), t('Value')]}
        rows={points.map(({ name, value }) => [name, format(value)])}
      />
    </div>
  );
}

/** The end at which a note must be aligned to stay within its chart. */
export function edgeOf(percent: number): 'start' | 'end' | undefined {
  if (percent < 25) return 'start';
  return percent > 75 ? 'end' : undefined;
}
