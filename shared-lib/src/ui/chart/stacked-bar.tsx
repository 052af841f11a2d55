import { useId } from 'react';
import styles from './chart.module.css';
import { HiddenTable } from './hidden-table.tsx';
import { Legend } from './legend.tsx';
import { patternUrl, SeriesPatterns } from './patterns.tsx';
import { plainValue, type ChartSeries } from './series.ts';
import { t } from '../../i18n/own.ts';

/** One part of a {@link StackedBar}. */
export interface StackedBarPart extends ChartSeries {
  readonly value: number;
}

export interface StackedBarProps {
  readonly label: string;
  readonly parts: readonly StackedBarPart[];
  /** Name of the chosen part, for example to filter a table; null: none. */
  readonly chosen?: string | null | undefined;
  /** Makes the parts' names buttons that choose or release their part. */
  readonly onChoose?: ((name: string | null) => void) | undefined;
  /** Formats a value. Default: with the language's digit groups. */
  readonly format?: ((value: number) => string) | undefined;
}

/** The parts of a whole: one bar, and its parts by name, figure and pattern. */
export function StackedBar({ label, parts, chosen, onChoose, format = plainValue }: StackedBarProps) {
  const id = useId();
  const all = parts.reduce((total, { value }) => total + value, 0);
  const before = (index: number): number => parts.slice(0, index).reduce((total, { value }) => total + value, 0);
  return (
    <div className={styles['chart']}>
      <svg className={styles['stack']} role="img" aria-label={label}>
        <SeriesPatterns id={id} series={parts} />
        {parts.map(({ name, value }, index) =>
          value === 0 ? null : (
            <rect
              key={name}
              x={`${(before(index) / all) * 100}%`}
              width={`${(value / all) * 100}%`}
              height="100%"
              fill={patternUrl(id, index)}
              data-faded={(chosen !== undefined && chosen !== null && chosen !== name) || undefined}
            >
              <title>{`${name}: ${format(value)}`}</title>
            </rect>
          ),
        )}
      </svg>
      <Legend
        id={id}
        series={parts.map((part) => ({ ...part, text: format(part.value) }))}
        chosen={chosen}
        onChoose={onChoose}
      />
      <HiddenTable
        caption={label}
        headers={[t('Name'), t('Value')]}
        rows={parts.map(({ name, value }) => [name, format(value)])}
      />
    </div>
  );
}
