import { useId } from 'react';
import styles from './chart.module.css';
import { HiddenTable } from './hidden-table.tsx';
import { Legend } from './legend.tsx';
import { patternUrl, SeriesPatterns } from './patterns.tsx';
import { plainValue, type ChartSeries } from './series.ts';
import { edgeOf } from './sparkline.tsx';
import { usePointed } from './use-pointed.ts';
import { t } from '../../i18n/own.ts';

/** One bar of {@link BarsByDay}. */
export interface DayBar {
  /** As shown below its bar and in the table. */
  readonly name: string;
  /** One value per series, in order. */
  readonly values: readonly number[];
}

export interface BarsByDayProps {
  readonly label: string;
  /** From the bottom of a bar up. */
  readonly series: readonly ChartSeries[];
  readonly bars: readonly DayBar[];
  /** Formats a value. Default: with the language's digit groups. */
  readonly format?: ((value: number) => string) | undefined;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A round number, at least the highest bar. */
function roundTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  return ([1, 2, 4, 5, 10].find((step) => step * power >= highest) ?? 10) * power;
}

/** Stacked bars, one per day. Series differ by colour and pattern; hover and focus show a day's values. */
export function BarsByDay({ label, series, bars, format = plainValue }: BarsByDayProps) {
  const id = useId();
  const { pointed, area } = usePointed(bars.length);
  const top = roundTop(Math.max(...bars.map(({ values }) => sum(values)), 1));
  const width = 100 / Math.max(bars.length, 1);
  const shown = pointed === null ? undefined : bars[pointed];
  return (
    <div className={styles['chart']}>
      <div className={styles['plot']} role="img" aria-label={label} {...area}>
        <svg className={styles['bars']} aria-hidden="true">
          <SeriesPatterns id={id} series={series} />
          {[0, 50].map((line) => (
            <line key={line} className={styles['grid']} x1="0" x2="100%" y1={`${line}%`} y2={`${line}%`} />
          ))}
          {pointed !== null && (
            <rect className={styles['pointed']} x={`${pointed * width}%`} width={`${width}%`} y="0" height="100%" />
          )}
          {bars.map((bar, index) => (
            <Bar key={bar.name} id={id} bar={bar} series={series} left={index * width} width={width} top={top} />
          ))}
        </svg>
        <span className={styles['top']} aria-hidden="true">
          {format(top)}
        </span>
        {shown && pointed !== null && (
          <div
            className={styles['tip']}
            data-edge={edgeOf((pointed + 0.5) * width)}
            style={{ insetInlineStart: `${(pointed + 0.5) * width}%` }}
          >
            <b>{shown.name}</b>
            {series.map(({ name }, index) => (
              <span key={name}>
                {name} <b>{format(shown.values[index] ?? 0)}</b>
              </span>
            ))}
          </div>
        )}
      </div>
      <DayNames bars={bars} />
      <Legend
        id={id}
        series={series.map((one, index) => ({
          ...one,
          text: format(sum(bars.map(({ values }) => values[index] ?? 0))),
        }))}
      />
      <HiddenTable
        caption={label}
        headers={[t('Day'), ...series.map(({ name }) => name)]}
        rows={bars.map(({ name, values }) => [name, ...values.map(format)])}
      />
    </div>
  );
}

interface BarProps {
  readonly id: string;
  readonly bar: DayBar;
  readonly series: readonly ChartSeries[];
  /** In per cent of the chart's width. */
  readonly left: number;
  readonly width: number;
  /** At the chart's upper edge. */
  readonly top: number;
}

function Bar({ id, bar, series, left, width, top }: BarProps) {
  return series.map(({ name }, index) => {
    const height = ((bar.values[index] ?? 0) / top) * 100;
    const below = (sum(bar.values.slice(0, index)) / top) * 100;
    return height === 0 ? null : (
      <rect
        key={name}
        x={`${left + width * 0.18}%`}
        width={`${width * 0.64}%`}
        y={`${100 - below - height}%`}
        height={`${height}%`}
        fill={patternUrl(id, index)}
      />
    );
  });
}

function DayNames({ bars }: Pick<BarsByDayProps, 'bars'>) {
  const ends = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)];
  return (
    <div className={styles['days']} aria-hidden="true">
      {ends.map((bar, index) => (
        <span key={index}>{bar?.name}</span>
      ))}
    </div>
  );
}
