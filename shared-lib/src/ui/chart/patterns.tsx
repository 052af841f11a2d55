import type { ChartSeries } from './series.ts';
import styles from './chart.module.css';

/** A pattern over a series' colour, so that colour is not the only difference: none, lines, dots, in turn. */
const marks = [null, 'M-1 7 L7 -1 M3 11 L11 3', 'M2 2 h2 v2 h-2 z M6 6 h2 v2 h-2 z', 'M0 4 H8'] as const;

const patternId = (id: string, index: number): string => `${id}-series-${index}`;

export const patternUrl = (id: string, index: number): string => `url(#${patternId(id, index)})`;

export function SeriesPatterns({ id, series }: { readonly id: string; readonly series: readonly ChartSeries[] }) {
  return (
    <defs>
      {series.map(({ name, tone }, index) => (
        <pattern
          key={name}
          id={patternId(id, index)}
          className={styles['pattern']}
          data-tone={tone}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect width="8" height="8" fill="currentColor" />
          <Mark of={index} />
        </pattern>
      ))}
    </defs>
  );
}

function Mark({ of }: { readonly of: number }) {
  const path = marks[of % marks.length];
  return path === null || path === undefined ? null : <path className={styles['mark']} d={path} />;
}
