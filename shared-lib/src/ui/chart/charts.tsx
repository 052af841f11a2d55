import { useId, type ReactNode } from 'react';
import styles from './chart.module.css';
import {
  type ChartSeries,
  type ChartTone,
  HiddenTable,
  Legend,
  patternUrl,
  plainValue,
  SeriesPatterns,
  usePointed,
} from './chart-parts.tsx';
import { t } from '../../i18n/own.ts';

/** One bar of {@link BarsByDay}. */
export interface DayBar {
  /** As shown below its bar and in the table. */
  readonly name: string;
  /** One value per series, in order. */
  readonly values: readonly number[];
}

interface Formatted {
  /** Formats a value. Default: with the language's digit groups. */
  readonly format?: ((value: number) => string) | undefined;
}

export interface BarsByDayProps extends Formatted {
  readonly label: string;
  /** From the bottom of a bar up. */
  readonly series: readonly ChartSeries[];
  readonly bars: readonly DayBar[];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A round number, at least the highest bar. */
function roundTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 1)));
  return ([1, 2, 4, 5, 10].find((step) => step * power >= highest) ?? 10) * power;
}

/** How much of a note is before its place, in per cent, so that it stays within its chart. */
function partBefore(percent: number): number {
  if (percent < 25) return 10;
  return percent > 75 ? 90 : 50;
}

/** At `at` per cent of the chart's width. */
function Tip({ at, children }: { readonly at: number; readonly children: ReactNode }) {
  return (
    <div className={styles['tip']} style={{ insetInlineStart: `${at}%`, transform: `translateX(-${partBefore(at)}%)` }}>
      {children}
    </div>
  );
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
          {bars.flatMap(({ name, values }, bar) =>
            series.map((one, index) => {
              const height = ((values[index] ?? 0) / top) * 100;
              const below = (sum(values.slice(0, index)) / top) * 100;
              return height === 0 ? null : (
                <rect
                  key={`${name} ${one.name}`}
                  x={`${(bar + 0.18) * width}%`}
                  width={`${width * 0.64}%`}
                  y={`${100 - below - height}%`}
                  height={`${height}%`}
                  fill={patternUrl(id, index)}
                />
              );
            }),
          )}
        </svg>
        <span className={styles['top']} aria-hidden="true">
          {format(top)}
        </span>
        {shown && pointed !== null && (
          <Tip at={(pointed + 0.5) * width}>
            <b>{shown.name}</b>
            {series.map(({ name }, index) => (
              <span key={name}>
                {name} <b>{format(shown.values[index] ?? 0)}</b>
              </span>
            ))}
          </Tip>
        )}
      </div>
      <div className={styles['days']} aria-hidden="true">
        {[bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)].map((bar, index) => (
          <span key={index}>{bar?.name}</span>
        ))}
      </div>
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

/** One point of a {@link Sparkline}. */
export interface SparkPoint {
  readonly name: string;
  readonly value: number;
}

export interface SparklineProps extends Formatted {
  readonly label: string;
  readonly points: readonly SparkPoint[];
  /** A table of its values for screen readers. Default: yes. */
  readonly hasTable?: boolean | undefined;
  readonly tone?: ChartTone | undefined;
}

/** A figure's recent course, as a small line beside it. Hover and focus show its values. */
export function Sparkline({ label, points, hasTable = true, tone = 'accent', format = plainValue }: SparklineProps) {
  const { pointed, area } = usePointed(points.length);
  const values = points.map(({ value }) => value);
  const low = Math.min(...values, 0);
  const span = Math.max(...values, 1) - low;
  const left = (index: number): number => (points.length > 1 ? (index / (points.length - 1)) * 100 : 100);
  const top = (value: number): number => 92 - ((value - low) / span) * 84;
  const line = values.map((value, index) => `${left(index)},${top(value)}`).join(' ');
  const shown = points[pointed ?? points.length - 1];
  if (!shown) return null;
  return (
    <div className={styles['spark']} data-tone={tone}>
      <div className={styles['sparkPlot']} role="img" aria-label={label} {...area}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polygon className={styles['sparkArea']} points={`0,100 ${line} 100,100`} />
          <polyline className={styles['sparkLine']} points={line} />
        </svg>
        <svg className={styles['sparkDot']} aria-hidden="true">
          <circle cx={`${left(pointed ?? points.length - 1)}%`} cy={`${top(shown.value)}%`} r="3" />
        </svg>
        {pointed !== null && (
          <Tip at={left(pointed)}>
            <span>{shown.name}</span> <b>{format(shown.value)}</b>
          </Tip>
        )}
      </div>
      {hasTable && (
        <HiddenTable
          caption={label}
          headers={[t('Name'), t('Value')]}
          rows={points.map(({ name, value }) => [name, format(value)])}
        />
      )}
    </div>
  );
}

/** One bar of a {@link BarList}. */
export interface BarListBar {
  readonly name: string;
  readonly value: number;
  /** Beside the bar. Default: its value. */
  readonly text?: string | undefined;
}

/** Bars below one another, relative to the largest, with name and figure as text. */
export function BarList({ label, bars }: { readonly label: string; readonly bars: readonly BarListBar[] }) {
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

/** One part of a {@link StackedBar}. */
export interface StackedBarPart extends ChartSeries {
  readonly value: number;
}

export interface StackedBarProps extends Formatted {
  readonly label: string;
  readonly parts: readonly StackedBarPart[];
  /** Name of the chosen part, for example to filter a table; null: none. */
  readonly chosen?: string | null | undefined;
  /** Makes the parts' names buttons that choose or release their part. */
  readonly onChoose?: ((name: string | null) => void) | undefined;
}

/** The parts of a whole: one bar, and its parts by name, figure and pattern. */
export function StackedBar({ label, parts, chosen, onChoose, format = plainValue }: StackedBarProps) {
  const id = useId();
  const values = parts.map(({ value }) => value);
  const all = sum(values);
  return (
    <div className={styles['chart']}>
      <svg className={styles['stack']} role="img" aria-label={label}>
        <SeriesPatterns id={id} series={parts} />
        {parts.map(({ name, value }, index) =>
          value === 0 ? null : (
            <rect
              key={name}
              x={`${(sum(values.slice(0, index)) / all) * 100}%`}
              width={`${(value / all) * 100}%`}
              height="100%"
              fill={patternUrl(id, index)}
              data-faded={(chosen ?? name) !== name || undefined}
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
